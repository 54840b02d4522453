/** The limits from which ages and offsets on the board are marked. */
import { minuteMs, parseTime, secondMs } from '#shared/base/time.ts';

/** Scans always wait for a moment; if they wait longer than this, something is wrong. */
export const queueOldMs = minuteMs;
export const dataOldMs = 2 * minuteMs;
/** A larger offset comes from a wrong clock, not from the network. */
export const clockOffMs = 2 * secondMs;

/** @param at ISO 8601; @returns its age in milliseconds, never negative; null where `at` is null or no time */
export function ageOf(at: string | null, nowMs: number): number | null {
  const ms = at === null ? null : parseTime(at);
  return ms === null ? null : Math.max(0, nowMs - ms);
}
