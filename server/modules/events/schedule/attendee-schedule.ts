/** The schedule as one attendee sees it: what there is, what is theirs, what they can do. */
import { createHash } from 'node:crypto';
import type { EventRecord } from '#shared/modules/events/event.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { type SessionRecord, sessions } from '#shared/modules/events/schedule.ts';
import { overlaps } from '#shared/schedule/overlaps.ts';
import type { Reader } from '../../../store/contract.ts';
import { takenTimeOf } from '../person-time.ts';
import { ownBookings } from './personal-schedule.ts';
import { freePlacesOf, positionOf } from './places.ts';
import { type BookingStatus, scheduleSettingOf, sessionsOf, tracksOf } from './records.ts';

export interface AttendeeSession {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly room: string | null;
  readonly speakers: readonly string[];
  readonly track: string | null;
  readonly isCancelled: boolean;
  readonly isOver: boolean;
  readonly isFull: boolean;
  readonly booking: {
    readonly id: string;
    readonly status: Exclude<BookingStatus, 'cancelled'>;
    /** Position in the waiting list, from 1; null: the person does not wait. */
    readonly position: number | null;
    /** Time when the waiting list gave the place. ISO 8601. */
    readonly promotedAt: string | null;
    /** Time when the person lost the place, because the session was moved to a time that conflicts with another entry. */
    readonly displacedAt: string | null;
    readonly rating: number | null;
    readonly ratingComment: string | null;
  } | null;
  /** The person has something else at that time. */
  readonly conflicts: boolean;
  readonly canRate: boolean;
}

export interface AttendeeSchedule {
  readonly sessions: readonly AttendeeSession[];
  readonly mayBook: boolean;
  /** As `scheduleDigest` makes it. */
  readonly digest: string;
}

/**
 * Returns a digest of the person's own bookings: another text after each change of a status, a position or a session's
 * `sequence`. Bookings of other people change it only where a position does. Null: the server has no schedule.
 */
export async function scheduleDigest(reader: Reader, person: RegistrationRecord): Promise<string | null> {
  if (reader.shapeOf(sessions.name) === null) return null;
  const own = await ownBookings(reader, person.id);
  const parts: string[] = [];
  for (const { booking, session } of own)
    parts.push(`${booking.id} ${booking.status} ${await positionOf(reader, booking)} ${session.sequence}`);
  return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 16);
}

function mayBookAt(event: EventRecord, now: string): boolean {
  const { bookings, bookingsOpenAt } = scheduleSettingOf(event);
  return bookings && now >= (bookingsOpenAt ?? '');
}

/** @returns null where the event has no schedule */
export async function attendeeSchedule(
  reader: Reader,
  event: EventRecord,
  person: RegistrationRecord,
  now: string,
): Promise<AttendeeSchedule | null> {
  if (reader.shapeOf(sessions.name) === null) return null;
  if (!(await reader.findOne(sessions, { event: event.id }))) return null;
  const own = new Map((await ownBookings(reader, person.id)).map(({ booking, session }) => [session.id, booking]));
  const taken = await takenTimeOf(reader, person.id);
  const tracks = new Map((await tracksOf(reader, event.id)).map(({ id, name }) => [id, name]));
  const { ratings } = scheduleSettingOf(event);
  const shown = async (session: SessionRecord): Promise<AttendeeSession> => {
    const { capacity, description, endsAt, id, room, speakers, startsAt, status, title, track } = session;
    const booking = own.get(id) ?? null;
    const isOver = endsAt <= now;
    const free = capacity === null || isOver || booking !== null ? null : await freePlacesOf(reader, session);
    const hasPlace = booking?.status === 'booked' || booking?.status === 'attended';
    return {
      ...{ id, title, description, startsAt, endsAt, room, speakers: speakers ?? [], isOver },
      track: track === null ? null : (tracks.get(track) ?? null),
      isCancelled: status === 'cancelled',
      isFull: free !== null && free <= 0,
      booking: booking && {
        id: booking.id,
        status: booking.status as Exclude<BookingStatus, 'cancelled'>,
        position: await positionOf(reader, booking),
        promotedAt: booking.promotedAt,
        displacedAt: booking.displacedAt,
        rating: booking.rating,
        ratingComment: booking.ratingComment,
      },
      conflicts: taken.some((one) => one.id !== id && overlaps(one, session)),
      canRate: ratings && hasPlace && startsAt <= now && status === 'scheduled',
    };
  };
  const all: AttendeeSession[] = [];
  for (const session of await sessionsOf(reader, event.id)) all.push(await shown(session));
  const digest = (await scheduleDigest(reader, person)) ?? '';
  return { sessions: all, mayBook: mayBookAt(event, now), digest };
}
