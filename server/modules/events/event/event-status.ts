/** The status of an event: people set draft and cancelled, the rest follows from the clock. Pure. */
import { must } from '#shared/base/assert.ts';
import { parseTime } from '#shared/base/time.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';

export type EventStatus = EventRecord['status'];

export function eventStatusAt(event: Pick<EventRecord, 'status' | 'startsAt' | 'endsAt'>, nowMs: number): EventStatus {
  if (event.status === 'draft' || event.status === 'cancelled') return event.status;
  if (nowMs < timeOf(event.startsAt)) return 'upcoming';
  return nowMs < timeOf(event.endsAt) ? 'live' : 'completed';
}

/** A stored time as Unix milliseconds. */
export function timeOf(stored: string): number {
  return must(parseTime(stored), 'a stored time is ISO 8601');
}
