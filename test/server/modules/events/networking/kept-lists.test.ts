/** Kept lists: pairs that are left out, and the bound that also holds for lists that stayed empty. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excludedPairs, fillEmpty, hasRoom, timesShown } from '#server/modules/events/networking/kept-lists.ts';
import { exposureFactor } from '#shared/networking/allocate.ts';

const ids = ['a', 'b', 'c'];

test('closed pairs are named by rows, the lower first; who has left is no row', () => {
  const pairs = [
    ['c', 'a'],
    ['a', 'b'],
    ['b', 'gone'],
  ] as const;
  expect([...excludedPairs(ids, pairs)]).toEqual([2, 1]);
});

test('however many lists stayed empty, no one is shown more often than the bound', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 30 }), fc.integer({ min: 1, max: 4 }), (people, most) => {
      const names = Array.from({ length: people }, (_, n) => `p${n}`);
      const lists = { most, others: new Int32Array(people * most).fill(-1) };
      const shown = timesShown(lists, people);
      const rowOf = new Map(names.map((name, row) => [name, row]));
      const book = { changed: new Set<string>(), lists: { ids: names, rowOf, lists, shown, version: 0 } };
      for (const name of names) {
        // Everyone likes the same people best.
        const found = names.filter((other) => other !== name && hasRoom(book, other));
        fillEmpty(book, name, found);
      }
      expect([...timesShown(lists, people)]).toEqual([...shown]);
      expect(Math.max(...shown)).toBeLessThanOrEqual(exposureFactor * most);
    }),
  );
});
