/** Reads the sessions, tracks, people and bookings that an action of the schedule names; one that is not there is refused. */
import { isId } from '#shared/base/id.ts';
import { ok, type Result } from '#shared/base/result.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import {
  type SessionBookingRecord,
  type SessionRecord,
  sessionBookings,
  sessions,
  type TrackRecord,
  tracks,
} from '#shared/modules/events/schedule.ts';
import { scheduleFields } from '#shared/modules/events/settings.ts';
import { type Condition, where } from '#shared/query/query.ts';
import type { ValuesOf } from '#shared/schema/infer.ts';
import { readSetting } from '#shared/schema/read-setting.ts';
import { type Actor, hasScope } from '../../../core/policy/actor.ts';
import type { Reader } from '../../../store/contract.ts';
import { bookingsMax } from '../person-time.ts';
import { declaredMax, registrationOf } from '../records.ts';

/** Maximum number of sessions of one event. */
export const sessionsMax = 2_000;

export type BookingStatus = SessionBookingRecord['status'];
/** A place that is kept for the person, or was used. */
export const placeStatuses: readonly BookingStatus[] = ['booked', 'attended'];
/** Statuses that can still change by themselves. */
export const openStatuses: readonly BookingStatus[] = ['booked', 'waitlisted'];

export const equals = (path: string, value: unknown): Condition => ({ kind: 'field', path, op: 'equals', value });
export const inStatuses = (value: readonly BookingStatus[]): Condition => ({
  kind: 'field',
  path: 'status',
  op: 'in',
  value,
});

export function scheduleSettingOf(event: Pick<EventRecord, 'schedule'>): ValuesOf<typeof scheduleFields> {
  return readSetting(scheduleFields, event.schedule);
}

export async function sessionOf(reader: Reader, eventId: string, sessionId: string): Promise<Result<SessionRecord>> {
  const session = await reader.get(sessions, sessionId);
  return session?.event === eventId ? ok(session) : refuseWith('session_not_found', { path: 'sessionId' });
}

/** Returns the sessions in order of time. */
export async function sessionsOf(reader: Reader, eventId: string): Promise<readonly SessionRecord[]> {
  return await reader.find(sessions, {
    where: where({ event: eventId }),
    sort: [{ path: 'startsAt', direction: 'asc' }],
    limit: sessionsMax,
  });
}

export async function tracksOf(reader: Reader, eventId: string): Promise<readonly TrackRecord[]> {
  const sort = [{ path: 'position', direction: 'asc' }] as const;
  return await reader.find(tracks, { where: where({ event: eventId }), sort, limit: declaredMax });
}

/** Finds a track by its id or its name. */
export async function trackOf(reader: Reader, eventId: string, named: string): Promise<Result<TrackRecord>> {
  const byName = await reader.findOne(tracks, { event: eventId, name: named });
  const found = byName ?? (isId(named) ? await reader.get(tracks, named) : null);
  return found?.event === eventId ? ok(found) : refuseWith('track_not_found', { path: 'track' });
}

/**
 * The person that an attendee's action is about.
 *
 * @param asked `secret` of their ticket page: the credential of a caller that may not write events; if given, it decides
 */
export async function attendeeOf(
  reader: Reader,
  asked: {
    readonly eventId: string;
    readonly registrationId: string;
    readonly secret?: string | null | undefined;
  },
  actor: Actor,
): Promise<Result<RegistrationRecord>> {
  const found = await registrationOf(reader, asked.eventId, asked.registrationId);
  const secret = asked.secret ?? null;
  const isTheirs = secret === null ? hasScope(actor, 'events:write') : found.ok && found.value.pageSecret === secret;
  return isTheirs ? found : refuseWith('registration_not_found', { path: 'registrationId' });
}

/** The person's bookings in these states, oldest first. */
export async function bookingsOf(
  reader: Reader,
  registrationId: string,
  statuses: readonly BookingStatus[],
): Promise<readonly SessionBookingRecord[]> {
  return await reader.find(sessionBookings, {
    where: { kind: 'and', of: [equals('registration', registrationId), inStatuses(statuses)] },
    sort: [{ path: 'createdAt', direction: 'asc' }],
    limit: bookingsMax,
  });
}
