/** The people of each word under a number that fits a block's heads; a number that is free is given again. */
import type { LongPostings, Postings } from './postings.ts';

/** A head from here on is the place of a list; below it is the ordinal of the only person. */
const firstList = 2 ** 31;

export class PostingLists {
  readonly #lists: (number[] | LongPostings | null)[] = [];
  readonly #free: number[] = [];

  read(head: number): Postings {
    return head < firstList ? head : this.#lists[head - firstList]!;
  }

  /** @returns the head to keep in place of `head` */
  write(head: number, postings: Postings): number {
    const held = head >= firstList ? head - firstList : null;
    if (typeof postings === 'number') {
      if (held !== null) {
        this.#lists[held] = null;
        this.#free.push(held);
      }
      return postings;
    }
    const at = held ?? this.#free.pop() ?? this.#lists.length;
    this.#lists[at] = postings;
    return firstList + at;
  }
}
