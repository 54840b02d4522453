/**
 * The different words of one field in order, each with its people. Kept in blocks, so that a new word moves a hundred
 * neighbours and never the whole table; a block's words lie packed in one array of bytes, because a string of its own
 * costs each of 200,000 words more than its letters do. Order is that of UTF-16 units, which packing keeps.
 */
import { packText, unpackText } from './packed-text.ts';
import { eachOrdinal, isLong, type LongPostings, type Postings, withOrdinal, withoutOrdinal } from './postings.ts';

interface Block {
  /** The first word once more: most of a search compares these. */
  first: string;
  /** All words, packed; what lies beyond the last is zero. */
  bytes: Uint8Array;
  /** Where each word begins in `bytes`, and after the last its end; what lies beyond means nothing. */
  readonly starts: Uint16Array;
  postings: Postings[];
}

export type VisitOrdinal = (ordinal: number) => void;

export interface WordTable {
  add(word: string, ordinal: number): void;
  remove(word: string, ordinal: number): void;
  eachOf(word: string, visit: VisitOrdinal): void;
  /** Also the people of the word `prefix` itself. */
  eachWithPrefix(prefix: string, visit: VisitOrdinal): void;
  /** The different characters (UTF-16 units) that follow `prefix` in words here, in order; null: no word begins so. */
  unitsAfter(prefix: string): readonly string[] | null;
  wordCount(): number;
}

/** With words of at most 40 units, three bytes each, a block's bytes fit 16-bit offsets. */
const wordsPerBlockMax = 128;
const firstBytes = 64;
const growth = 1.25;

function compare(block: Block, slot: number, packed: string): number {
  const start = block.starts[slot]!;
  const length = block.starts[slot + 1]! - start;
  const shared = Math.min(length, packed.length);
  for (let at = 0; at < shared; at += 1) {
    const difference = block.bytes[start + at]! - packed.charCodeAt(at);
    if (difference !== 0) return difference;
  }
  return length - packed.length;
}

function startsWith(block: Block, slot: number, packed: string): boolean {
  const start = block.starts[slot]!;
  if (block.starts[slot + 1]! - start < packed.length) return false;
  for (let at = 0; at < packed.length; at += 1) if (block.bytes[start + at] !== packed.charCodeAt(at)) return false;
  return true;
}

/** The UTF-16 unit that follows a prefix of so many bytes. */
function unitAt(block: Block, slot: number, prefixBytes: number): string {
  const start = block.starts[slot]! + prefixBytes;
  const lead = block.bytes[start]!;
  const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : 3;
  return unpackText(String.fromCharCode(...block.bytes.subarray(start, start + length)));
}

/** A text that holds no reference to the longer one it was cut from, as slice() and + do in V8; join() copies. */
function flat(text: string): string {
  const half = text.length >> 1;
  return [text.slice(0, half), text.slice(half)].join('');
}

function newBlock(first: string, bytes: Uint8Array, starts: Uint16Array, postings: Postings[]): Block {
  const block = {
    first: flat(first),
    bytes: new Uint8Array(Math.max(firstBytes, Math.ceil(bytes.length * growth))),
    starts: new Uint16Array(wordsPerBlockMax + 2),
    postings,
  };
  block.bytes.set(bytes);
  block.starts.set(starts);
  return block;
}

function insertWord(block: Block, slot: number, packed: string, ordinal: number): void {
  const { starts, postings } = block;
  const start = starts[slot]!;
  const end = starts[postings.length]!;
  if (end + packed.length > block.bytes.length) {
    const wider = new Uint8Array(Math.ceil((end + packed.length) * growth));
    wider.set(block.bytes);
    block.bytes = wider;
  }
  block.bytes.copyWithin(start + packed.length, start, end);
  for (let at = 0; at < packed.length; at += 1) block.bytes[start + at] = packed.charCodeAt(at);
  for (let each = postings.length; each >= slot; each -= 1) starts[each + 1] = starts[each]! + packed.length;
  postings.splice(slot, 0, ordinal);
  if (slot === 0) block.first = flat(packed);
}

function wordAt({ bytes, starts }: Block, slot: number): string {
  return String.fromCharCode(...bytes.subarray(starts[slot], starts[slot + 1]));
}

