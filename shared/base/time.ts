/** Arithmetic on time. Nothing here reads a clock: every function takes the time it works on. */
export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The moment "now", handed in wherever time is needed, so that tests and simulations set it. Unix milliseconds. */
export type Clock = () => number;

const isoUtc = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** Length of what `isoTime` returns for the years 0 to 9999. */
const isoTimeChars = 24;

/**
 * Reads an ISO 8601 date or date-time with a zone; a bare date means its midnight in UTC.
 *
 * @returns Unix milliseconds, or null for anything else (no zone, 30 February, year 0, leap seconds)
 */
export function parseTime(text: string): number | null {
  // The stored form: the engine reads it many times faster, and what it writes back is what it understood.
  if (text.length === isoTimeChars && text.endsWith('Z') && !text.startsWith('0000')) {
    const ms = Date.parse(text);
    if (!Number.isNaN(ms) && isoTime(ms) === text) return ms;
  }
  const m = isoUtc.exec(text);
  if (!m) return null;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((i) => Number(m[i] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (year < 1 || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const ms = Number((m[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const zone = m[8] ?? 'Z';
  const zoneMinutes =
    zone === 'Z' ? 0 : (zone[0] === '-' ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4)));
  if (Math.abs(zoneMinutes) > 18 * 60) return null;
  date.setUTCHours(hour, minute - zoneMinutes, second, ms);
  return date.getTime();
}

/** ISO 8601 in UTC with milliseconds: the one spelling in which times are stored and sent. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
