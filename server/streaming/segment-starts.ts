/** Keeps the times at which the newest segments begin, for further qualities: theirs begin at the same times. Pure. */

/** Largest distance between two times that count as one: each encoder rounds on its own. */
const togetherMs = 100;
const kept = 4;

interface Start {
  readonly number: number;
  readonly startMs: number;
}

/** The quality that a further one follows, so that a player can change between the two at any segment. */
export interface Leader {
  /** The number that a segment has which begins at this time; null: no segment begins here. */
  numberAt(timestampMs: number): number | null;
  nextNumber(): number;
  breaks(): number;
}

export class SegmentStarts {
  #starts: readonly Start[] = [];

  add(start: Start): void {
    this.#starts = [...this.#starts, start].slice(-kept);
  }

  /** See `Leader.numberAt`. */
  numberAt(timestampMs: number): number | null {
    const isTogether = (ms: number) => Math.abs(ms - timestampMs) <= togetherMs;
    const found = this.#starts.find(({ startMs }) => isTogether(startMs));
    if (found) return found.number;
    const [before, last] = this.#starts.slice(-2);
    if (!before || !last) return null;
    // The other one's key frame came first: the next segment begins as late after this one as this one after the last.
    return isTogether(2 * last.startMs - before.startMs) ? last.number + 1 : null;
  }
}
