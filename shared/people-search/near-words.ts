/**
 * Words one typo away from what was typed: a letter too many, missing, wrong, or two neighbours swapped (Damerau-
 * Levenshtein distance 1). Words with a digit are taken as they stand: another number is another thing.
 * eachNear() walks a table, matchWord() compares one pair by the same rules.
 */
import type { VisitOrdinal, WordTable } from './word-table.ts';

/** Shorter words are forgiven nothing. */
export const typoWordCharsMin = 4;
/** Length from which the beginning of a word may hold a typo too: `kowlac` for Kowalczyk. */
export const typoPrefixCharsMin = 5;

const digit = /\p{N}/u;
export const hasDigit = (text: string): boolean => digit.test(text);

export type Match = 'exact' | 'prefix' | 'typo' | 'typo-prefix';

/** Every spelling that is one typo away from `typed` and begins some word of `table`, or may. */
function eachSpelling(table: WordTable, typed: string, take: (spelling: string) => void): void {
  for (let at = 0; at <= typed.length; at += 1) {
    const head = typed.slice(0, at);
    const units = table.unitsAfter(head);
    if (!units) return;
    const [here = '', next = ''] = [typed[at], typed[at + 1]];
    const rest = typed.slice(at);
    if (here !== '') take(head + rest.slice(1));
    if (next !== '' && next !== here) take(head + next + here + rest.slice(2));
    for (const unit of units) {
      if (unit >= '0' && unit <= '9') continue;
      take(head + unit + rest);
      if (here !== '' && unit !== here) take(head + unit + rest.slice(1));
    }
  }
}

/**
 * @param typed folded
 * @param match whole words, or the beginnings of words
 */
export function eachNear(table: WordTable, typed: string, match: 'typo' | 'typo-prefix', visit: VisitOrdinal): void {
  const charsMin = match === 'typo' ? typoWordCharsMin - 1 : typoPrefixCharsMin;
  if (typed.length < charsMin || hasDigit(typed)) return;
  eachSpelling(table, typed, (spelling) => {
    if (spelling.length < typoWordCharsMin || hasDigit(spelling)) return;
    if (match === 'typo') table.eachOf(spelling, visit);
    else table.eachWithPrefix(spelling, visit);
  });
}

/** Whether two different texts are one typo apart. */
export function isOneTypoApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let at = 0;
  while (a[at] === b[at]) at += 1;
  if (a.length > b.length) return a.slice(at + 1) === b.slice(at);
  if (a.length < b.length) return a.slice(at) === b.slice(at + 1);
  if (a.slice(at + 1) === b.slice(at + 1)) return true;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

function isNear(typed: string, spelling: string): boolean {
  return spelling.length >= typoWordCharsMin && !hasDigit(spelling) && isOneTypoApart(typed, spelling);
}

/** Returns how `word` matches `typed`, both folded; null: not at all. */
export function matchWord(typed: string, word: string): Match | null {
  if (typed === word) return 'exact';
  if (word.startsWith(typed)) return 'prefix';
  if (hasDigit(typed)) return null;
  if (isNear(typed, word)) return 'typo';
  if (typed.length < typoPrefixCharsMin) return null;
  const beginnings = [-1, 0, 1].map((more) => word.slice(0, typed.length + more));
  return beginnings.some((beginning) => isNear(typed, beginning)) ? 'typo-prefix' : null;
}
