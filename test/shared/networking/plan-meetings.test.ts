/** The plan of a day: the matching is the best there is, and a plan breaks none of its bounds. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxWeightMatching } from '#shared/networking/max-weight-matching.ts';
import { type PlanTask, planMeetings } from '#shared/networking/plan-meetings.ts';

type Edge = { readonly a: number; readonly b: number; readonly weight: number };

/** All matchings. */
function best(edges: readonly Edge[], taken: ReadonlySet<number> = new Set()): number {
  const [first, ...rest] = edges;
  if (!first) return 0;
  const without = best(rest, taken);
  if (taken.has(first.a) || taken.has(first.b)) return without;
  return Math.max(without, first.weight + best(rest, new Set([...taken, first.a, first.b])));
}

const graph = fc.integer({ min: 2, max: 9 }).chain((count) =>
  fc
    .uniqueArray(
      fc.record({
        a: fc.integer({ min: 0, max: count - 2 }),
        b: fc.integer({ min: 1, max: count - 1 }),
        weight: fc.integer({ min: 1, max: 30 }),
      }),
      { selector: ({ a, b }) => `${a}-${b}`, maxLength: 14 },
    )
    .map((edges) => ({ count, edges: edges.filter(({ a, b }) => a < b) })),
);

test('the matching has the greatest weight of all', () => {
  fc.assert(
    fc.property(graph, ({ count, edges }) => {
      const found = maxWeightMatching(count, edges);
      const people = found.flat();
      expect(new Set(people).size).toBe(people.length);
      const weights = found.map(([a, b]) => edges.find((edge) => edge.a === a && edge.b === b)?.weight ?? Number.NaN);
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(best(edges));
    }),
    { numRuns: 1_500 },
  );
});

const task: fc.Arbitrary<PlanTask> = fc.record({
  people: fc.constant(8),
  pairs: fc.uniqueArray(
    fc
      .record({
        a: fc.integer({ min: 0, max: 6 }),
        b: fc.integer({ min: 0, max: 7 }),
        score: fc.integer({ min: 1, max: 1_000 }),
      })
      .map(({ a, b, score }) => ({ a, b: Math.max(b, a + 1), score: score / 10 })),
    { selector: ({ a, b }) => `${a}-${b}`, maxLength: 20 },
  ),
  slots: fc.array(
    fc.record({
      tables: fc.integer({ min: 0, max: 4 }),
      busy: fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 3 }),
    }),
    {
      maxLength: 4,
    },
  ),
  most: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 8, maxLength: 8 }),
});

test('a plan brings no one in two places, uses no table twice, and each pair meets once', () => {
  fc.assert(
    fc.property(task, (given) => {
      const { meetings, total } = planMeetings(given);
      const pairs = meetings.map(({ pair }) => pair);
      expect(new Set(pairs).size).toBe(pairs.length);
      expect(total).toBeCloseTo(
        pairs.reduce((sum, pair) => sum + given.pairs[pair]!.score, 0),
        6,
      );
      given.slots.forEach(({ busy, tables }, slot) => {
        const here = meetings.filter((one) => one.slot === slot);
        const people = here.flatMap(({ pair }) => [given.pairs[pair]!.a, given.pairs[pair]!.b]);
        expect(here.length).toBeLessThanOrEqual(tables);
        expect(new Set(people).size).toBe(people.length);
        expect(people.filter((person) => busy.includes(person))).toEqual([]);
      });
      for (let person = 0; person < given.people; person += 1)
        expect(
          pairs.filter((pair) => given.pairs[pair]!.a === person || given.pairs[pair]!.b === person).length,
        ).toBeLessThanOrEqual(given.most[person]!);
    }),
  );
});

test('where the best pair stands in the way of two good ones, the matching is taken', () => {
  const pairs = [
    { a: 1, b: 2, score: 60 },
    { a: 0, b: 1, score: 50 },
    { a: 2, b: 3, score: 50 },
  ];
  const one = { people: 4, pairs, slots: [{ tables: 2, busy: [] }], most: [1, 1, 1, 1] };
  expect(planMeetings(one)).toMatchObject({ way: 'matching', total: 100 });
  expect(planMeetings({ ...one, slots: [{ tables: 1, busy: [] }] })).toMatchObject({ way: 'greedy', total: 60 });
});
