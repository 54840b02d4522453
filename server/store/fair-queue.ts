/**
 * Plans that wait for the writer, one line for each actor, the lines in turn: a kiosk that brings a day's scans, or a
 * follower with much to do, holds up no one else by more than one plan. Within a line first come, first served.
 */
export class FairQueue<T> {
  /** Waiting plans by actor, in the order of their turns; no line is empty. */
  readonly #lines = new Map<string, T[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(actor: string, item: T): void {
    const line = this.#lines.get(actor);
    if (line) line.push(item);
    else this.#lines.set(actor, [item]);
    this.#length += 1;
  }

  shift(): T | undefined {
    for (const [actor, line] of this.#lines) {
      const item = line.shift();
      this.#length -= 1;
      // The line goes to the end of the turns; one that comes again begins there, too.
      this.#lines.delete(actor);
      if (line.length > 0) this.#lines.set(actor, line);
      return item;
    }
    return undefined;
  }

  /** Empties it. */
  takeAll(): readonly T[] {
    const all = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#length = 0;
    return all;
  }
}
