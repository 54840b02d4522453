/**
 * Reads the times at which a person is taken at an event: one function, used by everything that takes more of that time. Times
 * conflict by the half-open test of shared/schedule.
 */
import { meetings } from '#shared/modules/events/meeting.ts';
import { type SessionBookingRecord, sessionBookings, sessions } from '#shared/modules/events/schedule.ts';
import type { Condition } from '#shared/query/query.ts';
import { overlaps, type Span } from '#shared/schedule/overlaps.ts';
import type { Reader } from '../../store/contract.ts';
import { meetingsOf } from './networking/leave.ts';

export interface TakenTime extends Span {
  readonly kind: 'session' | 'meeting';
  /** Id of the session or the meeting. */
  readonly id: string;
}

/** Maximum number of bookings of one person that are not cancelled. */
export const bookingsMax = 300;

/** A place that is kept for the person, or was used. */
const takingStatuses: readonly SessionBookingRecord['status'][] = ['booked', 'attended'];

/** @returns ids of the sessions in which the person has a place, or was */
async function bookedSessions(reader: Reader, registrationId: string): Promise<readonly string[]> {
  const where: Condition = {
    kind: 'and',
    of: [
      { kind: 'field', path: 'registration', op: 'equals', value: registrationId },
      { kind: 'field', path: 'status', op: 'in', value: takingStatuses },
    ],
  };
  return (await reader.find(sessionBookings, { where, limit: bookingsMax })).map(({ session }) => session);
}

async function takenBySessions(reader: Reader, registrationId: string): Promise<readonly TakenTime[]> {
  if (reader.shapeOf(sessionBookings.name) === null) return [];
  const taken: TakenTime[] = [];
  for (const id of await bookedSessions(reader, registrationId)) {
    const session = await reader.get(sessions, id);
    if (session?.status !== 'scheduled') continue;
    const { endsAt, startsAt } = session;
    taken.push({ kind: 'session', id, startsAt, endsAt });
  }
  return taken;
}

/** Confirmed meetings, the person's own proposals, and confirmed times that are held until a new one is answered. */
async function takenByMeetings(reader: Reader, registrationId: string): Promise<readonly TakenTime[]> {
  if (reader.shapeOf(meetings.name) === null) return [];
  const taken: TakenTime[] = [];
  for (const meeting of await meetingsOf(reader, registrationId, ['proposed', 'confirmed'])) {
    const { endsAt, heldEndsAt, heldStartsAt, id, proposedBy, startsAt, status } = meeting;
    if (status === 'confirmed' || proposedBy === registrationId) taken.push({ kind: 'meeting', id, startsAt, endsAt });
    if (heldStartsAt !== null && heldEndsAt !== null)
      taken.push({ kind: 'meeting', id, startsAt: heldStartsAt, endsAt: heldEndsAt });
  }
  return taken;
}

/** All that takes the person's time, in no order. */
export async function takenTimeOf(reader: Reader, registrationId: string): Promise<readonly TakenTime[]> {
  return [...(await takenBySessions(reader, registrationId)), ...(await takenByMeetings(reader, registrationId))];
}

/**
 * Returns what takes the person's time in that span.
 *
 * @param except what is itself asked for, as `{kind, id}`: it does not conflict with itself
 */
export async function conflictsAt(
  reader: Reader,
  registrationId: string,
  span: Span,
  except: Pick<TakenTime, 'kind' | 'id'> | null = null,
): Promise<readonly TakenTime[]> {
  const taken = await takenTimeOf(reader, registrationId);
  const isExcepted = ({ id, kind }: TakenTime) => kind === except?.kind && id === except.id;
  return taken.filter((one) => !isExcepted(one) && overlaps(one, span));
}
