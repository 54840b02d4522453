/**
 * Waits for a moment in which no scan is being recorded: people wait for scans, so the work that follows them lets
 * scans go first, for a limited time.
 */
import type { Timers } from './timers.ts';

/** A person takes longer than this to hold out the next ticket. */
const quietForMs = 20;
const quietWaitMaxMs = 200;

export interface QuietTime {
  /**
   * @param work must not reject: it would count as running for good
   * @returns the result of the work; no time is quiet while it runs, nor right after it
   */
  during<T>(work: Promise<T>): Promise<T>;
  /** Resolves when no scan is being recorded and none was a moment ago; at the latest after some 200 ms. */
  whenQuiet(): Promise<void>;
}

export function createQuietTime(timers: Timers): QuietTime {
  let underWay = 0;
  let endedAtMs = Number.NEGATIVE_INFINITY;
  const busy = (): boolean => underWay > 0 || timers.monotonicMs() - endedAtMs < quietForMs;
  return {
    async during(work) {
      underWay += 1;
      const result = await work;
      underWay -= 1;
      endedAtMs = timers.monotonicMs();
      return result;
    },
    async whenQuiet() {
      const endMs = timers.monotonicMs() + quietWaitMaxMs;
      while (timers.monotonicMs() < endMs && busy()) {
        await new Promise<void>((resolve) => {
          timers.after(quietForMs, resolve);
        });
      }
    },
  };
}
