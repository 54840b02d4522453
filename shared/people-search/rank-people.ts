/**
 * Finds the people whom every word of a reading matches, with the cost of the match, and puts the best few in order.
 */
import { matchSteps } from './match-cost.ts';
import { eachNear } from './near-words.ts';
import type { SearchField } from './person.ts';
import type { QueryWord, Reading } from './read-query.ts';
import type { VisitOrdinal, WordTable } from './word-table.ts';

export type WordTables = Readonly<Record<SearchField, WordTable>>;

/** A value above any sum of costs. */
export const notFound = 0xffff;

type Step = (typeof matchSteps)[number];

function visitStep(tables: WordTables, { field, match }: Step, word: QueryWord, visit: VisitOrdinal): void {
  const table = tables[field];
  if (field === 'ticketNumber') {
    if (word.ticket === '') return;
    if (match === 'exact') table.eachOf(word.ticket, visit);
    else table.eachWithPrefix(word.ticket, visit);
    return;
  }
  for (const form of word.forms) {
    if (match === 'exact') table.eachOf(form, visit);
    else if (match === 'prefix') table.eachWithPrefix(form, visit);
    else if (!word.ideographic) eachNear(table, form, match, visit);
  }
}

/**
 * Values of each person, by ordinal. Reused from search to search: new arrays for 250,000 people cost more than many
 * searches.
 */
export interface Scratch {
  costs: Uint16Array;
  /** Number of words of the reading that found the person so far; `sums`: their costs. */
  matched: Uint8Array;
  sums: Uint16Array;
}

export function createScratch(): Scratch {
  return { costs: new Uint16Array(0), matched: new Uint8Array(0), sums: new Uint16Array(0) };
}

const scratchGrowth = 1.2;

function widen(scratch: Scratch, end: number): void {
  if (scratch.costs.length >= end) return;
  const length = Math.ceil(end * scratchGrowth);
  scratch.costs = new Uint16Array(length);
  scratch.matched = new Uint8Array(length);
  scratch.sums = new Uint16Array(length);
}

/**
 * @param end one above the highest ordinal
 * @returns by ordinal, the least cost over all readings, or `notFound`; good until the next call
 */
export function costsOf(tables: WordTables, readings: readonly Reading[], end: number, scratch: Scratch): Uint16Array {
  widen(scratch, end);
  const costs = scratch.costs.subarray(0, end).fill(notFound);
  const { matched, sums } = scratch;
  for (const reading of readings) {
    matched.fill(0);
    sums.fill(0);
    reading.forEach((word, at) => {
      for (const step of matchSteps) {
        // Cheapest steps come first, so the first visit of a person is the one that counts.
        visitStep(tables, step, word, (ordinal) => {
          if (matched[ordinal] !== at) return;
          matched[ordinal] = at + 1;
          sums[ordinal] = sums[ordinal]! + step.cost;
        });
      }
    });
    for (let ordinal = 0; ordinal < end; ordinal += 1) {
      if (matched[ordinal] === reading.length && sums[ordinal]! < costs[ordinal]!) costs[ordinal] = sums[ordinal]!;
    }
  }
  return costs;
}

/** @returns the first `limit` of those found, in order; and whether there are more */
export function firstFew(
  costs: Uint16Array,
  limit: number,
  isBefore: (a: number, b: number) => boolean,
): { readonly ordinals: readonly number[]; readonly more: boolean } {
  const few: number[] = [];
  let found = 0;
  const precedes = (a: number, b: number) => costs[a]! < costs[b]! || (costs[a] === costs[b] && isBefore(a, b));
  for (let ordinal = 0; ordinal < costs.length; ordinal += 1) {
    if (costs[ordinal] === notFound) continue;
    found += 1;
    if (few.length === limit && !precedes(ordinal, few[limit - 1]!)) continue;
    let slot = few.length;
    while (slot > 0 && precedes(ordinal, few[slot - 1]!)) slot -= 1;
    few.splice(slot, 0, ordinal);
    if (few.length > limit) few.pop();
  }
  return { ordinals: few, more: found > few.length };
}
