/** Lists for each item the people who have it: walking these lists counts what two people share. */

import { itemsPerRow, listsPerRow, type PackedPeople, places } from '#shared/networking/people-table.ts';
import { itemLimits, itemLists } from '#shared/networking/profile.ts';
import { Arena } from './arena.ts';
import type { Products } from './products.ts';
import { loadTallyKernel, type Tally } from './tally-kernel.ts';

/** The people of each item, as byte addresses in the memory of the kernel. */
interface Postings {
  /** Address of the first person of each item after the person whose turn it is. */
  readonly heads: Int32Array;
  /** Address after the last person of each item. */
  readonly ends: Int32Array;
}

const intBytes = Int32Array.BYTES_PER_ELEMENT;

function postingsOf(
  { count, items }: PackedPeople,
  place: number,
  length: number,
  words: number,
  arena: Arena,
): Postings {
  const [heads, ends] = [arena.ints(words), arena.ints(words)];
  let all = 0;
  for (let person = 0; person < count; person += 1) {
    const from = person * itemsPerRow + place;
    for (let at = from; at < from + length; at += 1) {
      const item = items[at] as number;
      if (item < 0) break;
      ends[item] = (ends[item] as number) + 1;
      all += 1;
    }
  }
  const people = arena.ints(all);
  let next = 0;
  for (let item = 0; item < words; item += 1) {
    const many = ends[item] as number;
    heads[item] = people.byteOffset + next * intBytes;
    ends[item] = heads[item] as number;
    next += many;
  }
  for (let person = 0; person < count; person += 1) {
    const from = person * itemsPerRow + place;
    for (let at = from; at < from + length; at += 1) {
      const item = items[at] as number;
      if (item < 0) break;
      const end = ends[item] as number;
      people[(end - people.byteOffset) / intBytes] = person;
      ends[item] = end + intBytes;
    }
  }
  return { heads, ends };
}

/** The list in which each list finds its counterpart. */
const counterparts = {
  lookingFor: 'offering',
  offering: 'lookingFor',
  interests: 'interests',
  skills: 'skills',
} as const;

/** One list of each person, with the people who have its items in the counterpart of the list. */
interface Walk {
  /** Start of the list within the items of a row, and its greatest length. */
  readonly place: number;
  readonly length: number;
  readonly postings: Postings;
  /** The people of the items in this list itself; the person whose turn it is leaves them. */
  readonly own: Postings;
  /** Amount that one shared item adds to the counts, in the byte of this list. */
  readonly one: number;
}

/** Takes the person whose turn it is out of the people who come after. */
function passPerson({ length, own, place }: Walk, items: Int32Array, person: number): void {
  const { heads } = own;
  const from = person * itemsPerRow + place;
  for (let at = from; at < from + length; at += 1) {
    const item = items[at] as number;
    if (item < 0) return;
    heads[item] = (heads[item] as number) + intBytes;
  }
}

export interface Walks {
  readonly walks: readonly Walk[];
  /** The items of all people, in the order in which they were passed in. */
  readonly items: Int32Array;
  /** Counts of items that the person whose turn it is shares with each other, by row: a byte per list, in their order. */
  readonly common: Int32Array;
  /** Rows that are scored. */
  readonly list: Int32Array;
  readonly tally: Tally;
}

/** Returns an upper bound on the number of different items. */
export function wordsOf({ count, items }: PackedPeople): number {
  let words = 0;
  for (let at = 0; at < count * itemsPerRow; at += 1) words = Math.max(words, (items[at] as number) + 1);
  return words;
}

/** Bytes that `walksOf` takes at most. @param words as `wordsOf` counts them */
export function walkBytes({ count }: PackedPeople, words: number): number {
  const ints = 2 * itemLists.length * words + 2 * itemsPerRow * count + 2 * count;
  return Arena.bytesOf(3 * itemLists.length + 3, ints * intBytes);
}

/** @param words as `wordsOf` counts them */
export function walksOf(people: PackedPeople, words: number, { memory, arena }: Products): Walks {
  const byList = Object.fromEntries(
    itemLists.map((list) => [list, postingsOf(people, places[list], itemLimits[list], words, arena)]),
  ) as Record<(typeof itemLists)[number], Postings>;
  const walks = itemLists.map((list, n) => {
    const postings = byList[counterparts[list]];
    return { place: places[list], length: itemLimits[list], postings, own: byList[list], one: 1 << (8 * n) };
  });
  const items = arena.ints(people.count * itemsPerRow);
  items.set(people.items.subarray(0, items.length));
  return {
    walks,
    items,
    common: arena.ints(people.count),
    list: arena.ints(people.count),
    tally: loadTallyKernel(memory),
  };
}

/**
 * Counts what each later person has in common with this one. Must be called for one person after the other, from the first.
 *
 * @param sizes lengths of the four lists of all people, by row
 * @returns how many rows with a count the list holds
 */
export function countCommon({ common, items, list, tally, walks }: Walks, person: number, sizes: Uint8Array): number {
  for (const walk of walks) passPerson(walk, items, person);
  let end = list.byteOffset;
  for (let n = 0; n < walks.length; n += 1) {
    const { one, place, postings } = walks[n] as Walk;
    const from = items.byteOffset + (person * itemsPerRow + place) * intBytes;
    const till = from + (sizes[person * listsPerRow + n] as number) * intBytes;
    end = tally(from, till, postings.heads.byteOffset, postings.ends.byteOffset, one, common.byteOffset, end);
  }
  return (end - list.byteOffset) / intBytes;
}
