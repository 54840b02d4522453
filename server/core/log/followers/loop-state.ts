/** The failure state of a loop: how often it failed, the last error, and the time of the next try. */
import { isoTime } from '#shared/base/time.ts';
import { type Pace, retryDelayMs } from './pace.ts';

export interface LoopFault {
  readonly tenant: string;
  readonly name: string;
  readonly error: unknown;
  /** Number of failures in a row. */
  readonly failures: number;
  /** ISO 8601. */
  readonly nextTryAt: string;
}

/** Times are in ISO 8601. */
export interface FailingState {
  readonly failures: number;
  readonly failingSince: string;
  readonly lastError: string;
  readonly nextTryAt: string;
}

/** Longest error text that is kept for the status page. */
const maxErrorChars = 500;

export class Failing {
  #state: FailingState | null = null;

  /** Null: the last try succeeded, or there was none. */
  get state(): FailingState | null {
    return this.#state;
  }

  /** @returns how long to wait before the next try, in milliseconds */
  add(error: unknown, pace: Pace): number {
    const failures = (this.#state?.failures ?? 0) + 1;
    const now = pace.clock();
    const delayMs = retryDelayMs(failures, pace.random());
    this.#state = {
      failures,
      failingSince: this.#state?.failingSince ?? isoTime(now),
      lastError: (error instanceof Error ? error.message : String(error)).slice(0, maxErrorChars),
      nextTryAt: isoTime(now + delayMs),
    };
    return delayMs;
  }

  clear(): void {
    this.#state = null;
  }
}
