/**
 * Times as people read them, in the zone of the event they belong to: the one place that makes text of a moment, for
 * console, kiosk, ticket pages and mails. Where the reader's clock runs otherwise, the zone stands beside the time.
 */

/** Every moment is given in Unix milliseconds. */
export interface ZonedTimes {
  /** `14:03`, or `14:03 CEST` for a reader whose clock shows another time. */
  time(ms: number): string;
  /** `14:03:27`: where two moments are distinguished. */
  exactTime(ms: number): string;
  /** Returns the time with the day. */
  dayAndTime(ms: number): string;
  exactDayAndTime(ms: number): string;
  /** Returns the time with day and year, for moments that may be long ago. */
  yearDayAndTime(ms: number): string;
  /** Whether both are on one day of the zone. */
  isSameDay(aMs: number, bMs: number): boolean;
}

const utc = 'UTC';
/** Abbreviations differ by region: CEST is known to one, EDT to another. */
const regions = ['en-GB', 'en-US', 'en-AU', 'en-CA'] as const;
/** Hours and minutes: twelve hours (Arabic) are written `2:05`, twenty-four `02:05`. */
export function minuteOf(tag: string | undefined) {
  const twelve = tag !== undefined && formatIn({ hour: 'numeric' }, utc, tag).resolvedOptions().hour12 === true;
  return { hour: twelve ? 'numeric' : '2-digit', minute: '2-digit' } as const;
}

/**
 * Writes the time from one moment to another, with hours as `minuteOf` has them: a runtime may write those of a range
 * otherwise (`8:05` in Spanish).
 */
export function spanText(
  options: Intl.DateTimeFormatOptions,
  timeZone: string,
  tag: string,
  [startMs, endMs]: readonly [number, number],
): string {
  const time = minuteOf(tag);
  const parts = formatIn({ ...options, ...time }, timeZone, tag).formatRangeToParts(startMs, endMs);
  const digits = time.hour === '2-digit' ? 2 : 1;
  return parts.map(({ type, value }) => (type === 'hour' ? value.padStart(digits, '0') : value)).join('');
}
const shortDay = { weekday: 'short', day: 'numeric', month: 'short' } as const;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Zones times languages times shapes; more are nothing that one process shows. */
const formatsMax = 500;

/**
 * @param timeZone IANA name; one that this runtime does not know is taken as UTC, and then `zoneName` says so; undefined:
 *   this machine's
 */
export function formatIn(
  options: Intl.DateTimeFormatOptions,
  timeZone: string | undefined,
  tag?: string,
): Intl.DateTimeFormat {
  const key = JSON.stringify([tag, timeZone, options]);
  const known = formats.get(key);
  if (known) return known;
  if (formats.size >= formatsMax) formats.clear();
  const made = new Intl.DateTimeFormat(tag, {
    ...options,
    timeZone: timeZone === undefined ? undefined : zoneOrUtc(timeZone),
  });
  formats.set(key, made);
  return made;
}

/** IANA names only: offsets such as `+05:30` have no name, and runtimes and databases disagree about them. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The zone to calculate with: what is stored may be older than its validation, or than the tables of this runtime.
 *
 * @param stored IANA name as a record holds it, anything
 * @returns the same name, or `UTC` for one that this runtime does not know
 */
export function zoneOrUtc(stored: string): string {
  return isTimeZone(stored) ? stored : utc;
}

function nameOf(ms: number, timeZone: string | undefined, tag: string, style: 'short' | 'longOffset'): string {
  const parts = formatIn({ hour: 'numeric', timeZoneName: style }, timeZone, tag).formatToParts(ms);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? utc;
}

/**
 * `CEST`, `EDT`; in German `MESZ`, in French `UTC+2`; `GMT+5:30` where no abbreviation is in use.
 *
 * @param tag the language; undefined: English
 */
export function zoneName(ms: number, timeZone: string, tag = 'en'): string {
  if (!/^en\b/.test(tag)) return nameOf(ms, timeZone, tag, 'short');
  const names = regions.map((tag) => nameOf(ms, timeZone, tag, 'short'));
  return names.find((name) => !/^(?:GMT|UTC)[+\-−]/.test(name)) ?? names[0]!;
}

/** Whether a clock of the zone `a` shows another time at this moment than one of the zone `b`; undefined: this machine's. */
export function differ(ms: number, a: string | undefined, b: string | undefined): boolean {
  return nameOf(ms, a, 'en', 'longOffset') !== nameOf(ms, b, 'en', 'longOffset');
}

const zoned = new Map<string, ZonedTimes>();

/**
 * @param timeZone of the event; undefined: of the reader
 * @param tag the language; undefined: the reader's
 * @param readerZone undefined: this machine's
 */
export function timesIn(timeZone: string | undefined, tag?: string, readerZone?: string): ZonedTimes {
  const key = JSON.stringify([timeZone, tag, readerZone]);
  const known = zoned.get(key);
  if (known) return known;
  const show = (options: Intl.DateTimeFormatOptions) => (ms: number) => {
    const text = formatIn(options, timeZone, tag).format(ms);
    return timeZone !== undefined && differ(ms, timeZone, readerZone) ? `${text} ${zoneName(ms, timeZone, tag)}` : text;
  };
  const minute = minuteOf(tag);
  const second = { ...minute, second: '2-digit' } as const;
  const dayOf = (ms: number) =>
    formatIn({ year: 'numeric', month: 'numeric', day: 'numeric' }, timeZone, 'en').format(ms);
  const made: ZonedTimes = {
    time: show(minute),
    exactTime: show(second),
    dayAndTime: show({ ...shortDay, ...minute }),
    exactDayAndTime: show({ ...shortDay, ...second }),
    yearDayAndTime: show({ ...shortDay, year: 'numeric', ...minute }),
    isSameDay: (aMs, bMs) => dayOf(aMs) === dayOf(bMs),
  };
  if (zoned.size >= formatsMax) zoned.clear();
  zoned.set(key, made);
  return made;
}
