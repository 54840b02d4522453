/**
 * The codes a ticket page holds, signed ahead: one for every half window of the opening hours, so that at any time
 * one of them has at least half a window left, and each works only around its own time. Says when, signs nothing.
 */
import { assert, must } from '../base/assert.ts';
import { hourMs, minuteMs, parseTime, secondMs } from '../base/time.ts';
import { isTimestamp } from './ticket-code.ts';

/** Largest time by which a code may lie ahead of trusted time: room for clocks that are a little off. */
export const maxCodeAheadMs = 2 * minuteMs;

/** Doors open so long before the start where an event does not say when. */
export const doorsBeforeStartMs = 2 * hourMs;

/** Codes in one series: five days at 60 minutes. A page that comes to the end of a longer event fetches the next. */
export const maxSeriesCodes = 240;

export interface OpeningHours {
  readonly doorsOpenAt: string | null;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly replayWindowMinutes: number;
}

export interface CodeSeries<Code extends { readonly timestamp: number }> {
  readonly replayWindowMinutes: number;
  /** Ascending by timestamp. */
  readonly codes: readonly Code[];
}

/**
 * Times on one grid of half windows through the doors' opening, so that asking again gives the same codes. The first
 * is the one good at `fromMs`, also before the doors open and after the end: a page that is online always has a code.
 *
 * @returns Unix seconds, ascending, 1 to `maxSeriesCodes`
 */
export function codeTimes(event: OpeningHours, fromMs: number): number[] {
  assert(event.replayWindowMinutes >= 1, 'a replay window has at least one minute');
  const startsMs = must(parseTime(event.startsAt), 'startsAt is a time');
  const endsMs = must(parseTime(event.endsAt), 'endsAt is a time');
  const opensMs =
    event.doorsOpenAt === null
      ? startsMs - doorsBeforeStartMs
      : must(parseTime(event.doorsOpenAt), 'doorsOpenAt is a time');

  const stepMs = event.replayWindowMinutes * 30 * secondMs;
  const gridMs = Math.floor(opensMs / secondMs) * secondMs;
  const slotNow = Math.floor((fromMs - gridMs) / stepMs);
  const slotEnd = Math.floor((endsMs - gridMs) / stepMs);

  const times = [(gridMs + slotNow * stepMs) / secondMs];
  for (let slot = Math.max(slotNow + 1, 0); slot <= slotEnd && times.length < maxSeriesCodes; slot++) {
    times.push((gridMs + slot * stepMs) / secondMs);
  }
  return times.filter(isTimestamp);
}

/**
 * The newest code that is good now: not ahead of `nowMs`, or failing that one at most `maxCodeAheadMs` ahead.
 *
 * @returns null when the series holds none: it has run out, or its time has not come
 */
export function codeFor<Code extends { readonly timestamp: number }>(
  series: CodeSeries<Code>,
  nowMs: number,
): Code | null {
  const current = series.codes.findLast((code) => code.timestamp * secondMs <= nowMs);
  if (current && nowMs - current.timestamp * secondMs <= series.replayWindowMinutes * minuteMs) return current;
  const next = series.codes.find((code) => code.timestamp * secondMs > nowMs);
  return next && next.timestamp * secondMs - nowMs <= maxCodeAheadMs ? next : null;
}
