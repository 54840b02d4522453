/**
 * Times, ages and numbers as people at a door read them, in the browser's language for figures and in the machine's
 * time zone. Sentences are English.
 */
import { dayMs, hourMs, minuteMs, parseTime } from '#shared/base/time.ts';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayAndClock = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const count = new Intl.NumberFormat('en-US');

export function number(value: number): string {
  return count.format(value);
}

/** `14:02`; with the day when it was not today. */
export function timeOfDay(iso: string, nowMs: number): string {
  const ms = parseTime(iso);
  if (ms === null) return 'unknown time';
  const sameDay = new Date(ms).toDateString() === new Date(nowMs).toDateString();
  return (sameDay ? clock : dayAndClock).format(ms);
}

/** `12 s`, `3 min`, `2 h 5 min`, `4 days`: never negative, the clock may have been set. */
export function duration(ms: number): string {
  if (ms < minuteMs) return `${Math.max(0, Math.floor(ms / 1_000))} s`;
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  const hours = Math.floor(ms / hourMs);
  const minutes = Math.floor((ms % hourMs) / minuteMs);
  if (ms < dayMs) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  const days = Math.floor(ms / dayMs);
  return days === 1 ? '1 day' : `${days} days`;
}

/** `3 min ago`; `just now` for the last minute. */
export function ago(iso: string, nowMs: number): string {
  const ms = parseTime(iso);
  if (ms === null) return 'at an unknown time';
  return nowMs - ms < minuteMs ? 'just now' : `${duration(nowMs - ms)} ago`;
}

export function bytes(size: number): string {
  if (size >= 1e9) return `${(size / 1e9).toFixed(1)} GB`;
  if (size >= 1e6) return `${Math.round(size / 1e6)} MB`;
  return `${Math.ceil(size / 1e3)} kB`;
}

export function plural(value: number, one: string, many: string): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** `North, East or Hall 2` */
export function anyOf(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}
