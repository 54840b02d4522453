/** Requests of a minute, counted by this process alone: where it has the data to itself. */
import { type Clock, minuteMs } from '#shared/base/time.ts';
import type { Minutes } from './minute-counter.ts';

const tenantsMax = 100_000;

export function ownMinutes(clock: Clock): Minutes {
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
