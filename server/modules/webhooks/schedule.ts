/**
 * The pauses before a message is tried again: those that Standard Webhooks proposes, 75.6 hours in all, each with some
 * jitter.
 */
import { dayMs, hourMs, minuteMs, secondMs } from '#shared/base/time.ts';

/** Pauses before the second attempt, the third, and so on. */
const pausesMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
] as const;

/** Maximum number of attempts of one delivery, the first included. */
export const attemptsMax = pausesMs.length + 1;
/** Part of the pause that is varied, in either direction: what failed together does not return together. */
const jitter = 0.1;
/** Longest wait that a receiver may ask for. */
export const retryAfterMaxMs = dayMs;

/**
 * @param attempts that were made, from 1
 * @param random 0 ≤ n < 1
 * @param askedMs what the receiver asked for by Retry-After; never less than that, as far as it is in bounds
 * @returns milliseconds until the next attempt; null: there is none
 */
export function pauseMs(attempts: number, random: number, askedMs: number | null): number | null {
  const pause = pausesMs[attempts - 1];
  if (pause === undefined) return null;
  return Math.max(Math.round(pause * (1 - jitter + 2 * jitter * random)), Math.min(askedMs ?? 0, retryAfterMaxMs));
}

/**
 * @param lastStatus of the last answer, which may have asked for a wait; null: there was none
 * @returns the longest that a delivery waits for its next attempt, in milliseconds
 */
export function longestPauseMs(attempts: number, lastStatus: number | null): number {
  const asked = lastStatus === null ? 0 : retryAfterMaxMs;
  return Math.max(Math.round((pausesMs[attempts - 1] ?? 0) * (1 + jitter)), asked);
}

/** RFC 9110 section 10.2.3: seconds, or a date. @returns milliseconds from now; null: none, or unreadable */
export function readRetryAfter(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * secondMs;
  const at = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
