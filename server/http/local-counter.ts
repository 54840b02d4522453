/** Counts requests of a minute in this process alone: for a server without others, and for limits that each server has. */
import { type Clock, minuteMs } from '#shared/base/time.ts';
import type { RequestCounter } from './request-counter.ts';

/** Maximum number of keys that are counted one by one. */
const keysMax = 100_000;
/** Number of keys that are dropped where there are more: so many that finding them costs each new key little. */
const droppedAtOnce = keysMax / 10;

/** Drops keys with the lowest counts. @returns the highest count among them */
function dropLowest(used: Map<string, number>): number {
  const highest = Uint32Array.from(used.values()).sort()[droppedAtOnce - 1] ?? 0;
  let left = droppedAtOnce;
  for (const [key, count] of used) {
    if (left === 0) break;
    if (count > highest) continue;
    used.delete(key);
    left -= 1;
  }
  return highest;
}

export function localCounter(clock: Clock): RequestCounter {
  let window = -1;
  let used = new Map<string, number>();
  // Highest count of a dropped key in this minute. A new key begins with it, because it may be one of them.
  let dropped = 0;
  return {
    take(tenant, limit) {
      const minute = Math.floor(clock() / minuteMs);
      if (minute !== window) {
        window = minute;
        used = new Map();
        dropped = 0;
      }
      if (used.size >= keysMax && !used.has(tenant)) dropped = Math.max(dropped, dropLowest(used));
      const count = (used.get(tenant) ?? dropped) + 1;
      used.set(tenant, count);
      return { minute, isOver: count > limit, remaining: Math.max(0, limit - count) };
    },
  };
}
