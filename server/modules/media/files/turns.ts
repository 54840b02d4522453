/** Runs work one after another for each name, in this process; work that waits too long fails with Busy. */
import { setTimeout as wait } from 'node:timers/promises';

/** Other work had the turn all the time. */
export class Busy extends Error {}

export interface Turns {
  take<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** @param waitMs maximum time for which work waits for its turn */
export function createTurns(waitMs: number): Turns {
  const running = new Map<string, Promise<unknown>>();
  return {
    async take(name, work) {
      const until = performance.now() + waitMs;
      for (let before = running.get(name); before; before = running.get(name)) {
        const leftMs = until - performance.now();
        const given = new AbortController();
        const late = wait(Math.max(0, leftMs), true, { signal: given.signal }).catch(() => false);
        const isLate = await Promise.race([before.then(() => false), late]);
        given.abort();
        if (isLate) throw new Busy(`${name} is being worked on`);
      }
      const mine = work();
      const settled = mine.then(
        () => {},
        () => {},
      );
      running.set(name, settled);
      try {
        return await mine;
      } finally {
        running.delete(name);
      }
    },
  };
}
