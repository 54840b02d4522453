/**
 * Some hundred neighbouring words of a table, packed in one array of bytes, because a string of its own costs each of
 * 200,000 words more than its letters do. Each word has a head: a number whose meaning is the table's business.
 * Nothing here searches beyond one block; words come packed (packed-text.ts).
 */
import { unpackText } from './packed-text.ts';

export interface WordBlock {
  /** The first word once more: most of a search compares these. */
  first: string;
  /** Bytes beyond the last word are zero. */
  bytes: Uint8Array;
  /** Start of each word in `bytes`, and after the last its end; further values mean nothing. */
  readonly starts: Uint16Array;
  readonly heads: Uint32Array;
  count: number;
}

/** Small enough for offsets of 16 bits, with words of at most 40 units, three bytes each. */
export const wordsPerBlockMax = 128;
const firstBytes = 64;
const growth = 1.2;

/** A text that holds no reference to the longer one it was cut from, as slice() and + do in V8; join() copies. */
export function flat(text: string): string {
  const half = text.length >> 1;
  return [text.slice(0, half), text.slice(half)].join('');
}

export function emptyBlock(): WordBlock {
  return {
    first: '',
    bytes: new Uint8Array(firstBytes),
    // Room for one word too many, which makes the table split the block.
    starts: new Uint16Array(wordsPerBlockMax + 2),
    heads: new Uint32Array(wordsPerBlockMax + 1),
    count: 0,
  };
}

/** @returns below, above or equal to zero, as the word at `slot` is to `packed` */
export function compareAt({ starts, bytes }: WordBlock, slot: number, packed: string): number {
  const start = starts[slot]!;
  const length = starts[slot + 1]! - start;
  const shared = Math.min(length, packed.length);
  for (let at = 0; at < shared; at += 1) {
    const difference = bytes[start + at]! - packed.charCodeAt(at);
    if (difference !== 0) return difference;
  }
  return length - packed.length;
}

/** @returns the first slot whose word is not below `packed`; `count` when there is none */
export function slotOf(block: WordBlock, packed: string): number {
  let low = 0;
  let high = block.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareAt(block, middle, packed) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function startsAt({ starts, bytes }: WordBlock, slot: number, packed: string): boolean {
  const start = starts[slot]!;
  if (starts[slot + 1]! - start < packed.length) return false;
  for (let at = 0; at < packed.length; at += 1) if (bytes[start + at] !== packed.charCodeAt(at)) return false;
  return true;
}

/** The UTF-16 unit that follows a prefix of so many bytes. */
export function unitAt({ starts, bytes }: WordBlock, slot: number, prefixBytes: number): string {
  const start = starts[slot]! + prefixBytes;
  const lead = bytes[start]!;
  if (lead < 0x80) return String.fromCharCode(lead);
  return unpackText(String.fromCharCode(...bytes.subarray(start, start + (lead < 0xe0 ? 2 : 3))));
}

function wordAt({ starts, bytes }: WordBlock, slot: number): string {
  return String.fromCharCode(...bytes.subarray(starts[slot], starts[slot + 1]));
}

export function insertAt(block: WordBlock, slot: number, packed: string, head: number): void {
  const { starts, heads, count } = block;
  const start = starts[slot]!;
  const end = starts[count]!;
  if (end + packed.length > block.bytes.length) {
    const wider = new Uint8Array(Math.ceil((end + packed.length) * growth));
    wider.set(block.bytes);
    block.bytes = wider;
  }
  block.bytes.copyWithin(start + packed.length, start, end);
  for (let at = 0; at < packed.length; at += 1) block.bytes[start + at] = packed.charCodeAt(at);
  for (let each = count; each >= slot; each -= 1) starts[each + 1] = starts[each]! + packed.length;
  heads.copyWithin(slot + 1, slot, count);
  heads[slot] = head;
  block.count += 1;
  if (slot === 0) block.first = flat(packed);
}

export function dropAt(block: WordBlock, slot: number): void {
  const { starts, heads, bytes, count } = block;
  const [from, to] = [starts[slot]!, starts[slot + 1]!];
  const end = starts[count]!;
  bytes.copyWithin(from, to, end).fill(0, end - (to - from), end);
  for (let each = slot; each < count; each += 1) starts[each] = starts[each + 1]! - (to - from);
  heads.copyWithin(slot, slot + 1, count);
  block.count -= 1;
  if (slot === 0 && block.count > 0) block.first = wordAt(block, 0);
}

/** Cuts a block in two. @returns the upper half; the lower stays in place */
export function splitOff(block: WordBlock): WordBlock {
  const half = block.count >> 1;
  const [cut, end] = [block.starts[half]!, block.starts[block.count]!];
  const upper = emptyBlock();
  upper.first = wordAt(block, half);
  upper.bytes = new Uint8Array(Math.ceil((end - cut) * growth));
  upper.bytes.set(block.bytes.subarray(cut, end));
  upper.count = block.count - half;
  for (let each = 0; each <= upper.count; each += 1) upper.starts[each] = block.starts[half + each]! - cut;
  upper.heads.set(block.heads.subarray(half, block.count));
  block.bytes = block.bytes.slice(0, Math.ceil(cut * growth)).fill(0, cut);
  block.count = half;
  return upper;
}
