/**
 * The people of one word, as ordinals in rising order: a bare number while there is one, a plain array while there are
 * few, a typed one beyond. Most words have one person (ticket numbers, addresses), a few have all of them.
 */

export interface LongPostings {
  items: Uint32Array;
  count: number;
}
export type Postings = number | number[] | LongPostings;

/** Length above which a typed array is smaller than a plain one with its fixed costs. */
export const shortPostingsMax = 32;
const growth = 1.25;

export function isLong(postings: Postings): postings is LongPostings {
  return typeof postings === 'object' && !Array.isArray(postings);
}

function slotOf(items: ArrayLike<number>, count: number, ordinal: number): number {
  if (count === 0 || items[count - 1]! < ordinal) return count;
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle]! < ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}

function insertLong(long: LongPostings, ordinal: number): void {
  const slot = slotOf(long.items, long.count, ordinal);
  if (slot < long.count && long.items[slot] === ordinal) return;
  if (long.count === long.items.length) {
    const wider = new Uint32Array(Math.ceil(long.count * growth));
    wider.set(long.items);
    long.items = wider;
  }
  long.items.copyWithin(slot + 1, slot, long.count);
  long.items[slot] = ordinal;
  long.count += 1;
}

/** @returns what to keep in place of `postings`; adding twice is adding once */
export function withOrdinal(postings: Postings, ordinal: number): Postings {
  if (typeof postings === 'number') {
    if (postings === ordinal) return postings;
    return postings < ordinal ? [postings, ordinal] : [ordinal, postings];
  }
  if (!Array.isArray(postings)) {
    insertLong(postings, ordinal);
    return postings;
  }
  const slot = slotOf(postings, postings.length, ordinal);
  if (postings[slot] === ordinal) return postings;
  if (postings.length < shortPostingsMax) {
    // A new array instead of splice() or push(), which reserve room for sixteen more in each of many thousand words.
    if (slot === postings.length) return postings.concat(ordinal);
    return [...postings.slice(0, slot), ordinal, ...postings.slice(slot)];
  }
  const long = { items: new Uint32Array(shortPostingsMax * 2), count: postings.length };
  long.items.set(postings);
  insertLong(long, ordinal);
  return long;
}

/** @returns what to keep in place of `postings`, null when no one is left */
export function withoutOrdinal(postings: Postings, ordinal: number): Postings | null {
  if (typeof postings === 'number') return postings === ordinal ? null : postings;
  if (Array.isArray(postings)) {
    const kept = postings.filter((each) => each !== ordinal);
    return kept.length > 1 ? kept : (kept[0] ?? null);
  }
  const slot = slotOf(postings.items, postings.count, ordinal);
  if (slot === postings.count || postings.items[slot] !== ordinal) return postings;
  postings.items.copyWithin(slot, slot + 1, postings.count);
  postings.count -= 1;
  if (postings.count > shortPostingsMax / 2) return postings;
  return Array.from(postings.items.subarray(0, postings.count));
}

export function eachOrdinal(postings: Postings, visit: (ordinal: number) => void): void {
  if (typeof postings === 'number') visit(postings);
  else if (Array.isArray(postings)) for (const ordinal of postings) visit(ordinal);
  else for (let slot = 0; slot < postings.count; slot += 1) visit(postings.items[slot]!);
}
