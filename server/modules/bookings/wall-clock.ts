/** Converts local times of a place to moments and back. Intl's tables know when clocks are put forward or back. */
import { hourMs, minuteMs } from '#shared/base/time.ts';
import { zoneOrUtc } from '#shared/base/zoned-time.ts';

const formats = new Map<string, Intl.DateTimeFormat>();
const formatsMax = 64;

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  if (formats.size >= formatsMax) formats.clear();
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zoneOrUtc(timeZone),
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
}

/**
 * @param ms Unix milliseconds
 * @param timeZone IANA name; one that this runtime does not know is taken as UTC
 * @returns `2026-05-04 09:30` as it stands on the wall there
 */
export function wallTime(ms: number, timeZone: string): string {
  const parts = formatIn(timeZone).formatToParts(ms);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((p) => p.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`;
}

/**
 * @param day `2026-05-04`; @param time `09:30`, up to `24:00`
 * @returns Unix milliseconds; of a time that comes twice, the first; of one that is skipped, the moment clocks jump to
 */
export function momentOf(day: string, time: string, timeZone: string): number {
  const [hour, minute] = time.split(':').map(Number) as [number, number];
  const asUtc = Date.parse(`${day}T00:00:00.000Z`) + hour * hourMs + minute * minuteMs;
  const wanted = new Date(asUtc).toISOString().slice(0, 16).replace('T', ' ');
  // Zones lie within 14 hours of UTC; what is on the wall rises with time but for the hour that comes twice.
  let before = asUtc - 15 * hourMs;
  let from = asUtc + 15 * hourMs;
  while (from - before > minuteMs) {
    const middle = before + Math.floor((from - before) / 2 / minuteMs) * minuteMs;
    if (wallTime(middle, timeZone) >= wanted) from = middle;
    else before = middle;
  }
  return from;
}
