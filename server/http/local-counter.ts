/** Counts requests of a minute in this process alone: for a server without others, and for limits that each server has. */
import { type Clock, minuteMs } from '#shared/base/time.ts';
import type { RequestCounter } from './request-counter.ts';

/** Maximum number of keys that are counted; beyond it all counts of the minute begin again. */
const tenantsMax = 100_000;

export function localCounter(clock: Clock): RequestCounter {
  let window = -1;
  let used = new Map<string, number>();
  return {
    take(tenant, limit) {
      const minute = Math.floor(clock() / minuteMs);
      if (minute !== window || used.size > tenantsMax) {
        window = minute;
        used = new Map();
      }
      const count = (used.get(tenant) ?? 0) + 1;
      used.set(tenant, count);
      return { minute, isOver: count > limit, remaining: Math.max(0, limit - count) };
    },
  };
}
