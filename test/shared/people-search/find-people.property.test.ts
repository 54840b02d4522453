/** For all people and all queries: what a plain scan by the same rules finds, and nothing else. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPeopleIndex, type PeopleIndex } from '#shared/people-search/people-index.ts';
import type { SearchablePerson } from '#shared/people-search/person.ts';
import { readWords } from '#shared/people-search/read-words.ts';
import { naiveCost } from './oracle.ts';

// Few letters, so that words meet and lie one typo apart.
const letter = fc.constantFrom(...'aabbcen1üøИвαأمة李雷ガ');
const token = fc.oneof(
  fc.string({ unit: letter, minLength: 1, maxLength: 7 }),
  fc.constantFrom('Müller', 'Mueller', 'Анна', 'Anna', 'van', 'Παύλος', '田中', 'guest12', 'عبد', 'الزهراء'),
);
const joined = (separators: readonly string[], maxLength: number) =>
  fc
    .array(fc.tuple(token, fc.constantFrom(...separators)), { minLength: 1, maxLength })
    .map((pairs) => pairs.map(([text, separator], at) => text + (at < pairs.length - 1 ? separator : '')).join(''));
const name = joined([' ', '-', '’', ' '], 4);
const people = fc
  .array(
    fc.record({
      name,
      email: joined(['.', '@', '-'], 3),
      company: joined([' ', ' & '], 2),
      ticketNumber: fc.string({ unit: fc.constantFrom(...'0O1IA-'), maxLength: 6 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((list) => list.map((fields, at): SearchablePerson => ({ ...fields, id: `p${at}` })));
const query = fc.oneof(
  name,
  joined([' ', '.', '@'], 2),
  fc.string({ unit: fc.constantFrom(...'0O1iA -'), maxLength: 6 }),
);

function indexOf(list: Iterable<SearchablePerson>): PeopleIndex {
  const index = createPeopleIndex();
  for (const person of list) index.add(person);
  return index;
}

const idsOf = (index: PeopleIndex, text: string) => index.search(text, { limit: 50 }).hits.map((hit) => hit.id);

/** Words that may hold a typo, one way or another away from what they were. */
const typo = (word: string) =>
  fc
    .tuple(fc.nat(word.length - 1), fc.constantFrom(...'abxyz'), fc.constantFrom('drop', 'add', 'change', 'swap'))
    .map(([at, unit, kind]) => {
      const [head, tail] = [word.slice(0, at), word.slice(at)];
      if (kind === 'drop') return head + tail.slice(1);
      if (kind === 'add') return head + unit + tail;
      if (kind === 'change') return head + unit + tail.slice(1);
      return head + (tail[1] ?? '') + (tail[0] ?? '') + tail.slice(2);
    });

describe('a search', () => {
  test('finds whom a plain scan finds, at the same cost', () => {
    fc.assert(
      fc.property(people, query, (list, text) => {
        const costs = new Map(list.map((person) => [person.id, naiveCost(person, text)]));
        const ids = idsOf(indexOf(list), text);
        expect(new Set(ids)).toEqual(
          new Set(list.map(({ id }) => id).filter((id) => costs.get(id) !== Number.POSITIVE_INFINITY)),
        );
        const inOrder = ids.map((id) => costs.get(id)!);
        expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b));
      }),
      { numRuns: 200 },
    );
  });

  test('finds a person by any beginning of two letters or more of any of their words', () => {
    fc.assert(
      fc.property(people, (all) => {
        const list = all.slice(0, 4);
        const index = indexOf(list);
        for (const person of list) {
          for (const form of [person.name, person.company, person.email]
            .flatMap(readWords)
            .flatMap((word) => word.forms)) {
            for (let end = 2; end <= form.length; end += 1)
              expect(idsOf(index, form.slice(0, end))).toContain(person.id);
          }
        }
      }),
      { numRuns: 12 },
    );
  });

  test('finds a person by their words in any order', () => {
    const words = fc.uniqueArray(
      fc.constantFrom('Müller', 'Øyen', 'anna', 'Пётр', '李雷', 'Παύλος', 'أحمد', 'Lee', 'x'),
      { minLength: 2, maxLength: 5 },
    );
    const both = words.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: 2 })));
    fc.assert(
      fc.property(both, ([list, typed]) => {
        const fields = { email: '', company: '', ticketNumber: '' };
        const index = indexOf([{ id: 'p', name: list.join(' '), ...fields }]);
        expect(idsOf(index, typed.join(' '))).toEqual(['p']);
      }),
    );
  });

  test('finds a person by any single typo in a word of four letters or more', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdenoü'), minLength: 4, maxLength: 10 });
    const both = word.chain((text) => fc.tuple(fc.constant(text), typo(text)));
    fc.assert(
      fc.property(both, fc.array(token, { maxLength: 6 }), ([text, typed], others) => {
        const rest = { email: '', company: '', ticketNumber: '' };
        const list = [text, ...others].map((each, at) => ({ id: `p${at}`, name: `Zed ${each}`, ...rest }));
        expect(idsOf(indexOf(list), typed)).toContain('p0');
      }),
    );
  });

  test('marks something of everyone found, and only what is there', () => {
    fc.assert(
      fc.property(people, query, (list, text) => {
        for (const { id, matched } of indexOf(list).search(text).hits) {
          const person = list.find((each) => each.id === id)!;
          const ranges = Object.entries(matched).flatMap(([field, each]) =>
            each.map((range) => [field, ...range] as const),
          );
          expect(ranges.length).toBeGreaterThan(0);
          for (const [field, start, end] of ranges) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(person[field as keyof SearchablePerson].length);
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('an index that lived', () => {
  const change = fc.oneof(
    fc.record({ kind: fc.constant('put' as const), at: fc.nat(11), name }),
    fc.record({ kind: fc.constant('remove' as const), at: fc.nat(11) }),
  );

  test('answers as one built from those who are left, and holds no word more', () => {
    fc.assert(
      fc.property(
        people,
        fc.array(change, { maxLength: 30 }),
        fc.array(query, { maxLength: 5 }),
        (list, changes, texts) => {
          const lived = indexOf(list);
          const left = new Map(list.map((person) => [person.id, person]));
          for (const each of changes) {
            const id = `p${each.at}`;
            if (each.kind === 'remove') {
              expect(lived.remove(id)).toBe(left.delete(id));
              continue;
            }
            const person = { id, name: each.name, email: '', company: 'Co', ticketNumber: 'T1' };
            lived.add(person);
            left.set(id, person);
          }
          const built = indexOf(left.values());
          expect([lived.size, lived.wordCount()]).toEqual([built.size, built.wordCount()]);
          for (const text of [...texts, 'co', 't1'])
            expect(lived.search(text, { limit: 50 })).toEqual(built.search(text, { limit: 50 }));
          for (const id of [...left.keys()]) lived.remove(id);
          expect([lived.size, lived.wordCount()]).toEqual([0, 0]);
        },
      ),
      { numRuns: 80 },
    );
  });
});
