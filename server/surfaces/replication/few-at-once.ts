/**
 * Work in bulk, a few pieces at a time, the others in line: fifty kiosks that come back at once share what one would
 * have, and what a person waits for finds the event loop and the writer free in between.
 */
import { ok, type Result, refuse } from '#shared/base/result.ts';

/** Gives what the work gives, or `overloaded` where too many wait already. */
export type FewAtOnce = <T>(work: () => Promise<T>) => Promise<Result<T>>;

/**
 * @param atOnce pieces in progress
 * @param waitingMax pieces that may wait
 */
export function fewAtOnce(atOnce: number, waitingMax: number): FewAtOnce {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (work) => {
    if (free === 0 && waiting.length >= waitingMax) {
      return refuse({
        code: 'overloaded',
        message: 'Too many devices are sending at once. Try again in a few seconds.',
      });
    }
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return ok(await work());
    } finally {
      const next = waiting.shift();
      // After a turn of the event loop: requests that have come meanwhile are read before the next piece begins.
      if (next) setImmediate(next);
      else free += 1;
    }
  };
}
