import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createIdSlots } from '#shared/people-search/id-slots.ts';
import { eachNear, isOneTypoApart, matchWord } from '#shared/people-search/near-words.ts';
import { packId, packText, unpackId, unpackText } from '#shared/people-search/packed-text.ts';
import { createWordTable, type WordTable } from '#shared/people-search/word-table.ts';
import { distance } from './oracle.ts';

const word = fc.string({ unit: fc.constantFrom(...'abcdé李\uffee0'), minLength: 1, maxLength: 8 });

function gather(visit: (take: (ordinal: number) => void) => void): number[] {
  const ordinals = new Set<number>();
  visit((ordinal) => ordinals.add(ordinal));
  return [...ordinals].sort((a, b) => a - b);
}

function tableOf(words: readonly string[]): WordTable {
  const table = createWordTable();
  words.forEach((each, ordinal) => {
    table.add(each, ordinal);
  });
  return table;
}

const where = (words: readonly string[], holds: (each: string) => boolean) =>
  words.flatMap((each, ordinal) => (holds(each) ? [ordinal] : []));

describe('a table of words', () => {
  // More than a block holds, so that blocks split, and few letters, so that lists grow long.
  const many = fc.array(word, { minLength: 1, maxLength: 600, size: 'max' });

  test('gives the people of a word, of a beginning, and what follows one, as a list of words would', () => {
    fc.assert(
      fc.property(many, word, (words, asked) => {
        const table = tableOf(words);
        expect(table.wordCount()).toBe(new Set(words).size);
        for (const each of [asked, asked.slice(0, 1), words[0]!]) {
          expect(gather((take) => table.eachOf(each, take))).toEqual(where(words, (held) => held === each));
          expect(gather((take) => table.eachWithPrefix(each, take))).toEqual(
            where(words, (held) => held.startsWith(each)),
          );
          const beginning = words.filter((held) => held.startsWith(each));
          const units = [
            ...new Set(beginning.filter((held) => held !== each).map((held) => held[each.length]!)),
          ].sort();
          expect(table.unitsAfter(each)).toEqual(beginning.length === 0 ? null : units);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('forgets what is removed, in any order', () => {
    fc.assert(
      fc.property(many, fc.infiniteStream(fc.nat()), (words, order) => {
        const table = tableOf(words);
        const left = words.map((each, ordinal) => ({ each, ordinal }));
        while (left.length > 0) {
          const [{ each, ordinal }] = left.splice(order.next().value! % left.length, 1) as [(typeof left)[number]];
          table.remove(each, ordinal);
          table.remove(each, ordinal);
          if (left.length % 16 !== 0) continue;
          const same = left.filter((other) => other.each === each).map((other) => other.ordinal);
          expect(gather((take) => table.eachOf(each, take))).toEqual(same);
          expect(table.wordCount()).toBe(new Set(left.map((other) => other.each)).size);
        }
        expect(table.unitsAfter('')).toBeNull();
      }),
      { numRuns: 25 },
    );
  });

  test('keeps long lists in order when a person comes back', () => {
    const table = tableOf(Array.from({ length: 500 }, () => 'berg'));
    for (const ordinal of [3, 250, 499]) table.remove('berg', ordinal);
    for (const ordinal of [250, 3, 499, 3]) table.add('berg', ordinal);
    const seen: number[] = [];
    table.eachOf('berg', (ordinal) => seen.push(ordinal));
    expect(seen).toEqual(Array.from({ length: 500 }, (_, ordinal) => ordinal));
  });

  test('gives the words one typo away, by the textbook’s distance', () => {
    const near = (typed: string, held: string) =>
      held.length >= 4 && !/\d/.test(typed + held) && distance(typed, held) === 1;
    fc.assert(
      fc.property(many, word, (words, typed) => {
        const found = gather((take) => eachNear(tableOf(words), typed, 'typo', take));
        expect(found).toEqual(where(words, (held) => near(typed, held)));
      }),
      { numRuns: 60 },
    );
  });
});

test('two words are one typo apart when their distance is one', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(isOneTypoApart(a, b)).toBe(distance(a, b) === 1);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['anna', 'anna', 'exact'],
  ['ann', 'anna', 'prefix'],
  ['anan', 'anna', 'typo'],
  ['jon', 'john', 'typo'],
  ['ana', 'ann', null],
  ['kowlac', 'kowalczyk', 'typo-prefix'],
  ['anan', 'annabel', null],
  ['1243', '1234', null],
  ['guset', 'guest12', 'typo-prefix'],
])('%s answers to %s: %s', (typed, held, match) => expect(matchWord(typed, held)).toBe(match));

describe('packed', () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 });
  const unit = fc.nat(0xffff).map((code) => String.fromCharCode(code));
  const units = fc.string({ unit, maxLength: 10 });

  test('a text comes back, in characters of one byte, and in the same order', () => {
    fc.assert(
      fc.property(fc.oneof(text, units), fc.oneof(text, units), (a, b) => {
        expect(unpackText(packText(a))).toBe(a);
        expect(packText(a)).toMatch(/^[\0-\xff]*$/);
        expect(packText(a) < packText(b)).toBe(a < b);
      }),
    );
  });

  test('an id comes back from the middle of a record', () => {
    const id = fc.oneof(
      fc.uuid(),
      fc.uuid().map((each) => each.toUpperCase()),
      text.filter((each) => !each.includes('\0')),
    );
    fc.assert(
      fc.property(id, (each) => {
        const packed = packId(each);
        expect(unpackId(`ab${packed}rest`, 2)).toEqual({ id: each, end: 2 + packed.length });
      }),
    );
    expect(packId('00000000-0000-7000-8000-000000000000')).toHaveLength(17);
  });
});

test('slots find every id that was put and not removed', () => {
  const step = fc.tuple(fc.boolean(), fc.nat(3_000));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 4_000, size: 'max' }), (steps) => {
      const slots = createIdSlots((ordinal, id) => `id${ordinal}` === id);
      const held = new Set<number>();
      for (const [puts, ordinal] of steps) {
        if (puts) slots.put(`id${ordinal}`, ordinal);
        else slots.remove(`id${ordinal}`);
        if (puts) held.add(ordinal);
        else held.delete(ordinal);
      }
      for (let ordinal = 0; ordinal <= 3_000; ordinal += 1) {
        if (slots.find(`id${ordinal}`) !== (held.has(ordinal) ? ordinal : -1)) throw new Error(`lost ${ordinal}`);
      }
    }),
    { numRuns: 10 },
  );
});
