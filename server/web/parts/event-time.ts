/**
 * Texts of moments in an event's own time zone: a time of a record always has its day, a time on a screen of what happens now
 * only where it is not today.
 */

import { formatIn, timesIn } from '#shared/base/zoned-time.ts';
import { localeOf, t } from './text/text.ts';

/** An event, whose time zone times are shown in. */
export interface Zoned {
  readonly timezone: string;
}

/** Returns the time of a record, which is read later, too: always with its day, and with the year where it is not this year. */
export function momentAt({ timezone }: Zoned, iso: string, nowMs = Date.now()): string {
  const { dayAndTime, yearDayAndTime } = timesIn(timezone, localeOf());
  const ms = Date.parse(iso);
  const year = formatIn({ year: 'numeric' }, timezone, 'en');
  return (year.format(ms) === year.format(nowMs) ? dayAndTime : yearDayAndTime)(ms);
}

/** Returns the time for a screen that shows what happens now: with the day where it is not today. */
export function timeAt({ timezone }: Zoned, iso: string, nowMs = Date.now()): string {
  const { dayAndTime, isSameDay, time } = timesIn(timezone, localeOf());
  const ms = Date.parse(iso);
  return (isSameDay(ms, nowMs) ? time : dayAndTime)(ms);
}

/** Returns the time to the second, to compare two moments: with the day where it is not today. */
export function exactTimeAt({ timezone }: Zoned, iso: string, nowMs = Date.now()): string {
  const { exactDayAndTime, exactTime, isSameDay } = timesIn(timezone, localeOf());
  const ms = Date.parse(iso);
  return (isSameDay(ms, nowMs) ? exactTime : exactDayAndTime)(ms);
}

/** @param iso ISO 8601; a time in the future is `0 s ago` */
export function ago(iso: string): string {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(iso)) / 1000));
  if (seconds < 60) return t('s_ago', { seconds });
  if (seconds < 3600) return t('min_ago', { round: Math.round(seconds / 60) });
  return t('h_ago', { round: Math.round(seconds / 3600) });
}
