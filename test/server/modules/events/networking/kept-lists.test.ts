/** Kept lists: pairs that are left out, and the bound that also holds for lists that stayed short. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excludedPairs, fillUp, hasRoom, isShort, timesShown } from '#server/modules/events/networking/kept-lists.ts';
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

/** Lists as a worker may leave them: some full, some short, some empty. */
const draft = fc
  .record({ people: fc.integer({ min: 2, max: 30 }), most: fc.integer({ min: 1, max: 4 }) })
  .chain(({ people, most }) =>
    fc.record({
      people: fc.constant(people),
      most: fc.constant(most),
      known: fc.array(fc.uniqueArray(fc.nat({ max: people - 1 }), { maxLength: most }), {
        minLength: people,
        maxLength: people,
      }),
    }),
  );

test('however many lists stayed short, each is filled up once, and no one is shown more often than the bound', () => {
  fc.assert(
    fc.property(draft, ({ known, most, people }) => {
      const names = Array.from({ length: people }, (_, n) => `p${n}`);
      const lists = { most, others: new Int32Array(people * most).fill(-1) };
      const times = new Int32Array(people);
      known.forEach((some, row) => {
        const fit = some.filter((other) => other !== row && (times[other] ?? 0) < exposureFactor * most);
        for (const other of fit) times[other] = (times[other] ?? 0) + 1;
        lists.others.set(fit, row * most);
      });
      const shown = timesShown(lists, people);
      const rowOf = new Map(names.map((name, row) => [name, row]));
      const kept = { ids: names, rowOf, lists, shown, filled: new Set<number>(), version: 0 };
      const book = { changed: new Set<string>(), lists: kept };
      names.forEach((name, row) => {
        const before = [...lists.others.subarray(row * most, (row + 1) * most)].flatMap((other) => names[other] ?? []);
        expect(isShort(book, name)).toBe(before.length < most);
        if (before.length === most) return;
        // Everyone likes the same people best.
        const open = names.filter((other) => other !== name && hasRoom(book, other) && !before.includes(other));
        expect(fillUp(book, name, open)).toEqual([...before, ...open].slice(0, most));
        expect(isShort(book, name)).toBe(false);
      });
      expect([...timesShown(lists, people)]).toEqual([...shown]);
      expect(Math.max(...shown)).toBeLessThanOrEqual(exposureFactor * most);
    }),
  );
});

/** Three people with empty lists of two places. */
function bookOfThree() {
  const lists = { most: 2, others: new Int32Array(6).fill(-1) };
  const rowOf = new Map(ids.map((id, row) => [id, row]));
  const kept = { ids, rowOf, lists, shown: timesShown(lists, 3), filled: new Set<number>(), version: 0 };
  return { changed: new Set<string>(), lists: kept };
}

test('two requests that looked for the same person at once fill the list up once', () => {
  const book = bookOfThree();
  expect([fillUp(book, 'a', ['b']), fillUp(book, 'a', ['c'])]).toEqual([['b'], ['b']]);
  expect([...book.lists.shown]).toEqual([0, 1, 0]);
});

test('who was taken by others while a list was looked for is not put on it', () => {
  const book = bookOfThree();
  book.lists.shown[2] = 2 * exposureFactor;
  expect(fillUp(book, 'a', ['c', 'b'])).toEqual(['b']);
});
