/**
 * The time a verdict goes by: the device's monotonic clock plus an offset measured against the server's signed time.
 * Between two measurements the wall clock is only watched: when it jumps against the monotonic one, somebody set it
 * or the machine slept, and the time is not trusted until the server is heard again. Fed by sync, read by the station.
 */
import { isObject } from '#shared/base/json.ts';
import { hourMs, secondMs } from '#shared/base/time.ts';

/** What survives a restart, when the monotonic clock begins anew. */
export interface ClockAnchor {
  /** Trusted time less the wall clock. */
  readonly wallOffsetMs: number;
  /** The latest trusted time known: it cannot be earlier now. */
  readonly latestMs: number;
}

export interface TrustedClock {
  /** Unix milliseconds; a guess while `trusted` is false. */
  now(): number;
  trusted(): boolean;
  /** What is added to the device's own clock. */
  offsetMs(): number;
  /**
   * Takes a measurement whose signature was verified.
   *
   * @param sentAtMs monotonic time when the question left; @param receivedAtMs when the answer was there
   */
  observe(serverNowMs: number, sentAtMs: number, receivedAtMs: number): void;
  /** Null until the server was heard once. */
  anchor(): ClockAnchor | null;
}

export interface DeviceClocks {
  /** Never set, never jumps: performance.now(). */
  readonly monotonicMs: () => number;
  /** The time of day as the device has it: Date.now(). */
  readonly wallMs: () => number;
}

/** A round trip slower than this says too little about the time. */
const roundTripMaxMs = 10 * secondMs;
/** Clocks of one device may drift apart by this much and no more; NTP slews by at most 500 ppm. */
const driftPerMs = 0.0005;
const jumpMs = 2 * secondMs;
/** After so long without the server a wall clock found at start is no longer believed. */
const believedAfterStopMs = 48 * hourMs;

export function createTrustedClock(device: DeviceClocks, saved: ClockAnchor | null): TrustedClock {
  let lastMonotonicMs = device.monotonicMs();
  let lastWallMs = device.wallMs();
  /** Trusted time less monotonic time. */
  let offsetToMonotonicMs = lastWallMs + (saved?.wallOffsetMs ?? 0) - lastMonotonicMs;
  let uncertaintyMs = Number.POSITIVE_INFINITY;
  let measuredAtMs = lastMonotonicMs;
  let heard = saved !== null;
  let trusted = saved !== null && believable(lastMonotonicMs + offsetToMonotonicMs, saved);

  /** Compares the two clocks since the last look. */
  function watch(): number {
    const monotonicMs = device.monotonicMs();
    const wallMs = device.wallMs();
    const passedMs = monotonicMs - lastMonotonicMs;
    if (Math.abs(wallMs - lastWallMs - passedMs) > jumpMs + passedMs * driftPerMs) trusted = false;
    lastMonotonicMs = monotonicMs;
    lastWallMs = wallMs;
    return monotonicMs;
  }

  return {
    now: () => Math.round(watch() + offsetToMonotonicMs),
    trusted: () => {
      watch();
      return trusted;
    },
    offsetMs: () => Math.round(watch() + offsetToMonotonicMs - lastWallMs),
    observe(serverNowMs, sentAtMs, receivedAtMs) {
      const roundTripMs = receivedAtMs - sentAtMs;
      if (roundTripMs < 0 || roundTripMs > roundTripMaxMs) return;
      watch();
      const measured = serverNowMs - (sentAtMs + receivedAtMs) / 2;
      const agedMs = uncertaintyMs + (receivedAtMs - measuredAtMs) * driftPerMs;
      // A slow answer does not spoil a good measurement, unless the two contradict each other.
      const contradicts = Math.abs(measured - offsetToMonotonicMs) > agedMs + roundTripMs / 2;
      if (trusted && roundTripMs / 2 > agedMs && !contradicts) return;
      offsetToMonotonicMs = measured;
      uncertaintyMs = roundTripMs / 2;
      measuredAtMs = receivedAtMs;
      heard = true;
      trusted = true;
    },
    anchor: () => {
      if (!heard) return null;
      const latestMs = Math.round(watch() + offsetToMonotonicMs);
      return { wallOffsetMs: latestMs - Math.round(lastWallMs), latestMs };
    },
  };
}

/** Reads what an earlier run saved; anything else counts as never heard. */
export function parseAnchor(value: unknown): ClockAnchor | null {
  if (!isObject(value)) return null;
  const { wallOffsetMs, latestMs } = value;
  return typeof wallOffsetMs === 'number' && typeof latestMs === 'number' ? { wallOffsetMs, latestMs } : null;
}

/** A wall clock that stands before what is known, or far beyond it, was set while the kiosk was off. */
function believable(nowMs: number, saved: ClockAnchor): boolean {
  return nowMs >= saved.latestMs - jumpMs && nowMs <= saved.latestMs + believedAfterStopMs;
}
