/**
 * Requests of a minute, counted by all processes together: each takes a share of what is left (an eighth) from the row
 * they have in common, and only asks again when it has used it up. No two shares hold the same request, so that all
 * together never let through more than the limit, but for: a process with a slow clock uses up its share of the
 * old minute in the new one (an eighth of the limit at most), and a crash of the database begins the minute again. Where
 * the row cannot be had, the process counts alone for this minute. What lies unused goes back after a second.
 *
 * `Remaining` is what was left for all when this process last asked, and its own share: others may have taken from it
 * since, by as much as they were let through. It never says less than a client can have by asking this process alone.
 */
import { type Clock, minuteMs, secondMs } from '#shared/base/time.ts';
import type { Quota } from '../store/contract.ts';
import type { Minute, RequestCounter } from './request-counter.ts';

const tenantsMax = 100_000;
/** Time for which a share may lie unused, and pause before the next request where nothing was left, in ms. */
const idleMs = secondMs;

interface Held {
  minute: number;
  /** Let through here in this minute. */
  used: number;
  /** Part of the share that may still be used here. */
  unused: number;
  /** Number left for all processes, when this one last asked. */
  left: number;
  usedMs: number;
  /** Time until which no share is to be had. */
  dryUntilMs: number;
  asking: Promise<void> | null;
}

export function sharedCounter(quota: Quota, clock: Clock): RequestCounter {
  const held = new Map<string, Held>();
  let timer: NodeJS.Timeout | null = null;

  async function ask(tenant: string, own: Held, minute: number, limit: number): Promise<void> {
    try {
      const share = await quota.take(tenant, { minute, limit, unused: 0 });
      if (share.minute !== own.minute) own.used = 0;
      own.minute = share.minute;
      own.unused = share.given;
      own.left = share.left;
    } catch {
      if (minute > own.minute) own.used = 0;
      own.minute = Math.max(minute, own.minute);
      own.unused = Math.max(0, limit - own.used);
      own.left = 0;
    }
    own.dryUntilMs = own.unused === 0 ? performance.now() + idleMs : 0;
    timer ??= setInterval(giveBack, idleMs).unref();
  }

  /** A share that is not used here is of use to the others. */
  function giveBack(): void {
    const current = Math.floor(clock() / minuteMs);
    for (const [tenant, own] of held) {
      if (own.asking !== null || performance.now() - own.usedMs < idleMs) continue;
      held.delete(tenant);
      if (own.unused > 0 && own.minute >= current)
        quota.take(tenant, { minute: own.minute, limit: 0, unused: own.unused }).catch(() => {});
    }
    if (held.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  }

  async function take(tenant: string, limit: number): Promise<Minute> {
    const minute = Math.floor(clock() / minuteMs);
    let own = held.get(tenant);
    if (own === undefined) {
      if (held.size >= tenantsMax) held.clear();
      own = { minute: -1, used: 0, unused: 0, left: 0, usedMs: 0, dryUntilMs: 0, asking: null };
      held.set(tenant, own);
    }
    own.usedMs = performance.now();
    for (;;) {
      if (own.minute >= minute) {
        if (own.unused > 0) {
          own.unused -= 1;
          own.used += 1;
          return { minute: own.minute, isOver: false, remaining: own.left + own.unused };
        }
        if (performance.now() < own.dryUntilMs) return { minute: own.minute, isOver: true, remaining: 0 };
      }
      const one = own;
      one.asking ??= ask(tenant, one, minute, limit).finally(() => {
        one.asking = null;
      });
      await one.asking;
    }
  }

  return { take };
}
