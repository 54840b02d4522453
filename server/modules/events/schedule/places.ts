/**
 * Places of a session, counted in the transaction that gives them. People who wait are asked in turn: a place goes to the
 * first person who has time. A person who has not keeps the turn and is marked as skipped, and is asked again when their time
 * becomes free (`freeTime`), so no one who waits is looked at twice for nothing.
 */
import { events } from '#shared/modules/events/event.ts';
import {
  type SessionBookingRecord,
  type SessionRecord,
  sessionBookings,
  sessions,
} from '#shared/modules/events/schedule.ts';
import type { Condition } from '#shared/query/query.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { conflictsAt } from '../person-time.ts';
import { bookingsOf, equals, inStatuses, placeStatuses } from './records.ts';
import { queueSessionMail } from './session-mails.ts';

/** Maximum number of people that one transaction asks. */
export const stepsMax = 100;

const ofSession = (session: string, ...more: readonly Condition[]): Condition => ({
  kind: 'and',
  of: [equals('session', session), ...more],
});

const waiting = inStatuses(['waitlisted']);

/** Null: unlimited. Negative after the capacity was lowered. */
export async function freePlacesOf(reader: Reader, { capacity, id }: SessionRecord): Promise<number | null> {
  if (capacity === null) return null;
  return capacity - (await reader.count(sessionBookings, ofSession(id, inStatuses(placeStatuses))));
}

/** Returns the position in the waiting list, from 1; null: the person does not wait. */
export async function positionOf(
  reader: Reader,
  { session, status, turn }: SessionBookingRecord,
): Promise<number | null> {
  if (status !== 'waitlisted') return null;
  const before: Condition = { kind: 'field', path: 'turn', op: 'less_than', value: turn };
  return (await reader.count(sessionBookings, ofSession(session, waiting, before))) + 1;
}

/** The turn of the next booking, after all there were. */
export async function nextTurn(reader: Reader, session: string): Promise<number> {
  const [last] = await reader.find(sessionBookings, {
    where: ofSession(session),
    sort: [{ path: 'turn', direction: 'desc' }],
    limit: 1,
  });
  return (last?.turn ?? 0) + 1;
}

/** Places are given until the session ends, as long as it and its event take place. */
export async function givesPlaces(reader: Reader, session: SessionRecord, now: string): Promise<boolean> {
  if (session.status !== 'scheduled' || session.endsAt <= now) return false;
  const event = await reader.get(events, session.event);
  return event !== null && event.status !== 'cancelled';
}

export interface Promoted {
  /** Bookings that have a place now. */
  readonly promoted: readonly string[];
  /** More can be asked than one transaction asks. */
  readonly isMore: boolean;
}

async function askOne(tx: Transaction, session: SessionRecord, booking: SessionBookingRecord): Promise<boolean> {
  const conflicts = await conflictsAt(tx, booking.registration, session, { kind: 'session', id: session.id });
  if (conflicts.length > 0) {
    await tx.update(sessionBookings, booking.id, { promotionSkipped: 'conflict' });
    return false;
  }
  const place = { status: 'booked', promotedAt: tx.now, displacedAt: null } as const;
  await queueSessionMail(tx, await tx.update(sessionBookings, booking.id, place), 'session_promoted');
  return true;
}

/** Gives the free places of a session to those who wait, in turn. */
export async function promoteWaiting(tx: Transaction, sessionId: string): Promise<Promoted> {
  const session = await tx.get(sessions, sessionId);
  const none = { promoted: [], isMore: false };
  if (!session || !(await givesPlaces(tx, session, tx.now))) return none;
  let free = (await freePlacesOf(tx, session)) ?? Number.POSITIVE_INFINITY;
  if (free <= 0) return none;
  const asked = await tx.find(sessionBookings, {
    where: ofSession(sessionId, waiting, equals('promotionSkipped', null)),
    sort: [{ path: 'turn', direction: 'asc' }],
    limit: stepsMax,
  });
  const promoted: string[] = [];
  for (const booking of asked) {
    if (free <= 0) break;
    if (!(await askOne(tx, session, booking))) continue;
    promoted.push(booking.id);
    free -= 1;
  }
  return { promoted, isMore: free > 0 && asked.length === stepsMax };
}

/**
 * Something that took the time of these people is gone: where they were skipped for it, they are asked again. First all
 * of them are marked, then the places are given: of two who become free together, the lower turn comes first.
 *
 * @param except a session that has asked them already
 * @returns bookings that got a place, and sessions where more can be asked than one transaction asks
 */
export async function freeTimes(
  tx: Transaction,
  registrations: readonly string[],
  except: string | null = null,
): Promise<{ readonly promoted: readonly string[]; readonly unfinished: readonly string[] }> {
  const affected = new Set<string>();
  for (const registration of registrations)
    for (const { id, promotionSkipped, session } of await bookingsOf(tx, registration, ['waitlisted'])) {
      if (promotionSkipped === null || session === except) continue;
      await tx.update(sessionBookings, id, { promotionSkipped: null });
      affected.add(session);
    }
  const promoted: string[] = [];
  const unfinished: string[] = [];
  for (const session of affected) {
    const given = await promoteWaiting(tx, session);
    promoted.push(...given.promoted);
    if (given.isMore) unfinished.push(session);
  }
  return { promoted, unfinished };
}

/** The same for one person. @returns bookings that got a place; sessions where more can be asked are not named */
export async function freeTime(tx: Transaction, registration: string): Promise<readonly string[]> {
  return (await freeTimes(tx, [registration])).promoted;
}
