/** Calendar days as people at the venue know them: in the event's time zone. Pure: Intl's tables are data. */
import { dayMs, hourMs, minuteMs } from '../base/time.ts';
import { zoneOrUtc } from '../base/zoned-time.ts';

/** Formats by zone: making one takes longer than a verdict; a station knows one event, a server a few zones at a time. */
const formats = new Map<string, Intl.DateTimeFormat>();
const formatsMax = 64;

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  if (formats.size >= formatsMax) formats.clear();
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const made = new Intl.DateTimeFormat('en-CA', { ...parts, timeZone: zoneOrUtc(timeZone) });
  formats.set(timeZone, made);
  return made;
}

/**
 * @param ms Unix milliseconds
 * @param timeZone IANA name; one that this runtime does not know is taken as UTC
 * @returns the day there, e.g. `2026-05-04`; equal texts are the same day
 */
export function eventDay(ms: number, timeZone: string): string {
  const parts = formatIn(timeZone).formatToParts(ms);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((p) => p.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/**
 * @returns Unix milliseconds of the first minute of the day there that holds `ms`; where clocks are put forward over
 *   midnight, the first minute that there is
 */
export function eventDayStart(ms: number, timeZone: string): number {
  const day = eventDay(ms, timeZone);
  // A day has at most 25 hours; the last minute before it is found by halving.
  let outside = Math.floor(ms / minuteMs) * minuteMs - dayMs - 2 * hourMs;
  let inside = Math.floor(ms / minuteMs) * minuteMs;
  while (inside - outside > minuteMs) {
    const middle = outside + Math.floor((inside - outside) / 2 / minuteMs) * minuteMs;
    if (eventDay(middle, timeZone) === day) inside = middle;
    else outside = middle;
  }
  return inside;
}
