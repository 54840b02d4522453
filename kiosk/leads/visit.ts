/**
 * Decides what a scan of a badge does to the visit that this device measures: it begins it, ends it, or is a repeated
 * read. Pure.
 */
import { hourMs, secondMs } from '#shared/base/time.ts';

/** A badge that is still before the camera is no second scan. */
export const sameScanMs = 30 * secondMs;
/** A scan so long after the start is another visit: the person left without a second scan. */
export const visitMaxMs = hourMs;

export type ScanMeaning = 'begins' | 'ends' | 'same';

/**
 * @param sinceMs when the visit began that runs at this device; null: none runs
 * @param lastScanMs when the badge was scanned last, at any device
 */
export function meaningOfScan(sinceMs: number | null, lastScanMs: number | null, nowMs: number): ScanMeaning {
  const sinceScanMs = nowMs - Math.max(sinceMs ?? Number.NEGATIVE_INFINITY, lastScanMs ?? Number.NEGATIVE_INFINITY);
  if (sinceMs !== null && sinceScanMs < sameScanMs) return 'same';
  if (sinceMs !== null && nowMs - sinceMs <= visitMaxMs) return 'ends';
  return 'begins';
}
