import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packChunk, unpackChunk } from '#kiosk/store/packed-chunk.ts';

const record = fc.record({
  id: fc.uuid(),
  ticketNumber: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  name: fc.string({ unit: 'grapheme', maxLength: 40 }),
  note: fc.option(fc.constantFrom('a\nb', '\u2028', '"}\n{"', '\u0000'), { nil: null }),
});

describe('a packed chunk', () => {
  test('gives back every record, sorted by id, whatever its text holds', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(record, { maxLength: 40, selector: (r) => r.id }),
        fc.infiniteStream(fc.nat()),
        (given, rows) => {
          const chunk = unpackChunk(packChunk('registrations', given));
          const records = given.toSorted((a, b) => (a.id < b.id ? -1 : 1));
          expect(chunk.ids).toEqual(records.map((r) => r.id));
          expect(chunk.keys).toEqual(records.map((r) => r.ticketNumber));
          if (records.length === 0) return;
          for (const row of [...rows.take(10)].map((n) => n % records.length))
            expect(chunk.record(row)).toEqual(records[row]);
        },
      ),
    );
  });

  test('indexes check-ins by registration and list, and other collections by id alone', () => {
    const checkin = { id: 'c1', registration: 'r1', list: 'l1' };
    expect(unpackChunk(packChunk('checkins', [checkin])).keys).toEqual(['r1 l1']);
    expect(unpackChunk(packChunk('gates', [{ id: 'g1' }])).keys).toEqual([]);
  });
});
