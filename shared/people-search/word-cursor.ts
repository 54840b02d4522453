/**
 * A cursor over all words of a table in order (packed-text.ts). The words are kept in blocks, so that a new one moves a
 * hundred neighbours and never the whole table.
 */
import {
  compareAt,
  dropAt,
  emptyBlock,
  insertAt,
  slotOf,
  splitOff,
  type WordBlock,
  wordsPerBlockMax,
} from './word-block.ts';

export class WordCursor {
  readonly #blocks: WordBlock[] = [];
  // The cursor's place. Fields, not a returned pair, because a search seeks a thousand times.
  #blockAt = 0;
  #slotAt = 0;
  // Position where the word that was last sought belongs: at the end of a block rather than at the start of the next.
  #insertBlock = 0;
  #insertSlot = 0;

  /** Slot in the block that the last movement returned. */
  get slot(): number {
    return this.#slotAt;
  }

  /** Moves to the first word that is not below this one. @returns its block; null: there is none */
  seek(packed: string): WordBlock | null {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#blocks[middle]!.first <= packed) low = middle + 1;
      else high = middle;
    }
    this.#blockAt = low === 0 ? 0 : low - 1;
    const block = this.#blocks[this.#blockAt];
    this.#slotAt = block ? slotOf(block, packed) : 0;
    this.#insertBlock = this.#blockAt;
    this.#insertSlot = this.#slotAt;
    return this.#inBlock();
  }

  /** Moves to this word. @returns its block; null: there is no such word */
  find(packed: string): WordBlock | null {
    const block = this.seek(packed);
    return block && compareAt(block, this.#slotAt, packed) === 0 ? block : null;
  }

  /** Moves to the next word. @returns its block; null: there is none */
  next(): WordBlock | null {
    this.#slotAt += 1;
    return this.#inBlock();
  }

  /** Inserts a word; called right after `find` did not find it. */
  insert(packed: string, head: number): void {
    if (this.#blocks.length === 0) this.#blocks.push(emptyBlock());
    const block = this.#blocks[this.#insertBlock]!;
    insertAt(block, this.#insertSlot, packed, head);
    if (block.count > wordsPerBlockMax) this.#blocks.splice(this.#insertBlock + 1, 0, splitOff(block));
  }

  /** Removes the word under the cursor. */
  drop(): void {
    const block = this.#blocks[this.#blockAt]!;
    dropAt(block, this.#slotAt);
    if (block.count === 0) this.#blocks.splice(this.#blockAt, 1);
  }

  wordCount(): number {
    return this.#blocks.reduce((sum, block) => sum + block.count, 0);
  }

  /** Moves from the end of a block to the first word of the next. */
  #inBlock(): WordBlock | null {
    const block = this.#blocks[this.#blockAt];
    if (!block || this.#slotAt < block.count) return block ?? null;
    this.#blockAt += 1;
    this.#slotAt = 0;
    return this.#blocks[this.#blockAt] ?? null;
  }
}
