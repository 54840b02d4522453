/**
 * Times, ages, figures, sums and lists as people at an entrance read them, in one language and the event's time zone.
 * Sentences are in the catalogues beside this file.
 */
import { isolated } from '#shared/base/isolate.ts';
import { type Language, languageTraits } from '#shared/base/languages.ts';
import { dayMs, hourMs, minuteMs, parseTime, secondMs } from '#shared/base/time.ts';
import { timesIn } from '#shared/base/zoned-time.ts';
import { spanWords } from './span-words.ts';

export interface Formats {
  number(value: number): string;
  /** @param share 0 to 1 */
  percent(share: number): string;
  /** The hour; with the day when it was not today. */
  time(iso: string, nowMs: number): string;
  /** The time to the second, to compare two moments. */
  exactTime(iso: string, nowMs: number): string;
  /** Never negative, the clock may have been set. */
  duration(ms: number): string;
  /** Time since a moment, or until it. */
  ago(iso: string, nowMs: number): string;
  bytes(size: number): string;
  /** @param amount minor units */
  money(amount: number, currency: string): string;
  anyOf(names: readonly string[]): string;
  allOf(names: readonly string[]): string;
  /** A name or another value in its own direction, for a place that no sentence of a catalogue has. */
  own(value: string): string;
  /** Values in one line, each in its own direction; what is missing is left out. */
  line(values: readonly (string | null)[]): string;
}

/** Shown for a stored time that cannot be read. */
const noTime = '–';

const cache = new Map<string, Formats>();

/** @param timeZone IANA name; null: this machine's, while no event is known */
export function formatsOf(language: Language, timeZone: string | null = null): Formats {
  const key = `${language} ${timeZone}`;
  const held = cache.get(key) ?? createFormats(language, timeZone);
  cache.set(key, held);
  return held;
}

function createFormats(language: Language, timeZone: string | null): Formats {
  const { direction, tag } = languageTraits[language];
  const own = (value: string): string => isolated(value, direction);
  const { ago, ahead } = spanWords[language];
  const times = timesIn(timeZone ?? undefined, tag);
  const figures = new Intl.NumberFormat(tag);
  const share = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });
  const relative = new Intl.RelativeTimeFormat(tag, { style: 'short', numeric: 'auto' });
  const relativeDays = new Intl.RelativeTimeFormat(tag, { numeric: 'always' });
  const units = new Intl.ListFormat(tag, { type: 'unit', style: 'short' });
  const or = new Intl.ListFormat(tag, { type: 'disjunction' });
  const and = new Intl.ListFormat(tag, { type: 'conjunction' });

  function unit(value: number, name: string, digits = 0): string {
    const unitDisplay = name === 'day' ? 'long' : 'short';
    return new Intl.NumberFormat(tag, { style: 'unit', unit: name, unitDisplay, maximumFractionDigits: digits }).format(
      value,
    );
  }

  function duration(ms: number): string {
    if (ms < minuteMs) return unit(Math.max(0, Math.floor(ms / secondMs)), 'second');
    if (ms < hourMs) return unit(Math.floor(ms / minuteMs), 'minute');
    if (ms >= dayMs) return unit(Math.floor(ms / dayMs), 'day');
    const minutes = Math.floor((ms % hourMs) / minuteMs);
    const hours = unit(Math.floor(ms / hourMs), 'hour');
    return minutes === 0 ? hours : units.format([hours, unit(minutes, 'minute')]);
  }

  return {
    number: (value) => figures.format(value),
    percent: (part) => share.format(part),
    time(iso, nowMs) {
      const ms = parseTime(iso);
      if (ms === null) return noTime;
      return (times.isSameDay(ms, nowMs) ? times.time : times.dayAndTime)(ms);
    },
    exactTime(iso, nowMs) {
      const ms = parseTime(iso);
      if (ms === null) return noTime;
      return (times.isSameDay(ms, nowMs) ? times.exactTime : times.exactDayAndTime)(ms);
    },
    duration,
    ago(iso, nowMs) {
      const ms = parseTime(iso);
      if (ms === null) return noTime;
      const distanceMs = Math.abs(nowMs - ms);
      const sign = nowMs < ms ? 1 : -1;
      if (distanceMs < minuteMs) return relative.format(0, 'second');
      if (distanceMs < hourMs) return relative.format(sign * Math.floor(distanceMs / minuteMs), 'minute');
      if (distanceMs >= dayMs) return relativeDays.format(sign * Math.floor(distanceMs / dayMs), 'day');
      return (sign < 0 ? ago : ahead)(duration(distanceMs));
    },
    bytes(size) {
      if (size >= 1e9) return unit(size / 1e9, 'gigabyte', 1);
      if (size >= 1e6) return unit(size / 1e6, 'megabyte');
      return unit(Math.ceil(size / 1e3), 'kilobyte');
    },
    money(amount, currency) {
      const format = new Intl.NumberFormat(tag, { style: 'currency', currency });
      return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
    },
    anyOf: (names) => or.format(names.map(own)),
    allOf: (names) => and.format(names.map(own)),
    own,
    line: (values) =>
      values
        .filter((value): value is string => value !== null && value !== '')
        .map(own)
        .join(' · '),
  };
}
