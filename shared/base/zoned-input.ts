/**
 * Moments as the fields of a form hold them (`2026-11-23T07:30`), in the time zone of an event. The clock of the person
 * who fills in the form does not matter.
 */
import { formatIn } from './zoned-time.ts';

const wall = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

/** @param ms Unix milliseconds. @returns for `datetime-local`: the zone’s date and time, to the minute */
export function zonedInput(ms: number, timeZone: string): string {
  const parts = formatIn(wall, timeZone, 'en-GB').formatToParts(ms);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '00';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/**
 * A time that the zone skips (when clocks go forward) becomes the moment an hour later; of one that it has twice, the
 * first is taken.
 *
 * @param text of a `datetime-local` field
 * @returns ISO 8601 in UTC; null for an empty field, or a text that is no date and time
 */
export function fromZonedInput(text: string, timeZone: string): string | null {
  const asUtc = Date.parse(`${text}Z`);
  if (text === '' || Number.isNaN(asUtc)) return null;
  const offsetAt = (ms: number) => Date.parse(`${zonedInput(ms, timeZone)}Z`) - ms;
  // The offsets before and after a change of the clocks; with the larger one the moment is earlier.
  const day = 86_400_000;
  const offsets = [offsetAt(asUtc - day), offsetAt(asUtc + day)];
  const fitting = offsets.map((offset) => asUtc - offset).filter((ms) => zonedInput(ms, timeZone) === text);
  const ms = fitting.length > 0 ? Math.min(...fitting) : asUtc - Math.min(...offsets);
  return new Date(ms).toISOString();
}

/** Every IANA name that the browser knows, UTC first. */
export function timeZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];
}

/** The zone of the person’s own clock. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
}

/** @returns the beginning of the zone’s day that holds the moment, Unix milliseconds; where clocks skip midnight, 01:00 */
export function dayStart(ms: number, timeZone: string): number {
  return Date.parse(fromZonedInput(`${zonedInput(ms, timeZone).slice(0, 10)}T00:00`, timeZone) ?? '');
}
