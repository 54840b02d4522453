/**
 * Follows what organizers do to sessions, on whichever way it came in: a session that is cancelled ends its bookings; one
 * that is moved keeps those who have time then; more capacity goes to those who wait. In steps, each one transaction,
 * because a session has thousands of people; every step looks at what is stored then, so it is harmless to do it again.
 */
import { ok } from '#shared/base/result.ts';
import {
  type SessionBookingRecord,
  type SessionRecord,
  sessionBookings,
  sessions,
} from '#shared/modules/events/schedule.ts';
import type { Condition } from '#shared/query/query.ts';
import type { Follower, FollowerContext } from '../../../core/collections/follower.ts';
import type { Change, Transaction } from '../../../store/contract.ts';
import { conflictsAt } from '../person-time.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { markEnded } from './end-booking.ts';
import { freeTimes, promoteWaiting } from './places.ts';
import { equals, inStatuses, openStatuses } from './records.ts';
import { queueSessionMail, type SessionTemplate } from './session-mails.ts';

const stepMax = 100;

type Each = (tx: Transaction, booking: SessionBookingRecord) => Promise<void>;
/** Work after the bookings of a step, in its transaction. @returns sessions whose waiting people must be asked again */
type After = (tx: Transaction, bookings: readonly SessionBookingRecord[]) => Promise<readonly string[]>;

const nothingAfter: After = async () => [];
const freeAll: After = async (tx, bookings) => {
  const people = bookings.map(({ registration }) => registration);
  return (await freeTimes(tx, people, bookings[0]?.session)).unfinished;
};

interface Step {
  /** The turn after which the next step begins; null: there is none. */
  readonly next: number | null;
  readonly again: readonly string[];
}

async function takeStep(
  tx: Transaction,
  sessionId: string,
  afterTurn: number,
  each: Each,
  after: After,
): Promise<Step> {
  const later: Condition = { kind: 'field', path: 'turn', op: 'greater_than', value: afterTurn };
  const where: Condition = { kind: 'and', of: [equals('session', sessionId), inStatuses(openStatuses), later] };
  const found = await tx.find(sessionBookings, {
    where,
    sort: [{ path: 'turn', direction: 'asc' }],
    limit: stepMax,
  });
  for (const booking of found) await each(tx, booking);
  const next = found.length < stepMax ? null : (found.at(-1)?.turn ?? null);
  return { next, again: await after(tx, found) };
}

/** Visits the open bookings of a session by turn, `stepMax` in each transaction. */
async function eachBooking(sessionId: string, context: FollowerContext, each: Each, after: After = nothingAfter) {
  const unfinished = new Set<string>();
  for (let turn: number | null = 0; turn !== null; ) {
    const from: number = turn;
    const step: Step = throwIfRefused(
      await context.commit(async (tx) => ok(await takeStep(tx, sessionId, from, each, after))),
    );
    for (const session of step.again) unfinished.add(session);
    turn = step.next;
  }
  for (const session of unfinished) await promoteAll(session, context);
}

async function endCancelled(tx: Transaction, booking: SessionBookingRecord): Promise<void> {
  const ended = await markEnded(tx, booking, 'session_cancelled');
  await queueSessionMail(tx, ended, 'session_cancelled');
}

/**
 * Puts a booking that overlaps another one at the new time on the waiting list, before later bookings. It gets its place
 * back when the person is free again.
 */
async function displace(tx: Transaction, booking: SessionBookingRecord): Promise<void> {
  const values = { status: 'waitlisted', promotionSkipped: 'conflict', displacedAt: tx.now } as const;
  await queueSessionMail(tx, await tx.update(sessionBookings, booking.id, values), 'session_displaced');
}

/**
 * Keeps a booking of a session that was moved, or displaces it. Does nothing where the session is over or cancelled by now: a
 * cancellation is followed by itself.
 */
async function keepIfFree(tx: Transaction, booking: SessionBookingRecord): Promise<void> {
  const session = await tx.get(sessions, booking.session);
  if (session?.status !== 'scheduled' || session.endsAt <= tx.now) return;
  if (booking.status === 'waitlisted') {
    await tx.update(sessionBookings, booking.id, { promotionSkipped: null });
    return;
  }
  const conflicts = await conflictsAt(tx, booking.registration, session, { kind: 'session', id: session.id });
  if (conflicts.length > 0) await displace(tx, booking);
  else await queueSessionMail(tx, booking, 'session_changed');
}

async function promoteAll(sessionId: string, { commit }: FollowerContext): Promise<void> {
  for (let isMore = true; isMore; )
    isMore = throwIfRefused(await commit(async (tx) => ok((await promoteWaiting(tx, sessionId)).isMore)));
}

const tells =
  (template: SessionTemplate): Each =>
  async (tx, booking) => {
    if (booking.status === 'booked') await queueSessionMail(tx, booking, template);
  };

async function followMove(id: string, context: FollowerContext): Promise<void> {
  // First all bookings are kept or displaced: people who are asked afterwards are judged by the new time.
  await eachBooking(id, context, keepIfFree);
  await promoteAll(id, context);
  await eachBooking(id, context, async () => undefined, freeAll);
}

async function followOne({ id, previous }: Change, session: SessionRecord, context: FollowerContext): Promise<void> {
  const changed = (...names: readonly (keyof SessionRecord)[]) =>
    names.some((name) => previous !== null && name in previous);
  if (session.status === 'cancelled')
    return changed('status') ? eachBooking(id, context, endCancelled, freeAll) : undefined;
  if (changed('startsAt', 'endsAt')) return followMove(id, context);
  if (changed('capacity', 'status')) await promoteAll(id, context);
  if (changed('title', 'room')) await eachBooking(id, context, tells('session_changed'));
}

export const followSessions: Follower = {
  name: 'events.follow-sessions',
  collections: ['sessions'],
  async handle(changes, context) {
    for (const change of changes) {
      if (change.op !== 'update') continue;
      const session = await context.reader.get(sessions, change.id);
      if (session) await followOne(change, session, context);
    }
  },
};
