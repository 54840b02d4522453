/**
 * Counts the present viewers, each until 45 seconds after its last heartbeat, and sums how long all of them have watched: exact
 * up to a bound, then by a sample.
 */
import { secondMs } from '#shared/base/time.ts';
import { isKept, keptMax } from './viewer-hash.ts';

/** Time after a heartbeat for which its viewer counts as present. */
export const presentMs = 45 * secondMs;

export class PresentViewers {
  /** Last heartbeats, oldest first. */
  #seen = new Map<number, number>();
  #level = 0;
  #watchedMs = 0;
  readonly #max: number;

  constructor(max = keptMax) {
    this.#max = max;
  }

  get watchedMs(): number {
    return this.#watchedMs;
  }

  /** @param nowMs never less than before; a clock that was set back stands still until then */
  current(nowMs: number): number {
    for (const [hash, seenMs] of this.#seen) {
      if (nowMs - seenMs <= presentMs) break;
      this.#seen.delete(hash);
    }
    return this.#seen.size * 2 ** this.#level;
  }

  beat(hash: number, nowMs: number): void {
    if (!isKept(hash, this.#level)) return;
    this.#watch(hash, nowMs);
    this.#seen.set(hash, nowMs);
    if (this.#seen.size <= this.#max) return;
    this.current(nowMs);
    while (this.#seen.size > this.#max) {
      this.#level += 1;
      this.#seen = new Map([...this.#seen].filter(([one]) => isKept(one, this.#level)));
    }
  }

  leave(hash: number, nowMs: number): void {
    this.#watch(hash, nowMs);
  }

  /** Takes the viewer out, too: it comes back at the end of the line. */
  #watch(hash: number, nowMs: number): void {
    const lastMs = this.#seen.get(hash);
    if (lastMs === undefined) return;
    this.#seen.delete(hash);
    const gapMs = nowMs - lastMs;
    if (gapMs > 0 && gapMs <= presentMs) this.#watchedMs += gapMs * 2 ** this.#level;
  }
}
