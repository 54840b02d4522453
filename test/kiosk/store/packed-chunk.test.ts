/** Tests that a packed chunk of records (kiosk/store/packed-chunk.ts) keeps every record, finds it by id and indexes its key. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packChunk, unpackChunk } from '#kiosk/store/packed-chunk.ts';
import { hashOf } from '#shared/people-search/id-slots.ts';

const record = fc.record({
  id: fc.uuid(),
  ticketNumber: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  name: fc.string({ unit: 'grapheme', maxLength: 40 }),
  note: fc.option(fc.constantFrom('a\nb', '\u2028', '"}\n{"', '\u0000'), { nil: null }),
});

describe('a packed chunk', () => {
  test('gives back every record, sorted by id, with any text in it', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(record, { maxLength: 40, selector: (r) => r.id }),
        fc.infiniteStream(fc.nat()),
        (given, rows) => {
          const chunk = unpackChunk(packChunk('registrations', given));
          const records = given.toSorted((a, b) => (a.id < b.id ? -1 : 1));
          expect([chunk.count, chunk.ids()]).toEqual([records.length, records.map((r) => r.id)]);
          expect(records.map((_, row) => chunk.id(row))).toEqual(records.map((r) => r.id));
          expect(records.map((r) => chunk.rowOf(r.id))).toEqual(records.map((_, row) => row));
          expect([...chunk.keyHashes]).toEqual(records.map((r) => hashOf(r.ticketNumber)));
          if (records.length === 0) return;
          for (const row of [...rows.take(10)].map((n) => n % records.length))
            expect(chunk.record(row)).toEqual(records[row]);
        },
      ),
    );
  });

  test('knows no other id, however near it is', () => {
    const chunk = unpackChunk(packChunk('gates', [{ id: 'b' }, { id: 'bb' }, { id: 'd' }]));
    expect(['', 'a', 'ba', 'bbb', 'c', 'e'].map((id) => chunk.rowOf(id))).toEqual([null, null, null, null, null, null]);
    expect(unpackChunk(packChunk('gates', [])).rowOf('')).toBeNull();
  });

  test('indexes check-ins by registration and list, and other collections by id alone', () => {
    const checkin = { id: 'c1', registration: 'r1', list: 'l1' };
    const packed = unpackChunk(packChunk('checkins', [checkin]));
    expect([[...packed.keyHashes], [...packed.checkinsByList]]).toEqual([[hashOf('r1 l1')], [['l1', 1]]]);
    expect([...unpackChunk(packChunk('gates', [{ id: 'g1' }])).keyHashes]).toEqual([]);
  });
});
