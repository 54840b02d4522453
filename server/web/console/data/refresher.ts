/** Times the reads of a query: one at a time, one more for what changes during it, and hints no more often than asked. */

export interface Refresher {
  /** Something changed. */
  hint(): void;
  /** Reads at once, e.g. after a change made here; a read that is under way ends first. */
  now(): void;
  /** Ends the reads that hints and changes asked for, also one that waits for a read under way. */
  stop(): void;
}

/** @param read resolves when it is done, also when it failed */
export function createRefresher(read: () => Promise<unknown>, atMostEveryMs: number): Refresher {
  let isReading = false;
  let isStale = false;
  let isStopped = false;
  let startedMs = Number.NEGATIVE_INFINITY;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function now(): void {
    clearTimeout(waiting);
    waiting = undefined;
    if (isReading) {
      isStale = true;
      return;
    }
    isReading = true;
    startedMs = performance.now();
    void read().finally(() => {
      isReading = false;
      if (isStale && !isStopped) hint();
      isStale = false;
    });
  }

  function hint(): void {
    if (waiting !== undefined) return;
    const restMs = startedMs + atMostEveryMs - performance.now();
    if (restMs <= 0) now();
    else waiting = setTimeout(now, restMs);
  }

  function stop(): void {
    isStopped = true;
    clearTimeout(waiting);
  }

  return { hint, now, stop };
}