function dropWord(block: Block, slot: number): void {
  const { bytes, starts, postings } = block;
  const [from, to] = [starts[slot]!, starts[slot + 1]!];
  const end = starts[postings.length]!;
  bytes.copyWithin(from, to, end).fill(0, end - (to - from));
  for (let each = slot; each < postings.length; each += 1) starts[each] = starts[each + 1]! - (to - from);
  postings.splice(slot, 1);
  if (slot === 0) block.first = wordAt(block, 0);
}

/** Cuts a block in two; the lower half stays in place. */
function splitOff(block: Block): Block {
  const half = block.postings.length >> 1;
  const [cut, end] = [block.starts[half]!, block.starts[block.postings.length]!];
  const upper = newBlock(
    wordAt(block, half),
    block.bytes.subarray(cut, end),
    block.starts.subarray(half, block.postings.length + 1).map((start) => start - cut),
    block.postings.slice(half),
  );
  block.bytes.fill(0, cut);
  block.postings = block.postings.slice(0, half);
  return upper;
}

export function createWordTable(): WordTable {
  const blocks: Block[] = [];
  // The words of many people, which most additions are about, without a search for their place.
  const longLists = new Map<string, LongPostings>();
  // The cursor: where seek() last looked. Fields, not a returned pair, because a search seeks a thousand times.
  let blockAt = 0;
  let slotAt = 0;

  /** Puts the cursor on the first word not below the word. */
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
    slotAt = 0;
    if (!block) return;
    let slotHigh = block.postings.length;
    while (slotAt < slotHigh) {
      const middle = (slotAt + slotHigh) >> 1;
      if (compare(block, middle, packed) < 0) slotAt = middle + 1;
      else slotHigh = middle;
    }
  }

  /** From behind the last word of a block to the first of the next. */
  function settle(): Block | null {
    const block = blocks[blockAt];
    if (!block || slotAt < block.postings.length) return block ?? null;
    blockAt += 1;
    slotAt = 0;
    return blocks[blockAt] ?? null;
  }

  function find(packed: string): Block | null {
    seek(packed);
    const block = settle();
    return block && compare(block, slotAt, packed) === 0 ? block : null;
  }

  function insert(packed: string, ordinal: number): void {
    // seek() stands behind the last smaller word of its block, so the word may also become a block's last.
    seek(packed);
    const block = blocks[blockAt];
    if (!block) {
      const empty = newBlock(packed, new Uint8Array(0), new Uint16Array(1), []);
      blocks.push(empty);
      insertWord(empty, 0, packed, ordinal);
      return;
    }
    insertWord(block, slotAt, packed, ordinal);
    if (block.postings.length > wordsPerBlockMax) blocks.splice(blockAt + 1, 0, splitOff(block));
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
      const postings = withOrdinal(block.postings[slotAt]!, ordinal);
      block.postings[slotAt] = postings;
      if (isLong(postings)) longLists.set(flat(word), postings);
    },

    remove(word, ordinal) {
      const block = find(packText(word));
      if (!block) return;
      const kept = withoutOrdinal(block.postings[slotAt]!, ordinal);
      if (kept === null || !isLong(kept)) longLists.delete(word);
      if (kept !== null) block.postings[slotAt] = kept;
      else if (block.postings.length > 1) dropWord(block, slotAt);
      else blocks.splice(blockAt, 1);
    },

    eachOf(word, visit) {
      const block = find(packText(word));
      if (block) eachOrdinal(block.postings[slotAt]!, visit);
    },

    eachWithPrefix(prefix, visit) {
      const packed = packText(prefix);
      seek(packed);
      for (let block = settle(); block && startsWith(block, slotAt, packed); block = settle()) {
        eachOrdinal(block.postings[slotAt]!, visit);
        slotAt += 1;
      }
    },

    unitsAfter(prefix) {
      const packed = packText(prefix);
      seek(packed);
      let block = settle();
      if (!block || !startsWith(block, slotAt, packed)) return null;
      const units: string[] = [];
      if (compare(block, slotAt, packed) === 0) slotAt += 1;
      for (block = settle(); block && startsWith(block, slotAt, packed); block = settle()) {
        const unit = unitAt(block, slotAt, packed.length);
        units.push(unit);
        seek(packed + packText(String.fromCharCode(unit.charCodeAt(0) + 1)));
      }
      return units;
    },

    wordCount: () => blocks.reduce((sum, block) => sum + block.postings.length, 0),
  };
}
