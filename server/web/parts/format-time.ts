/** Moments of the organization, which has no zone of its own, in the reader's; and as a form's fields hold them. */

import { formatIn } from '#shared/base/zoned-time.ts';
import { localeOf } from './text/text.ts';

export function dayAndTime(iso: string): string {
  return formatIn({ dateStyle: 'medium', timeStyle: 'short' }, undefined, localeOf()).format(Date.parse(iso));
}

export function day(iso: string): string {
  return formatIn({ dateStyle: 'medium' }, undefined, localeOf()).format(Date.parse(iso));
}

/** Returns the value of a `datetime-local` field, in the time zone of this machine. */
export function localInput(ms: number): string {
  const at = new Date(ms);
  return new Date(ms - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** @returns ISO 8601; null for a field that is empty or cannot be read */
export function fromLocalInput(text: string): string | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
