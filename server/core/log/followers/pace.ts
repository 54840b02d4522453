/** Time for loops that run beside the server: injected, so that tests turn the clock themselves. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, minuteMs } from '#shared/base/time.ts';

export interface Pace {
  readonly clock: Clock;
  /** Milliseconds that no setting of the clock moves; null where time is turned by hand, and never jumps. */
  readonly monotonic: Clock | null;
  /** Resolves after the time, or at once when the signal is aborted; never rejects. Does not keep the process alive. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 ≤ n < 1. */
  readonly random: () => number;
}

export function realPace(clock: Clock): Pace {
  return {
    clock,
    monotonic: () => performance.now(),
    sleep: (ms, signal) => delay(ms, undefined, { signal, ref: false }).catch(() => {}),
    random: Math.random,
  };
}

/** First delay after a failure, and the longest there is. */
const firstRetryMs = 500;
const maxRetryMs = 5 * minuteMs;

/**
 * Doubling delays, the upper half of each by chance, so that many that failed together do not return together.
 *
 * @param failures in a row, from 1
 * @param random 0 ≤ n < 1
 * @returns milliseconds to wait
 */
export function retryDelayMs(failures: number, random: number): number {
  const full = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(full / 2 + (full / 2) * random);
}
