/** Computes the offset of a time zone from UTC at a moment. Pure: Intl's tables are data. */
import { formatIn } from './zoned-time.ts';

const numeric = 'numeric';
const parts = {
  year: numeric,
  month: numeric,
  day: numeric,
  hour: numeric,
  minute: numeric,
  second: numeric,
  hourCycle: 'h23',
} as const;

/**
 * @param ms Unix milliseconds
 * @param timeZone IANA name; one that this runtime does not know is taken as UTC
 * @returns milliseconds, negative west of Greenwich
 */
export function zoneOffsetMs(ms: number, timeZone: string): number {
  const shownParts = formatIn(parts, timeZone, 'en-US').formatToParts(ms);
  const of = Object.fromEntries(shownParts.map(({ type, value }) => [type, Number(value)]));
  const shown = Date.UTC(of['year']!, of['month']! - 1, of['day'], of['hour'], of['minute'], of['second']);
  return shown - Math.floor(ms / 1000) * 1000;
}
