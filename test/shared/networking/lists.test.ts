/** Fast scoring of many people is the same as scoring two; lists share the attention. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestCandidates } from '#server/modules/events/networking/pairs/all-pairs.ts';
import { blockFloats, loadBlockKernel } from '#server/modules/events/networking/pairs/block-kernel.ts';
import { loadDotKernel } from '#server/modules/events/networking/pairs/dot-kernel.ts';
import { wasm } from '#server/modules/events/networking/pairs/wasm-engine.ts';
import { WorkMemory } from '#server/modules/events/networking/pairs/work-memory.ts';
import { seededRandom } from '#server/operations/demo/people.ts';
import { allocate, exposureFactor } from '#shared/networking/allocate.ts';
import { Candidates, otherOf, scoreOf } from '#shared/networking/candidates.ts';
import { lexicalCalibration, lexicalDim, lexicalVector, textOf } from '#shared/networking/lexical.ts';
import { lexiconOf } from '#shared/networking/lexicon.ts';
import { itemsPerRow, PeopleTable, sharesOf } from '#shared/networking/people-table.ts';
import { type ProfileWords, traitsOf } from '#shared/networking/profile.ts';
import { roleRules } from '#shared/networking/roles.ts';
import { calibrated, isEligible, scorePair, usualWeights } from '#shared/networking/score.ts';

const rules = roleRules(null, null);
const lexicon = lexiconOf(null);
const shares = sharesOf(usualWeights);
const some = (...words: readonly string[]) => fc.constantFrom(...words);
const profile: fc.Arbitrary<ProfileWords> = fc.record({
  role: some('Founder', 'Investor', 'Developer', 'Designer', 'Baker', ''),
  lookingFor: fc.array(some('Funding', 'Clients', 'Talent', 'Advice'), { maxLength: 5 }),
  offering: fc.array(some('Funding', 'Clients', 'Talent', 'Advice'), { maxLength: 5 }),
  interests: fc.array(some('AI', 'Climate', 'SaaS', 'Chess', 'Wine', 'Bikes'), { maxLength: 10 }),
  skills: fc.array(some('Go', 'Rust', 'SQL', 'Law'), { maxLength: 10 }),
  industry: some('Banking', 'FinTech', 'Retail', ''),
});
const id = (n: number) => String(n).padStart(6, '0');

function tableOf(people: readonly ProfileWords[]) {
  const table = new PeopleTable(lexicalDim, rules);
  people.forEach((words, n) => {
    table.put(id(n), traitsOf(words, rules), lexicalVector(textOf(words), lexicon));
  });
  return table;
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

function exactly(a: ProfileWords, b: ProfileWords) {
  const vector = (words: ProfileWords) => lexicalVector(textOf(words), lexicon);
  const semantic = calibrated(dot(vector(a), vector(b)), lexicalCalibration);
  return scorePair(traitsOf(a, rules), traitsOf(b, rules), usualWeights, rules, semantic);
}

test('people are copied for a worker in pieces, each as they are when their turn comes', () => {
  const people = fc.sample(profile, { numRuns: 600, seed: 14 });
  const table = tableOf(people);
  const whole = table.pack();
  const steps = table.packing();
  expect(steps.next().done).toBe(false);
  // The first has been copied, the last has not.
  table.remove(id(0));
  table.remove(id(599));
  let turns = 1;
  let step = steps.next();
  for (; !step.done; step = steps.next()) turns += 1;
  expect(turns).toBeGreaterThan(1);
  const packed = step.value;
  const items = (of: typeof packed, row: number) => of.items.subarray(row * itemsPerRow, (row + 1) * itemsPerRow);
  const vector = (of: typeof packed, row: number) => of.vectors.subarray(row * of.dim, (row + 1) * of.dim);
  expect([packed.ids, packed.count]).toEqual([whole.ids, 600]);
  for (const row of [0, 1, 299, 598]) {
    expect(items(packed, row)).toEqual(items(whole, row));
    expect(vector(packed, row)).toEqual(vector(whole, row));
  }
  expect(new Set(items(packed, 599))).toEqual(new Set([-1]));
  expect(new Set(vector(packed, 599))).toEqual(new Set([0]));
});

test('a person who leaves while the others are copied is suggested to no one', () => {
  // The first has the classes 0 of roles and of industries, which go well with each other.
  const banker = { role: 'Founder', industry: 'Banking' };
  const table = tableOf(Array.from({ length: 300 }, (_, n) => (n === 0 ? banker : { ...banker, role: 'Investor' })));
  const steps = table.packing();
  expect(steps.next().done).toBe(false);
  table.remove(id(299));
  // A class that comes meanwhile is not taken for theirs.
  table.put(id(298), traitsOf({ role: 'Baker', industry: 'Retail' }, rules), null);
  let step = steps.next();
  while (!step.done) step = steps.next();
  const [people, excluded] = [step.value, new Set<number>()];
  const all = bestCandidates({ people, shares, calibration: lexicalCalibration, minScore: 1, excluded });
  for (let person = 0; person < people.count; person += 1) all.sort(person);
  expect(all.of(1).length).toBeGreaterThan(0);
  expect([...all.of(299)]).toEqual([]);
  for (let person = 0; person < people.count; person += 1) expect([...all.of(person)].map(otherOf)).not.toContain(299);
});

test('one row and all pairs score as two people are scored', () => {
  fc.assert(
    fc.property(fc.array(profile, { minLength: 2, maxLength: 70 }), (people) => {
      const table = tableOf(people);
      const minScore = 25;
      const found = new Map<string, number>();
      table.eachScore(id(0), { shares, calibration: lexicalCalibration, minScore }, (other, score) =>
        found.set(other, score),
      );
      const task = {
        people: table.pack(),
        shares,
        calibration: lexicalCalibration,
        minScore,
        excluded: new Set<number>(),
      };
      const all = bestCandidates(task);
      for (let person = 0; person < people.length; person += 1) all.sort(person);
      const best = new Map([...all.of(0)].map((key) => [id(otherOf(key)), scoreOf(key)]));
      people.slice(1).forEach((words, n) => {
        const pair = exactly(people[0]!, words);
        if (Math.abs(pair.score - minScore) < 0.001) return;
        const expected = isEligible(pair, minScore) ? pair.score : undefined;
        for (const scores of [found, best]) {
          if (expected === undefined) expect(scores.get(id(n + 1))).toBe(undefined);
          else expect(scores.get(id(n + 1))).toBeCloseTo(expected, 3);
        }
      });
    }),
    { numRuns: 40 },
  );
});

test('a person who is removed is scored with no one, and the row serves another', () => {
  const table = tableOf([{ interests: ['AI'] }, { interests: ['AI'] }, { interests: ['AI'] }]);
  table.remove(id(1));
  table.put('other', traitsOf({ interests: ['AI'] }, rules), null);
  const seen: string[] = [];
  table.eachScore(id(0), { shares, calibration: lexicalCalibration, minScore: 0 }, (other) => seen.push(other));
  expect(seen.toSorted()).toEqual([id(2), 'other']);
  expect(table.cosine(id(0), 'other')).toBe(0);
});

test('a row is scored in pieces, each other person as they are when their turn comes', () => {
  const table = tableOf(fc.sample(profile, { numRuns: 300, seed: 14 }));
  const rule = { shares, calibration: lexicalCalibration, minScore: 0 };
  const whole = new Map<string, number>();
  table.eachScore(id(7), rule, (other, score) => whole.set(other, score));
  const found = new Map<string, number>();
  const steps = table.scoring(id(7), rule, (other, score) => found.set(other, score));
  expect(steps.next().done).toBe(false);
  // The marks of one scoring are not seen by another that begins in between.
  const between = new Map<string, number>();
  table.eachScore(id(8), rule, (other, score) => between.set(other, score));
  const known = found.size;
  expect(known).toBeGreaterThan(0);
  expect(known).toBeLessThan(whole.size);
  table.remove(id(299));
  while (!steps.next().done);
  whole.delete(id(299));
  expect(found).toEqual(whole);
  expect(between.get(id(7))).toBeCloseTo(found.get(id(8)) ?? -1, 5);
  const left = table.scoring(id(9), rule, (other) => found.delete(other));
  left.next();
  table.remove(id(9));
  expect(left.next().done).toBe(true);
});

test('one task after the other in the same memory gives what each gives in its own', () => {
  const memory = new WorkMemory();
  for (const [seed, numRuns] of [
    [1, 90],
    [2, 40],
    [3, 120],
    [4, 33],
  ] as const) {
    const task = {
      people: tableOf(fc.sample(profile, { numRuns, seed })).pack(),
      ...{ shares, calibration: lexicalCalibration, minScore: 20, excluded: new Set<number>() },
    };
    const listsIn = (kept?: WorkMemory) => [...allocate(bestCandidates(task, undefined, kept), 5).others];
    expect(listsIn(memory)).toEqual(listsIn());
  }
});

describe.each([true, false])('the kernel, relaxed: %s', (relaxed) => {
  test('gives the dot products of rows', () => {
    const dim = 24;
    const memory = new wasm.Memory({ initial: 2 });
    const kernel = loadDotKernel(memory, relaxed);
    const values = new Float32Array(memory.buffer);
    for (let i = 0; i < 10 * dim; i += 1) values[i] = Math.sin(i) / 3;
    const out = 40_000;
    kernel.dots(0, 8 * dim * 4, 0, 10 * dim * 4, dim * 4, out, 48);
    for (let i = 0; i < 8; i += 1)
      for (let j = 0; j < 10; j += 1) {
        const [a, b] = [values.slice(i * dim, (i + 1) * dim), values.slice(j * dim, (j + 1) * dim)];
        expect(values[(out + i * 48) / 4 + j]).toBeCloseTo(dot(a, b), 5);
      }
  });
});

test('the block kernel finds the blocks that hold a float from the bar on', () => {
  const memory = new wasm.Memory({ initial: 1 });
  const blocks = loadBlockKernel(memory);
  const [barAt, from, out] = [16, 64, 8_192];
  const float = fc.float({ min: -1, max: 1, noNaN: true });
  const product = fc.oneof({ weight: 9, arbitrary: float }, fc.constant(Number.NaN));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(blockFloats - 1), product), { minLength: 1, maxLength: 40 }),
      float,
      (one, bar) => {
        const values = new Float32Array(memory.buffer);
        values.fill(-2, from / 4);
        values[barAt / 4] = bar;
        one.forEach(([place, value], n) => {
          values[from / 4 + n * blockFloats + place] = value;
        });
        blocks(from, from + one.length * blockFloats * 4, barAt, out);
        const expected = one.flatMap(([, value], n) => (value < bar ? [] : [from + n * blockFloats * 4]));
        expect([...new Int32Array(memory.buffer, out, expected.length + 1)]).toEqual([...expected, 0]);
      },
    ),
  );
});

test('candidates are the best, of equals the first', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 }), (scores) => {
      const candidates = new Candidates(1, 7);
      scores.forEach((score, other) => {
        candidates.offer(0, other, score);
      });
      candidates.sort(0);
      const best = scores
        .map((score, other) => ({ other, score }))
        .sort((a, b) => b.score - a.score || a.other - b.other);
      expect([...candidates.of(0)].map((key) => ({ other: otherOf(key), score: scoreOf(key) })).toReversed()).toEqual(
        best.slice(0, 7),
      );
    }),
  );
});

test('so many of the best are in order as were asked for, and the lowest of a full heap stays the first', () => {
  const scores = fc.uniqueArray(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 90 });
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 45 }), (all, many) => {
      const candidates = new Candidates(2, 40);
      all.forEach((score, other) => {
        candidates.offer(1, other, score);
      });
      candidates.sort(1, many);
      const best = all.toSorted((a, b) => b - a).slice(0, 40);
      const kept = [...candidates.of(1)].map(scoreOf);
      expect(kept.toReversed().slice(0, many)).toEqual(best.slice(0, many));
      expect(kept.toSorted((a, b) => b - a)).toEqual(best);
      if (best.length === 40) expect(kept[0]).toBe(best.at(-1));
      candidates.sort(1);
      expect([...candidates.of(1)].map(scoreOf).toReversed()).toEqual(best);
    }),
  );
});

test('pairs are matched from the best on, as one sorted list of all pairs gives them', () => {
  const scores = fc.uniqueArray(fc.integer({ min: 0, max: 100_000 }), { minLength: 45, maxLength: 45 });
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 4 }), (all, most) => {
      const people = 10;
      const pairs = Array.from({ length: people }, (_, i) => Array.from({ length: i }, (_other, j) => [j, i] as const))
        .flat()
        .map(([i, j], n) => ({ i, j, score: all[n]! / 1_000 }));
      const candidates = new Candidates(people, 12);
      const [matched, lengths] = [new Set<string>(), new Array<number>(people).fill(0)];
      for (const { i, j, score } of pairs) {
        candidates.offer(i, j, score);
        candidates.offer(j, i, score);
      }
      for (const { i, j } of pairs.toSorted((a, b) => b.score - a.score)) {
        if (lengths[i]! >= most || lengths[j]! >= most) continue;
        matched.add(`${i} ${j}`).add(`${j} ${i}`);
        lengths[i]! += 1;
        lengths[j]! += 1;
      }
      // A person without a match takes a place in another list.
      fc.pre(!lengths.includes(0));
      const { others } = allocate(candidates, most);
      const listed = new Set([...others].map((other, at) => `${Math.floor(at / most)} ${other}`));
      for (const pair of matched) expect(listed).toContain(pair);
    }),
  );
});

test('no one is shown too often or left out while a list has room, and lists hold candidates once, best first', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 1, max: 5 }), fc.integer(), (people, most, seed) => {
      const candidates = new Candidates(people, 12);
      const score = (i: number, j: number) =>
        ((Math.imul(Math.min(i, j) * 97 + Math.max(i, j), 2_654_435_761) ^ seed) >>> 0) % 100;
      // The last is liked by all: without bounds everyone would be shown that one.
      for (let i = 0; i < people; i += 1)
        for (let j = 0; j < people; j += 1)
          if (i !== j) candidates.offer(i, j, i + 1 === people || j + 1 === people ? 100 : score(i, j));
      const { others } = allocate(candidates, most);
      const shown = new Array<number>(people).fill(0);
      for (let i = 0; i < people; i += 1) {
        const list = [...others.subarray(i * most, (i + 1) * most)].filter((other) => other >= 0);
        expect(new Set(list).size).toBe(list.length);
        expect(list).not.toContain(i);
        for (const other of list) shown[other]! += 1;
        const scores = list.map((other) => (i + 1 === people || other + 1 === people ? 100 : score(i, other)));
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      }
      expect(Math.max(...shown)).toBeLessThanOrEqual(exposureFactor * most);
      shown.forEach((count, person) => {
        if (count > 0) return;
        // Shown to no one only where every candidate's list is full.
        for (const key of candidates.of(person))
          expect(others[otherOf(key) * most + most - 1]).toBeGreaterThanOrEqual(0);
      });
    }),
  );
});

/** How many words its people use, and how much more often the first of them than the last. */
interface Crowd {
  readonly size: number;
  readonly words: number;
  readonly steepness: number;
  /** Some say what nearly everyone looks for. */
  readonly popular: number;
  /** No two people have anything else in common. */
  readonly isOneSided?: boolean;
  readonly most: number;
  readonly seed: number;
}

