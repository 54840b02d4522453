/**
 * The different words of one field in order, each with its people. Kept in blocks, so that a new word moves a hundred
 * neighbours and never the whole table. Order is that of UTF-16 units, which packing keeps.
 */
import { packText } from './packed-text.ts';
import { eachOrdinal, isLong, type LongPostings, type Postings, withOrdinal, withoutOrdinal } from './postings.ts';
import {
  compareAt,
  dropAt,
  emptyBlock,
  flat,
  insertAt,
  slotOf,
  splitOff,
  startsAt,
  unitAt,
  type WordBlock,
  wordsPerBlockMax,
} from './word-block.ts';

export type VisitOrdinal = (ordinal: number) => void;

export interface WordTable {
  /** Adding twice is adding once. */
  add(word: string, ordinal: number): void;
  remove(word: string, ordinal: number): void;
  eachOf(word: string, visit: VisitOrdinal): void;
  /** Also the people of the word `prefix` itself. */
  eachWithPrefix(prefix: string, visit: VisitOrdinal): void;
  /** The different characters (UTF-16 units) that follow `prefix` in words here, in order; null: no word begins so. */
  unitsAfter(prefix: string): readonly string[] | null;
  wordCount(): number;
}

/** A head from here on is the place of a list; below it is the ordinal of the only person. */
const firstList = 2 ** 31;

/** Lists of people under numbers that fit a block's heads; a number that is free is given again. */
function createLists() {
  const lists: (number[] | LongPostings | null)[] = [];
  const free: number[] = [];
  return {
    read: (head: number): Postings => (head < firstList ? head : lists[head - firstList]!),
    /** @returns the head to keep in place of `head` */
    write(head: number, postings: Postings): number {
      const held = head >= firstList ? head - firstList : null;
      if (typeof postings === 'number') {
        if (held !== null) {
          lists[held] = null;
          free.push(held);
        }
        return postings;
      }
      const at = held ?? free.pop() ?? lists.length;
      lists[at] = postings;
      return firstList + at;
    },
  };
}

export function createWordTable(): WordTable {
  const blocks: WordBlock[] = [];
  const lists = createLists();
  // The words of many people, which most additions are about, without a search for their place.
  const longLists = new Map<string, LongPostings>();
  // The cursor: where seek() last looked. Fields, not a returned pair, because a search seeks a thousand times.
  let blockAt = 0;
  let slotAt = 0;

  /** Puts the cursor on the first word of its block that is not below the word, or behind the last. */
  function seek(packed: string): void {
    let low = 0;
    let high = blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (blocks[middle]!.first <= packed) low = middle + 1;
      else high = middle;
    }
    blockAt = low === 0 ? 0 : low - 1;
    const block = blocks[blockAt];
    slotAt = block ? slotOf(block, packed) : 0;
  }

  /** From behind the last word of a block to the first of the next. */
  function settle(): WordBlock | null {
    const block = blocks[blockAt];
    if (!block || slotAt < block.count) return block ?? null;
    blockAt += 1;
    slotAt = 0;
    return blocks[blockAt] ?? null;
  }

  /** Where find() last looked before it went on to the next block: where a word that is not there belongs. */
  let homeBlock = 0;
  let homeSlot = 0;

  function find(packed: string): WordBlock | null {
    seek(packed);
    homeBlock = blockAt;
    homeSlot = slotAt;
    const block = settle();
    return block && compareAt(block, slotAt, packed) === 0 ? block : null;
  }

  /** Right after find() did not find the word. */
  function insert(packed: string, ordinal: number): void {
    if (blocks.length === 0) blocks.push(emptyBlock());
    const block = blocks[homeBlock]!;
    insertAt(block, homeSlot, packed, ordinal);
    if (block.count > wordsPerBlockMax) blocks.splice(homeBlock + 1, 0, splitOff(block));
  }

  return {
    add(word, ordinal) {
      const long = longLists.get(word);
      if (long) {
        withOrdinal(long, ordinal);
        return;
      }
      const packed = packText(word);
      const block = find(packed);
      if (!block) {
        insert(packed, ordinal);
        return;
      }
      const postings = withOrdinal(lists.read(block.heads[slotAt]!), ordinal);
      block.heads[slotAt] = lists.write(block.heads[slotAt]!, postings);
      if (isLong(postings)) longLists.set(flat(word), postings);
    },

    remove(word, ordinal) {
      const block = find(packText(word));
      if (!block) return;
      const head = block.heads[slotAt]!;
      // The last person of a word is never in a list: a list of one has become a bare number.
      const kept = withoutOrdinal(lists.read(head), ordinal);
      if (kept === null || !isLong(kept)) longLists.delete(word);
      if (kept !== null) {
        block.heads[slotAt] = lists.write(head, kept);
        return;
      }
      dropAt(block, slotAt);
      if (block.count === 0) blocks.splice(blockAt, 1);
    },

    eachOf(word, visit) {
      const block = find(packText(word));
      if (block) eachOrdinal(lists.read(block.heads[slotAt]!), visit);
    },

    eachWithPrefix(prefix, visit) {
      const packed = packText(prefix);
      seek(packed);
      for (let block = settle(); block && startsAt(block, slotAt, packed); block = settle()) {
        eachOrdinal(lists.read(block.heads[slotAt]!), visit);
        slotAt += 1;
      }
    },

    unitsAfter(prefix) {
      const packed = packText(prefix);
      seek(packed);
      let block = settle();
      if (!block || !startsAt(block, slotAt, packed)) return null;
      const units: string[] = [];
      if (compareAt(block, slotAt, packed) === 0) slotAt += 1;
      for (block = settle(); block && startsAt(block, slotAt, packed); block = settle()) {
        const unit = unitAt(block, slotAt, packed.length);
        units.push(unit);
        seek(packed + packText(String.fromCharCode(unit.charCodeAt(0) + 1)));
      }
      return units;
    },

    wordCount: () => blocks.reduce((sum, block) => sum + block.count, 0),
  };
}
