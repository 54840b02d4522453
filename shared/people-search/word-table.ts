/**
 * The different words of one field in order, each with its people. Kept in blocks, so that a new word moves a hundred
 * neighbours and never the whole table; a block's words are one text, because a string of its own costs each of
 * 200,000 words more than its letters do. Order is that of UTF-16 units.
 */
import { eachOrdinal, type Postings, withOrdinal, withoutOrdinal } from './postings.ts';

interface Block {
  text: string;
  /** Where each word begins in `text`, and after the last its end. */
  starts: Uint16Array;
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

/** With words of at most 40 units a block's text fits 16-bit offsets. */
const wordsPerBlockMax = 128;

function compare(block: Block, slot: number, word: string): number {
  const start = block.starts[slot]!;
  const length = block.starts[slot + 1]! - start;
  const shared = Math.min(length, word.length);
  for (let at = 0; at < shared; at += 1) {
    const difference = block.text.charCodeAt(start + at) - word.charCodeAt(at);
    if (difference !== 0) return difference;
  }
  return length - word.length;
}

function startsWith(block: Block, slot: number, prefix: string): boolean {
  const start = block.starts[slot]!;
  return block.starts[slot + 1]! - start >= prefix.length && block.text.startsWith(prefix, start);
}

function insertWord(block: Block, slot: number, word: string, ordinal: number): void {
  const at = block.starts[slot]!;
  const count = block.postings.length;
  // join(), not +: a flat text that holds no reference to the texts it was made of.
  block.text = [block.text.slice(0, at), word, block.text.slice(at)].join('');
  const starts = new Uint16Array(count + 2);
  starts.set(block.starts.subarray(0, slot + 1));
  for (let each = slot; each <= count; each += 1) starts[each + 1] = block.starts[each]! + word.length;
  block.starts = starts;
  block.postings.splice(slot, 0, ordinal);
}

function dropWord(block: Block, slot: number): void {
  const [from, to] = [block.starts[slot]!, block.starts[slot + 1]!];
  block.text = [block.text.slice(0, from), block.text.slice(to)].join('');
  const starts = new Uint16Array(block.postings.length);
  starts.set(block.starts.subarray(0, slot));
  for (let each = slot; each < starts.length; each += 1) starts[each] = block.starts[each + 1]! - (to - from);
  block.starts = starts;
  block.postings.splice(slot, 1);
}

/** Cuts a block in two; the lower half stays in place. */
function splitOff(block: Block): Block {
  const half = block.postings.length >> 1;
  const cut = block.starts[half]!;
  const upper = {
    text: [block.text.slice(cut), ''].join(''),
    starts: block.starts.slice(half).map((start) => start - cut),
    postings: block.postings.slice(half),
  };
  block.text = [block.text.slice(0, cut), ''].join('');
  block.starts = block.starts.slice(0, half + 1);
  block.postings = block.postings.slice(0, half);
  return upper;
}

export function createWordTable(): WordTable {
  const blocks: Block[] = [];
  // The cursor: where seek() last looked. Fields, not a returned pair, because a search seeks a thousand times.
  let blockAt = 0;
  let slotAt = 0;

  /** Puts the cursor on the first word not below `word`. */
  function seek(word: string): void {
    let low = 0;
    let high = blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(blocks[middle]!, 0, word) <= 0) low = middle + 1;
      else high = middle;
    }
    blockAt = low === 0 ? 0 : low - 1;
    const block = blocks[blockAt];
    slotAt = 0;
    if (!block) return;
    let slotHigh = block.postings.length;
    while (slotAt < slotHigh) {
      const middle = (slotAt + slotHigh) >> 1;
      if (compare(block, middle, word) < 0) slotAt = middle + 1;
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

  function find(word: string): Block | null {
    seek(word);
    const block = settle();
    return block && compare(block, slotAt, word) === 0 ? block : null;
  }

  function insert(word: string, ordinal: number): void {
    // seek() stands behind the last smaller word of its block, so the word may also become a block's last.
    seek(word);
    const block = blocks[blockAt];
    if (!block) {
      const starts = Uint16Array.of(0, word.length);
      blocks.push({ text: [word, ''].join(''), starts, postings: [ordinal] });
      return;
    }
    insertWord(block, slotAt, word, ordinal);
    if (block.postings.length > wordsPerBlockMax) blocks.splice(blockAt + 1, 0, splitOff(block));
  }

  return {
    add(word, ordinal) {
      const block = find(word);
      if (block) block.postings[slotAt] = withOrdinal(block.postings[slotAt]!, ordinal);
      else insert(word, ordinal);
    },

    remove(word, ordinal) {
      const block = find(word);
      if (!block) return;
      const kept = withoutOrdinal(block.postings[slotAt]!, ordinal);
      if (kept !== null) block.postings[slotAt] = kept;
      else if (block.postings.length > 1) dropWord(block, slotAt);
      else blocks.splice(blockAt, 1);
    },

    eachOf(word, visit) {
      const block = find(word);
      if (block) eachOrdinal(block.postings[slotAt]!, visit);
    },

    eachWithPrefix(prefix, visit) {
      seek(prefix);
      for (let block = settle(); block && startsWith(block, slotAt, prefix); block = settle()) {
        eachOrdinal(block.postings[slotAt]!, visit);
        slotAt += 1;
      }
    },

    unitsAfter(prefix) {
      seek(prefix);
      let block = settle();
      if (!block || !startsWith(block, slotAt, prefix)) return null;
      const units: string[] = [];
      if (compare(block, slotAt, prefix) === 0) slotAt += 1;
      for (block = settle(); block && startsWith(block, slotAt, prefix); block = settle()) {
        const unit = block.text.charCodeAt(block.starts[slotAt]! + prefix.length);
        units.push(String.fromCharCode(unit));
        seek(prefix + String.fromCharCode(unit + 1));
      }
      return units;
    },

    wordCount: () => blocks.reduce((sum, block) => sum + block.postings.length, 0),
  };
}
