/** Finds the typed words in a person's texts, to show why the person was found. Computed for the people of one answer only. */
import { foldForms, foldIdeographic, foldTicket } from '../text/fold.ts';
import { matchCost } from './match-cost.ts';
import { matchWord } from './near-words.ts';
import { type SearchablePerson, type SearchField, searchFields } from './person.ts';
import type { QueryWord, Reading } from './read-query.ts';
import { readTicketWords, readWords, type Word } from './read-words.ts';

/** Start and end in UTF-16 units of the field's text. Ranges of a field are sorted and do not touch. */
export type Range = readonly [start: number, end: number];
export type MatchedRanges = Readonly<Partial<Record<SearchField, readonly Range[]>>>;

interface Found {
  readonly field: SearchField;
  readonly range: Range;
  readonly cost: number;
}

/** Returns the end of the typed beginning of a word: the shortest part of the word that folds to at least what was typed. */
function endOfBeginning(text: string, word: Word, typed: string, folds: (text: string) => readonly string[]): number {
  for (let end = word.start + 1; end < word.end; end += 1) {
    // Surrogate pairs stay whole, and marks stay with their letter.
    if (/^[\udc00-\udfff]|^\p{M}/u.test(text.slice(end, end + 2))) continue;
    if (folds(text.slice(word.start, end)).some((form) => form.startsWith(typed))) return end;
  }
  return word.end;
}

function findInField(person: SearchablePerson, at: number, typed: QueryWord): Found[] {
  const field = searchFields[at]!;
  const isTicket = field === 'ticketNumber';
  const text = person[field];
  const folds = isTicket ? (part: string) => [foldTicket(part)] : typed.ideographic ? foldRun : foldForms;
  const asked = isTicket ? [typed.ticket].filter((form) => form !== '') : typed.forms;
  const found: Found[] = [];
  for (const word of isTicket ? readTicketWords(text) : readWords(text)) {
    for (const form of asked) {
      for (const held of word.forms) {
        const match = matchWord(form, held);
        if (!match || ((typed.ideographic || isTicket) && match !== 'exact' && match !== 'prefix')) continue;
        const end = match === 'prefix' ? endOfBeginning(text, word, form, folds) : word.end;
        found.push({ field, range: [word.start, end], cost: matchCost(at, match) });
      }
    }
  }
  return found;
}

const foldRun = (text: string): readonly string[] => [foldIdeographic(text)];

/** All places of a word without a typo; places with a typo only where there are no others. */
function findWord(person: SearchablePerson, typed: QueryWord): Found[] {
  const found = searchFields.flatMap((_field, at) => findInField(person, at, typed));
  const least = Math.min(...found.map(({ cost }) => cost));
  const worst = least < matchCost(0, 'typo') ? matchCost(0, 'typo') - 1 : least;
  return found.filter(({ cost }) => cost <= worst);
}

function merge(ranges: readonly Range[]): readonly Range[] {
  const merged: [number, number][] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** @returns the ranges of the reading that fits the person best; empty when none does */
export function highlight(person: SearchablePerson, readings: readonly Reading[]): MatchedRanges {
  let best: { readonly cost: number; readonly found: readonly Found[] } = { cost: Number.POSITIVE_INFINITY, found: [] };
  for (const reading of readings) {
    const words = reading.map((typed) => findWord(person, typed));
    const cost = words.reduce((sum, found) => sum + Math.min(...found.map((each) => each.cost)), 0);
    if (cost < best.cost) best = { cost, found: words.flat() };
  }
  const byField = searchFields.map((field) => {
    const ranges = best.found.filter((each) => each.field === field).map((each) => each.range);
    return [field, merge(ranges)] as const;
  });
  return Object.fromEntries(byField.filter(([, ranges]) => ranges.length > 0));
}
