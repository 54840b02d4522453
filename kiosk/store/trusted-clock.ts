/**
 * Runs the corrected clock of shared/admission on this device's two clocks: holds its state, and updates it before every
 * answer. Fed by sync, read by the station.
 */
import {
  anchorOf,
  applyServerTime,
  type ClockAnchor,
  type ClockReason,
  correctedTime,
  startClock,
  watchClock,
} from '#shared/admission/corrected-clock.ts';
import { isObject } from '#shared/base/json.ts';

export type { ClockAnchor };

export interface TrustedClock {
  /** Unix milliseconds; a guess while `trusted` is false. */
  now(): number;
  trusted(): boolean;
  /** Trusted although the server has not been heard since the start. */
  assumed(): boolean;
  /** Reason why it is not trusted; null while it is. */
  reason(): ClockReason | null;
  /** Offset that is added to the device's own clock. */
  offsetMs(): number;
  /**
   * Takes a measurement whose signature was verified.
   *
   * @param sentAtMs monotonic time when the question left; @param receivedAtMs when the answer was there
   */
  observe(serverNowMs: number, sentAtMs: number, receivedAtMs: number): void;
  /** Null until the server has answered once. */
  anchor(): ClockAnchor | null;
}

export interface DeviceClocks {
  /** Never set, never jumps: performance.now(). */
  readonly monotonicMs: () => number;
  /** The time of day as the device has it: Date.now(). */
  readonly wallMs: () => number;
}

export function createTrustedClock(device: DeviceClocks, saved: ClockAnchor | null): TrustedClock {
  const read = () => ({ monotonicMs: device.monotonicMs(), wallMs: device.wallMs() });
  let state = startClock(read(), saved);
  const look = () => {
    state = watchClock(state, read());
    return correctedTime(state);
  };
  return {
    now: () => look().nowMs,
    trusted: () => look().trusted,
    assumed: () => look().assumed,
    reason: () => look().reason,
    offsetMs: () => Math.round(look().nowMs - state.last.wallMs),
    observe(serverNowMs, sentAtMs, receivedAtMs) {
      state = applyServerTime(state, { serverNowMs, sentAtMs, receivedAtMs }, read());
    },
    anchor() {
      look();
      return anchorOf(state);
    },
  };
}

/** Reads what an earlier run saved; anything else counts as never heard. */
export function parseAnchor(value: unknown): ClockAnchor | null {
  if (!isObject(value)) return null;
  const { wallOffsetMs, latestMs } = value;
  return typeof wallOffsetMs === 'number' && typeof latestMs === 'number' ? { wallOffsetMs, latestMs } : null;
}
