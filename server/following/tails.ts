/** The tails of this process, one for each tenant that somebody follows live. Asked by surfaces. */
import type { Platform } from '../platform.ts';
import { wholeLog } from './follow-changes.ts';
import { Tail } from './tail.ts';

/** Who comes back after a break reads the log; a thousand at once shall not be all that the server does. */
const readersAtOnce = 8;

export interface Tails {
  of(tenant: string): Promise<Tail>;
  /** For reading what was missed: a few at a time, the others in their order. */
  inTurn<T>(read: () => Promise<T>): Promise<T>;
  close(): void;
}

/** @param onFault a log could not be read; it is read again in a moment */
export function openTails(platform: Platform, onFault: (fault: unknown) => void): Tails {
  const tails = new Map<string, Promise<Tail>>();
  const waiting: (() => void)[] = [];
  let reading = 0;
  return {
    of(tenant) {
      const known = tails.get(tenant);
      if (known) return known;
      const made = wholeLog(platform, tenant).then((view) => new Tail(tenant, platform, view, onFault));
      tails.set(tenant, made);
      made.catch(() => tails.delete(tenant));
      return made;
    },
    async inTurn(read) {
      if (reading >= readersAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      else reading += 1;
      try {
        return await read();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else reading -= 1;
      }
    },
    close() {
      for (const tail of tails.values())
        tail.then(
          (one) => one.close(),
          () => {},
        );
      tails.clear();
    },
  };
}
