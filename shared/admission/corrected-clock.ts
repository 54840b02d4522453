/**
 * The time a verdict goes by, as a state machine without a clock of its own: between the server's signed times the
 * monotonic clock counts on, and the wall clock is only watched. Where it jumps against the monotonic one, someone set
 * it or the machine slept, and the time is not trusted until the server is heard again. Held by kiosk/store.
 */
import { hourMs, secondMs } from '../base/time.ts';

/** Both clocks of a device at one moment. */
export interface ClockReading {
  /** Never set, never jumps: counts from the start of the program. */
  readonly monotonicMs: number;
  /** The time of day as the device has it, which its users may set. */
  readonly wallMs: number;
}

/** A measurement whose signature was verified. */
export interface ServerTime {
  /** Unix milliseconds. */
  readonly serverNowMs: number;
  /** Monotonic time when the question left. */
  readonly sentAtMs: number;
  /** Monotonic time when the answer was there. */
  readonly receivedAtMs: number;
}

/** State that survives a restart, when the monotonic clock begins again. */
export interface ClockAnchor {
  /** Corrected time less the wall clock. */
  readonly wallOffsetMs: number;
  /** Corrected time when the anchor was made, Unix milliseconds: it cannot be earlier now. */
  readonly latestMs: number;
}

export type ClockReason = 'never_heard' | 'clock_jumped' | 'clock_before_known' | 'away_too_long';

export interface CorrectedTime {
  /** Unix milliseconds; a guess while not trusted. */
  readonly nowMs: number;
  readonly trusted: boolean;
  /** The server has not been heard since the start: the device's own clock bridges the gap, and may have been set. */
  readonly assumed: boolean;
  /** Reason why it is not trusted; null while it is. */
  readonly reason: ClockReason | null;
}

export interface ClockState {
  readonly last: ClockReading;
  /** Corrected time less monotonic time. */
  readonly offsetToMonotonicMs: number;
  /** Half the round trip of the latest measurement; infinite: none in this run. */
  readonly uncertaintyMs: number;
  /** Monotonic. */
  readonly measuredAtMs: number;
  /** The server was heard in this run or in an earlier one. */
  readonly heard: boolean;
  readonly reason: ClockReason | null;
}

/** A round trip slower than this says too little about the time. */
export const roundTripMaxMs = 10 * secondMs;
/** Clocks of one device may drift apart by this much and no more; NTP slews by at most 500 ppm. */
const driftPerMs = 0.0005;
/** Difference between the two clocks, beyond drift, above which one of them jumped. */
export const jumpMs = 2 * secondMs;
/** Time after the saved anchor from which on a wall clock found at start is no longer believed. */
export const believedAfterStopMs = 48 * hourMs;

/** @param saved of an earlier run; null: the server was never heard */
export function startClock(now: ClockReading, saved: ClockAnchor | null): ClockState {
  const guessMs = now.wallMs + (saved?.wallOffsetMs ?? 0);
  return {
    last: now,
    offsetToMonotonicMs: guessMs - now.monotonicMs,
    uncertaintyMs: Number.POSITIVE_INFINITY,
    measuredAtMs: now.monotonicMs,
    heard: saved !== null,
    reason: saved === null ? 'never_heard' : disbelief(guessMs, saved),
  };
}

/** Compares the two clocks since the last look. Look before every use. */
export function watchClock(state: ClockState, now: ClockReading): ClockState {
  const passedMs = now.monotonicMs - state.last.monotonicMs;
  const jumped = Math.abs(now.wallMs - state.last.wallMs - passedMs) > jumpMs + passedMs * driftPerMs;
  return { ...state, last: now, reason: state.reason ?? (jumped ? 'clock_jumped' : null) };
}

/**
 * Applies a measurement. One with a round trip above `roundTripMaxMs` is ignored; a slow one does not replace a better one,
 * unless the two contradict.
 */
export function applyServerTime(before: ClockState, time: ServerTime, now: ClockReading): ClockState {
  const state = watchClock(before, now);
  const { serverNowMs, sentAtMs, receivedAtMs } = time;
  const roundTripMs = receivedAtMs - sentAtMs;
  if (roundTripMs < 0 || roundTripMs > roundTripMaxMs) return state;
  const measured = serverNowMs - (sentAtMs + receivedAtMs) / 2;
  const agedMs = state.uncertaintyMs + (receivedAtMs - state.measuredAtMs) * driftPerMs;
  const contradicts = Math.abs(measured - state.offsetToMonotonicMs) > agedMs + roundTripMs / 2;
  if (state.reason === null && roundTripMs / 2 > agedMs && !contradicts) return state;
  return {
    last: state.last,
    offsetToMonotonicMs: measured,
    uncertaintyMs: roundTripMs / 2,
    measuredAtMs: receivedAtMs,
    heard: true,
    reason: null,
  };
}

/** The time at the last look. */
export function correctedTime({ last, offsetToMonotonicMs, uncertaintyMs, reason }: ClockState): CorrectedTime {
  const nowMs = Math.round(last.monotonicMs + offsetToMonotonicMs);
  return { nowMs, trusted: reason === null, assumed: uncertaintyMs === Number.POSITIVE_INFINITY, reason };
}

/** Returns the anchor to save now and then, trusted or not; null until the server was heard once. */
export function anchorOf(state: ClockState): ClockAnchor | null {
  if (!state.heard) return null;
  const latestMs = correctedTime(state).nowMs;
  return { wallOffsetMs: latestMs - Math.round(state.last.wallMs), latestMs };
}

/** A wall clock that stands before what is known, or far beyond it, was set while the kiosk was off. */
function disbelief(guessMs: number, saved: ClockAnchor): ClockReason | null {
  if (guessMs < saved.latestMs - jumpMs) return 'clock_before_known';
  return guessMs > saved.latestMs + believedAfterStopMs ? 'away_too_long' : null;
}
