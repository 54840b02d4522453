/** Times in exports: ISO 8601, or local ones in the usual orders, in the event's time zone. */
import { isoTime, parseTime } from '#shared/base/time.ts';

export type DateOrder = 'day_first' | 'month_first';

const local =
  /^(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})(?:,?[ T]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\.\d+)?\s*([ap])?\.?m?\.?)?$/i;

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
  return isoTime(wallMs - offsetMs(wallMs - offsetMs(wallMs, timeZone), timeZone));
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

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the zone's clocks show more than UTC at this moment, in milliseconds. */
function offsetMs(ms: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    const numeric = 'numeric';
    const parts = {
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    } as const;
    format = new Intl.DateTimeFormat('en-US', { ...parts, timeZone, hourCycle: 'h23' });
    formats.set(timeZone, format);
  }
  const of = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const shown = Date.UTC(of['year']!, of['month']! - 1, of['day'], of['hour'], of['minute'], of['second']);
  return shown - Math.floor(ms / 1000) * 1000;
}
