/** Moments in an event's own time zone, with the day where it is not today. */

import { timesIn } from '#shared/base/zoned-time.ts';
import { dateTag, t } from './text/text.ts';

/** What times are shown in: an event. */
export interface Zoned {
  readonly timezone: string;
}

export function timeAt({ timezone }: Zoned, iso: string, nowMs = Date.now()): string {
  const { dayAndTime, isSameDay, time } = timesIn(timezone, dateTag());
  const ms = Date.parse(iso);
  return (isSameDay(ms, nowMs) ? time : dayAndTime)(ms);
}

/** To the second: where two moments are compared. */
export function exactTimeAt({ timezone }: Zoned, iso: string, nowMs = Date.now()): string {
  const { exactDayAndTime, exactTime, isSameDay } = timesIn(timezone, dateTag());
  const ms = Date.parse(iso);
  return (isSameDay(ms, nowMs) ? exactTime : exactDayAndTime)(ms);
}

export function ago(iso: string): string {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(iso)) / 1000));
  if (seconds < 60) return t('s_ago', { seconds });
  if (seconds < 3600) return t('min_ago', { round: Math.round(seconds / 60) });
  return t('h_ago', { round: Math.round(seconds / 3600) });
}
