import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPackedChanges } from '#kiosk/store/packed-changes.ts';

/** Each begins like the others, and more than the first table has room for. */
const ids = Array.from({ length: 100 }, (_, n) => 'a'.repeat(n + 1));

const change = fc.record({
  id: fc.constantFrom(...ids),
  ticketNumber: fc.constantFrom('T1', 'T2', 'T3', 'Ł4'),
  /** Long ones make the bytes move. */
  name: fc.nat(2_000).map((length) => 'é'.repeat(length)),
  gone: fc.boolean(),
});

test('holds the latest change of every id and the latest owner of every key, as often as they change', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 150, size: 'max' }), (given) => {
      const packed = createPackedChanges('registrations');
      const latest = new Map<string, { id: string; ticketNumber: string; name: string } | null>();
      const seqs = new Map<string, number>();
      const owners = new Map<string, string>();
      for (const [at, { gone, ...record }] of given.entries()) {
        const before = latest.get(record.id);
        if (before && owners.get(before.ticketNumber) === record.id) owners.delete(before.ticketNumber);
        packed.set({ id: record.id, seq: at + 1, record: gone ? null : record });
        latest.set(record.id, gone ? null : record);
        seqs.set(record.id, at + 1);
        if (!gone) owners.set(record.ticketNumber, record.id);
      }
      expect(packed.count()).toBe(latest.size);
      for (const id of [...ids, 'b']) {
        expect(packed.get(id)).toEqual(latest.get(id));
        expect(packed.seqOf(id)).toBe(seqs.get(id) ?? null);
      }
      for (const key of ['T1', 'T2', 'T3', 'Ł4', 'T5'])
        expect(packed.byKey(key)).toEqual(owners.has(key) ? latest.get(owners.get(key) ?? '') : null);
      expect([...packed.all()].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
        [...latest].map(([id, record]) => ({ id, seq: seqs.get(id), record })).sort((a, b) => (a.id < b.id ? -1 : 1)),
      );
    }),
  );
});
