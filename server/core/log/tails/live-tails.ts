/** The tails of this process, one for each tenant that has live subscriptions. Used by surfaces. */
import { WeakValues } from '#shared/base/weak-values.ts';
import type { Platform } from '../../platform.ts';
import { wholeLog } from '../subscriptions/read-subscription.ts';
import { LiveTail } from './live-tail.ts';

/** A client that reconnects reads the log; a thousand at once must leave the server time for other work. */
const readersAtOnce = 8;

export interface LiveTails {
  of(tenant: string): Promise<LiveTail>;
  /** Runs reads of missed changes: a few at a time, the others in their order. */
  inTurn<T>(read: () => Promise<T>): Promise<T>;
  close(): void;
}

/** @param onFault a log could not be read; it is read again in a moment */
export function openLiveTails(platform: Platform, onFault: (fault: unknown) => void): LiveTails {
  /** A tail stays as long as a subscriber has it; one that has members is held by the commits it listens to. */
  const tails = new WeakValues<LiveTail>();
  const opening = new Map<string, Promise<LiveTail>>();
  const waiting: (() => void)[] = [];
  let reading = 0;

  async function open(tenant: string): Promise<LiveTail> {
    const tail = new LiveTail(tenant, platform, await wholeLog(platform, tenant), onFault);
    tails.set(tenant, tail);
    return tail;
  }

  return {
    async of(tenant) {
      const known = tails.get(tenant);
      if (known) return known;
      const made = opening.get(tenant) ?? open(tenant).finally(() => opening.delete(tenant));
      opening.set(tenant, made);
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
      for (const tail of tails.values()) tail.close();
    },
  };
}
