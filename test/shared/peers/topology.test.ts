/** The lines that kiosks hold: few, and enough that no kiosk in reach is left out. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf, meshMax } from '#shared/peers/topology.ts';
import { labId } from '#test/fixtures/peer-lab.ts';

type Reach = ReadonlyMap<string, ReadonlySet<string>>;

function component(lines: Reach, from: string): ReadonlySet<string> {
  const found = new Set<string>();
  const next = [from];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    next.push(...(lines.get(id) ?? []));
  }
  return found;
}

/** Each decides again and again, until none changes lines. */
function atRest(reach: Reach, isBox: (self: string) => (id: string) => boolean = () => () => false): Reach {
  let lines: Map<string, Set<string>> = new Map([...reach.keys()].map((id) => [id, new Set()]));
  for (let round = 0; round < reach.size + 5; round += 1) {
    const next = new Map([...reach.keys()].map((id) => [id, new Set<string>()]));
    for (const [self, others] of reach)
      for (const id of linesOf({ self, reachable: [...others], linked: component(lines, self), isBox: isBox(self) })) {
        next.get(self)!.add(id);
        next.get(id)!.add(self);
      }
    // Lines that are there stay.
    for (const [id, held] of lines) for (const other of held) next.get(id)!.add(other);
    lines = next;
  }
  return lines;
}

function allReachAll(count: number): Reach {
  const ids = Array.from({ length: count }, (_, n) => labId(n + 1));
  return new Map(ids.map((id) => [id, new Set(ids.filter((other) => other !== id))]));
}

test('PE11 up to eight kiosks hold lines to all others', () => {
  for (let count = 1; count <= meshMax; count += 1)
    for (const [self, others] of allReachAll(count))
      expect(linesOf({ self, reachable: [...others], linked: new Set() })).toEqual([...others].sort());
});

test('PE11 more: three hubs to each other, all others to two of them, evenly', () => {
  const reach = allReachAll(20);
  const linked = new Set(reach.keys());
  const lines = new Map([...reach].map(([self, others]) => [self, linesOf({ self, reachable: [...others], linked })]));
  const hubs = [labId(1), labId(2), labId(3)];
  for (const [self, to] of lines) {
    expect(to).toHaveLength(2);
    expect(to.every((id) => hubs.includes(id) && id !== self)).toBe(true);
  }
  const load = hubs.map((hub) => [...lines.values()].filter((to) => to.includes(hub)).length);
  expect(Math.max(...load) - Math.min(...load)).toBeLessThanOrEqual(1);
});

test('PE11 a hub that is gone is replaced by the next id, without asking', () => {
  const others = [...allReachAll(12).keys()].filter((id) => id !== labId(9) && id !== labId(1));
  const to = linesOf({ self: labId(9), reachable: others, linked: new Set(others) });
  expect(to.every((id) => [labId(2), labId(3), labId(4)].includes(id))).toBe(true);
});

test('PE20 a box is a hub before all kiosks, with any id, and the next kiosk takes its place when it is gone', () => {
  const ids = [...allReachAll(12).keys()];
  const box = labId(11);
  const linked = new Set(ids);
  const of = (self: string, reachable: readonly string[]) =>
    linesOf({ self, reachable: reachable.filter((id) => id !== self), linked, isBox: (id) => id === box });
  const hubs = [box, labId(1), labId(2)];
  expect(of(box, ids)).toEqual([labId(1), labId(2)]);
  expect(of(labId(1), ids)).toEqual([box, labId(2)]);
  for (const self of ids) expect(of(self, ids).every((id) => hubs.includes(id))).toBe(true);
  expect(ids.filter((self) => of(self, ids).includes(box)).length).toBeGreaterThanOrEqual(8);
  const without = ids.filter((id) => id !== box);
  const later = [labId(1), labId(2), labId(3)];
  for (const self of without) expect(of(self, without).every((id) => later.includes(id))).toBe(true);
  // Few members: each to each, a box or not.
  expect(of(labId(2), ids.slice(0, 4))).toEqual([labId(1), labId(3), labId(4)]);
});

test('PE11 PE20 members that can reach each other, over any number of others, are joined by lines', () => {
  const graph = fc.integer({ min: 3, max: 20 }).chain((count) =>
    fc.tuple(
      fc.constant(count),
      fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 160 }),
      // Cliques, as rooms with a switch each have them.
      fc.array(fc.uniqueArray(fc.nat(count - 1), { minLength: 2, maxLength: 14 }), { maxLength: 3 }),
      fc.uniqueArray(fc.nat(count - 1), { maxLength: 2 }),
      // Of the release before boxes were hubs: they go by ids alone.
      fc.uniqueArray(fc.nat(count - 1), { maxLength: 6 }),
    ),
  );
  const property = fc.property(graph, ([count, pairs, rooms, boxes, older]) => {
    const reach = new Map(Array.from({ length: count }, (_, n) => [labId(n + 1), new Set<string>()]));
    const join = (a: number, b: number): void => {
      if (a === b) return;
      reach.get(labId(a + 1))!.add(labId(b + 1));
      reach.get(labId(b + 1))!.add(labId(a + 1));
    };
    for (const [a, b] of pairs) join(a, b);
    for (const room of rooms) for (const a of room) for (const b of room) join(a, b);
    const isIn = (list: readonly number[], id: string) => list.some((n) => labId(n + 1) === id);
    const lines = atRest(reach, (self) => (id) => !isIn(older, self) && isIn(boxes, id));
    for (const id of reach.keys()) expect([...component(lines, id)].sort()).toEqual([...component(reach, id)].sort());
  });
  fc.assert(property, { numRuns: 60 });
});
