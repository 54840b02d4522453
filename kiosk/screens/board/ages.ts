/** From when on something on the board is marked. */
import { minuteMs, parseTime, secondMs } from '#shared/base/time.ts';

/** Scans wait a moment everywhere; so long they wait only where something is wrong. */
export const queueOldMs = minuteMs;
export const dataOldMs = 2 * minuteMs;
/** An offset that shows a clock set by hand, not a network. */
export const clockOffMs = 2 * secondMs;

/** @param at ISO 8601; @returns its age in milliseconds, never negative; null where there is no such time */
export function ageOf(at: string | null, nowMs: number): number | null {
  const ms = at === null ? null : parseTime(at);
  return ms === null ? null : Math.max(0, nowMs - ms);
}
