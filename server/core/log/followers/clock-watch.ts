/**
 * Notices when the clock was set. Time that passed by itself moves the clock and the monotonic one alike; a difference is
 * an operator, a time server, or a machine that slept (which the monotonic clock does not count). One for all loops of a
 * process: a tenant that is attached later knows what happened before.
 */
import { minuteMs } from '#shared/base/time.ts';
import type { Pace } from './pace.ts';

/** Time servers correct less than this all the time; clocks of several servers differ by less. */
export const leapMs = minuteMs;
/** A clock that has leapt ahead is believed after this time: a wrong one is usually set right within minutes. */
export const settleMs = 5 * minuteMs;

export class ClockWatch {
  readonly #pace: Pick<Pace, 'clock' | 'monotonic'>;
  #seen: { readonly clockMs: number; readonly monotonicMs: number } | null = null;
  #settledAt = Number.NEGATIVE_INFINITY;
  #setBacks = 0;

  constructor(pace: Pick<Pace, 'clock' | 'monotonic'>) {
    this.#pace = pace;
  }

  /** @returns how often the clock was seen to be set back so far */
  look(): number {
    const { clock, monotonic } = this.#pace;
    if (monotonic === null) return this.#setBacks;
    const now = { clockMs: clock(), monotonicMs: monotonic() };
    const former = this.#seen ?? now;
    this.#seen = now;
    const leap = now.clockMs - former.clockMs - (now.monotonicMs - former.monotonicMs);
    if (leap > leapMs) this.#settledAt = now.monotonicMs + settleMs;
    if (leap < -leapMs) {
      this.#settledAt = Number.NEGATIVE_INFINITY;
      this.#setBacks += 1;
    }
    return this.#setBacks;
  }

  /** Milliseconds until the clock is to be believed; 0: it is. */
  get doubtfulMs(): number {
    const { monotonic } = this.#pace;
    return monotonic === null ? 0 : Math.max(0, this.#settledAt - monotonic());
  }
}
