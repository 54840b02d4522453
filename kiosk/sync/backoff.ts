/**
 * Computes the delay before the next try: doubling, bounded, and jittered so that fifty kiosks do not come back at
 * once.
 */
import { secondMs } from '#shared/base/time.ts';

export const firstRetryMs = secondMs;
export const retryMaxMs = 15 * secondMs;

/**
 * @param attempt 0 for the first retry
 * @param random uniform in [0, 1)
 * @returns milliseconds, between half and all of the bound for this attempt
 */
export function retryDelayMs(attempt: number, random: number): number {
  const bound = Math.min(retryMaxMs, firstRetryMs * 2 ** Math.min(attempt, 10));
  return Math.round(bound * (0.5 + random / 2));
}
