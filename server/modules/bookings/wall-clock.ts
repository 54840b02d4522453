/** Converts local times of a place to moments. Intl's tables know when clocks are put forward or back. */
import { dayMs, hourMs, minuteMs } from '#shared/base/time.ts';
import { zoneOffsetMs } from '#shared/base/zone-offset.ts';

/**
 * @param day `2026-05-04`; @param time `09:30`, up to `24:00`
 * @param timeZone IANA name; one that this runtime does not know is taken as UTC
 * @returns Unix milliseconds; of a time that comes twice, the first; of one that is skipped, the moment clocks jump to
 */
export function momentOf(day: string, time: string, timeZone: string): number {
  const [hour, minute] = time.split(':').map(Number) as [number, number];
  const asUtc = Date.parse(`${day}T00:00:00.000Z`) + hour * hourMs + minute * minuteMs;
  // The offsets before and after a change of the clocks; with the larger one the moment is earlier.
  const offsets = [zoneOffsetMs(asUtc - dayMs, timeZone), zoneOffsetMs(asUtc + dayMs, timeZone)];
  const [first, second] = [asUtc - Math.max(...offsets), asUtc - Math.min(...offsets)];
  const shows = (ms: number) => ms + zoneOffsetMs(ms, timeZone) === asUtc;
  if (shows(first)) return first;
  if (shows(second)) return second;
  // Skipped: what is on the wall at the first lies before the jump, at the second after it.
  let [before, from] = [first, second];
  while (from - before > minuteMs) {
    const middle = before + Math.floor((from - before) / 2 / minuteMs) * minuteMs;
    if (middle + zoneOffsetMs(middle, timeZone) > asUtc) from = middle;
    else before = middle;
  }
  return from;
}