function crowdOf({ popular, seed, size, steepness, words }: Crowd): readonly ProfileWords[] {
  const random = seededRandom(seed);
  const several = (many: number, kind: string) =>
    Array.from({ length: many }, () => `${kind}${Math.floor(words * random() ** steepness)}`);
  const one = (list: readonly string[]) => list[Math.floor(random() * list.length)]!;
  return Array.from({ length: size }, (_, n) => ({
    role: one(['Founder', 'Investor', 'Developer', 'Designer']),
    industry: one(['Software', 'Retail', 'Media', '']),
    lookingFor: n < popular ? several(2, 'need') : ['what few have', ...several(1, 'need')],
    offering: n < popular ? ['what few have', ...several(1, 'need')] : several(2, 'need'),
    interests: several(3, 'topic'),
    skills: several(2, 'skill'),
  }));
}

function shownIn(people: readonly ProfileWords[], most: number): readonly number[] {
  const task = {
    people: tableOf(people).pack(),
    ...{ shares, calibration: lexicalCalibration, minScore: 20, excluded: new Set<number>() },
  };
  const shown = new Array<number>(people.length).fill(0);
  for (const other of allocate(bestCandidates(task), most).others) if (other >= 0) shown[other]! += 1;
  return shown;
}

function expectShared(crowd: Crowd): void {
  const shown = shownIn(crowdOf(crowd), crowd.most);
  expect(Math.max(...shown), JSON.stringify(crowd)).toBeLessThanOrEqual(exposureFactor * crowd.most);
  const never = shown.filter((count) => count === 0).length;
  // Who suits a few people alone cannot be shown more often than these have places.
  if (!crowd.isOneSided) expect(never, JSON.stringify(crowd)).toBeLessThanOrEqual(crowd.size / 100);
}

const crowds = {
  'of one field': { words: 12, steepness: 1, popular: 0 },
  'of many fields': { words: 60, steepness: 1, popular: 0 },
  'of a few large fields and many small ones': { words: 60, steepness: 3, popular: 0 },
  'who say all the same': { words: 1, steepness: 1, popular: 0 },
  'with a few whom everyone looks for': { words: 30, steepness: 2, popular: 5 },
  'who suit only a few': { words: 1e6, steepness: 1, popular: 5, isOneSided: true },
} as const;

describe('no one is shown more than twice the length of a list, and at most 1 % are shown to no one', () => {
  test.each(Object.entries(crowds))('among people %s', (_name, crowd) => {
    fc.assert(
      fc.property(
        fc.record({ size: fc.integer({ min: 100, max: 700 }), most: fc.integer({ min: 3, max: 20 }), seed: fc.nat() }),
        (chosen) => expectShared({ ...crowd, ...chosen }),
      ),
      { numRuns: 6, endOnFailure: true },
    );
  });

  test('among 5,000', () => {
    expectShared({ ...crowds['with a few whom everyone looks for'], size: 5_000, most: 10, seed: 14 });
  });
});
