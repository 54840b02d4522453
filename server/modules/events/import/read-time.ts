/** Times in exports: ISO 8601, or local ones in the usual orders, in the event's time zone. */
import { isoTime, parseTime } from '#shared/base/time.ts';
import { zoneOffsetMs } from '#shared/base/zone-offset.ts';
import { isTimeZone } from '#shared/base/zoned-time.ts';

export type DateOrder = 'day_first' | 'month_first';

const local =
  /^(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})(?:,?[ T]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\.\d+)?\s*([ap])?\.?m?\.?)?$/i;

/** Our workbooks name the zone of their times: `Checked in at (Europe/Berlin)`. */
export const zoneInHeader = / \((utc|[a-z_]+(?:\/[a-z0-9_+-]+)+)\)$/i;

/** @returns the zone that the header of a column names, else the event's */
export function zoneOfColumn(header: string | undefined, eventZone: string): string {
  const named = zoneInHeader.exec(header ?? '')?.[1];
  return named !== undefined && isTimeZone(named) ? named : eventZone;
}

/**
 * @param timeZone IANA name, of local times
 * @param order of day and month where both are possible; null: unknown
 * @returns ISO 8601; `ambiguous` where day and month could be either, null for what is no time
 */
export function readTime(text: string, timeZone: string, order: DateOrder | null): string | 'ambiguous' | null {
  const withZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? parseTime(text.replace(' ', 'T')) : null;
  if (withZone !== null) return isoTime(withZone);
  const parts = local.exec(text.trim());
  if (!parts) return null;
  const [, a, b, c, hour = '0', minute = '0', second = '0', half] = parts;
  const date = dateOf(Number(a), Number(b), Number(c), text, order);
  if (date === 'ambiguous' || date === null) return date;
  let hours = Number(hour);
  if (half !== undefined) hours = (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const [year, month, day] = date;
  const wallMs = Date.UTC(year, month - 1, day, hours, Number(minute), Number(second));
  const real = new Date(wallMs);
  if (real.getUTCMonth() !== month - 1 || real.getUTCDate() !== day || hours > 23) return null;
  return isoTime(wallMs - zoneOffsetMs(wallMs - zoneOffsetMs(wallMs, timeZone), timeZone));
}

type DateParts = readonly [year: number, month: number, day: number];

function dateOf(
  a: number,
  b: number,
  c: number,
  text: string,
  order: DateOrder | null,
): DateParts | 'ambiguous' | null {
  if (a > 31) return [a, b, c];
  const year = c < 100 ? 2000 + c : c;
  // Points stand between days and months where the day comes first; slashes in both kinds of country.
  if (text.includes('.') && /^\d{1,2}\./.test(text)) return [year, b, a];
  if (a > 12) return [year, b, a];
  if (b > 12) return [year, a, b];
  if (a === b) return [year, a, b];
  if (order === null) return 'ambiguous';
  return order === 'day_first' ? [year, b, a] : [year, a, b];
}
