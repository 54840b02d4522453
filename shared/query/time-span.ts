/**
 * Times as filters name them: an ISO 8601 time, `now`, `now-P7D`; durations; the ranges of calendar days and years in a
 * time zone, and the month and weekday of a time there. The zone data is the engine's own (Intl). No clock: `nowMs` is
 * handed in.
 */
import { assert, must } from '../base/assert.ts';
import { dayMs, hourMs, isoTime, minuteMs, parseTime, secondMs } from '../base/time.ts';

/** Stored times are text that sorts as time does, which holds for four-digit years only. */
const firstMs = Date.parse('0001-01-01T00:00:00.000Z');
const lastMs = Date.parse('9999-12-31T23:59:59.999Z');

const duration =
  /^P(?=\d|T\d)(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,6})W)?(?:(\d{1,7})D)?(?:T(?=\d)(?:(\d{1,8})H)?(?:(\d{1,9})M)?(?:(\d{1,10})(?:\.(\d{1,3}))?S)?)?$/;
/** A plus sign in a URL means a space, and people forget to write %2B. */
const relative = /^now(?:([-+ ])(P[0-9A-Z.]{2,40}))?$/;

function within(ms: number): number | null {
  return ms >= firstMs && ms <= lastMs ? ms : null;
}

export function isDuration(text: string): boolean {
  return duration.test(text);
}

/**
 * `ms` moved by an ISO 8601 duration. Years and months move in the UTC calendar (31 January + P1M is the last of
 * February), a day is 24 hours and a week seven days.
 *
 * @returns Unix milliseconds; null for another form or a result outside the years 1 to 9999
 */
export function shiftTime(ms: number, text: string, sign: 1 | -1): number | null {
  const m = duration.exec(text);
  if (!m) return null;
  const part = (i: number): number => Number(m[i] ?? 0);
  const date = new Date(ms);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + sign * (part(1) * 12 + part(2));
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCFullYear(Math.floor(months / 12), months - Math.floor(months / 12) * 12);
  const lastDay = new Date(date);
  lastDay.setUTCMonth(date.getUTCMonth() + 1, 0);
  date.setUTCDate(Math.min(day, lastDay.getUTCDate()));
  const fixed = (part(3) * 7 + part(4)) * dayMs + part(5) * hourMs + part(6) * minuteMs + part(7) * secondMs;
  return within(date.getTime() + sign * (fixed + Number((m[8] ?? '').padEnd(3, '0'))));
}

/**
 * Checks a time or relative time at the edge.
 *
 * @returns its one spelling inside a condition; null: the text is neither
 */
export function normalMoment(text: string): string | null {
  const m = relative.exec(text);
  if (m) {
    if (m[2] === undefined) return 'now';
    return isDuration(m[2]) ? `now${m[1] === '-' ? '-' : '+'}${m[2]}` : null;
  }
  const ms = parseTime(text.replace(/ (\d{2}:\d{2})$/, '+$1'));
  return ms === null || within(ms) === null ? null : isoTime(ms);
}

/**
 * @returns the instant that a time, `now` or `now±P…` means at `nowMs`, as stored times are spelled, within the years 1 to
 *   9999
 */
export function momentAt(text: string, nowMs: number): string {
  const m = relative.exec(text);
  if (!m) {
    // The platform's own conditions may name the end of the last year: nothing is stored there or later.
    const ms = parseTime(text) ?? Date.parse(text);
    assert(!Number.isNaN(ms), `a time, not ${text}`);
    return isoTime(Math.min(Math.max(ms, firstMs), lastMs));
  }
  if (m[2] === undefined) return isoTime(nowMs);
  const sign = m[1] === '-' ? -1 : 1;
  return isoTime(shiftTime(nowMs, m[2], sign) ?? (sign < 0 ? firstMs : lastMs));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** One formatter per time zone (a few hundred at most) is kept: making one costs more than using it a thousand times. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}

interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

function utcMidnight({ year, month, day }: CalendarDay): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime();
}

function localDay(ms: number, timeZone: string): CalendarDay {
  const found: Record<string, string> = {};
  for (const part of formatOf(timeZone).formatToParts(ms)) found[part.type] = part.value;
  const year = Number(found['year']);
  return { year: found['era'] === 'BC' ? 1 - year : year, month: Number(found['month']), day: Number(found['day']) };
}

/** The first instant that belongs to this day or a later one; also where summer time skips midnight. */
function startOf(day: CalendarDay, timeZone: string): number {
  const midnight = utcMidnight(day);
  if (timeZone === 'UTC') return midnight;
  let low = midnight - 26 * hourMs;
  let high = midnight + 26 * hourMs;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (utcMidnight(localDay(middle, timeZone)) >= midnight) high = middle;
    else low = middle;
  }
  return high;
}

/** Operand of `on`: a bare `YYYY-MM-DD`, or the day on which a moment falls in the zone. */
export interface DayOperand {
  readonly at: string;
  readonly timeZone?: string;
}

/** Half-open: from the first instant of the range until before the second. */
export type TimeRange = readonly [from: string, until: string];

function rangeOf(from: CalendarDay, until: CalendarDay, timeZone: string): TimeRange {
  const clamp = (ms: number): string => isoTime(Math.min(Math.max(ms, firstMs), lastMs));
  return [clamp(startOf(from, timeZone)), clamp(startOf(until, timeZone))];
}

export function dayRange(operand: DayOperand, timeZone: string, nowMs: number): TimeRange {
  const zone = operand.timeZone ?? timeZone;
  const bare = /^(\d{4})-(\d{2})-(\d{2})$/.exec(operand.at);
  const day = bare
    ? { year: Number(bare[1]), month: Number(bare[2]), day: Number(bare[3]) }
    : localDay(must(parseTime(momentAt(operand.at, nowMs)), 'a moment'), zone);
  return rangeOf(day, { ...day, day: day.day + 1 }, zone);
}

export function yearRange(year: number, timeZone: string): TimeRange {
  return rangeOf({ year, month: 1, day: 1 }, { year: year + 1, month: 1, day: 1 }, timeZone);
}

/** @returns the month of a stored time in the zone, 1 to 12 */
export function monthOf(time: string, timeZone: string): number {
  return localDay(must(parseTime(time), 'a stored time'), timeZone).month;
}

/** @returns the weekday of a stored time in the zone, 1 = Monday … 7 = Sunday (ISO 8601) */
export function weekdayOf(time: string, timeZone: string): number {
  const day = new Date(utcMidnight(localDay(must(parseTime(time), 'a stored time'), timeZone))).getUTCDay();
  return day === 0 ? 7 : day;
}
