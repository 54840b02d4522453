/** `events.book_session` and `events.cancel_booking`: a place or a turn in the waiting list, in one transaction. */
import { must } from '#shared/base/assert.ts';
import { ok, type Result } from '#shared/base/result.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { type SessionBookingRecord, type SessionRecord, sessionBookings } from '#shared/modules/events/schedule.ts';
import { bookSession, cancelBooking } from '#shared/modules/events/schedule-actions.ts';
import { action } from '../../../core/collections/action.ts';
import type { Transaction } from '../../../store/contract.ts';
import { bookingsMax, conflictsAt } from '../person-time.ts';
import { eventOf } from '../records.ts';
import { bookingAnswer } from './booking-answer.ts';
import { endBooking } from './end-booking.ts';
import { freePlacesOf, givesPlaces, nextTurn, promoteWaiting } from './places.ts';
import { attendeeOf, bookingsOf, openStatuses, scheduleSettingOf, sessionOf } from './records.ts';

/** Attendees book by the settings of the event; organizers and their programs at any time. */
function mayBook(event: EventRecord, secret: string | null | undefined, now: string): Result<null> {
  if (secret === null || secret === undefined) return ok(null);
  const { bookings, bookingsOpenAt } = scheduleSettingOf(event);
  if (!bookings) return refuseWith('bookings_closed');
  const opensAt = bookingsOpenAt ?? null;
  return opensAt !== null && now < opensAt ? refuseWith('bookings_closed', { detail: { opensAt } }) : ok(null);
}

async function checkSession(tx: Transaction, session: SessionRecord): Promise<Result<null>> {
  if (await givesPlaces(tx, session, tx.now)) return ok(null);
  const isOver = session.status === 'scheduled' && session.endsAt <= tx.now;
  return refuseWith(isOver ? 'session_over' : 'session_cancelled');
}

async function checkPerson(tx: Transaction, person: RegistrationRecord, session: SessionRecord): Promise<Result<null>> {
  if (person.status !== 'confirmed' || person.revokedAt !== null) {
    const detail = { status: person.status, paymentStatus: person.paymentStatus };
    return refuseWith('registration_not_confirmed', { detail });
  }
  const own = await bookingsOf(tx, person.id, [...openStatuses, 'attended', 'no_show']);
  const same = own.find((one) => one.session === session.id);
  if (same) return refuseWith('already_booked', { detail: { booking: same.id, status: same.status } });
  return own.length >= bookingsMax ? refuseWith('too_many_bookings', { detail: { max: bookingsMax } }) : ok(null);
}

/**
 * Everyone before who has time gets a place first: no new booking overtakes the waiting list.
 *
 * @returns the bookings that got one; null: no place is left
 */
async function freeForAnyone(tx: Transaction, session: SessionRecord): Promise<readonly string[] | null> {
  const { isMore, promoted } = await promoteWaiting(tx, session.id);
  const free = await freePlacesOf(tx, session);
  return !isMore && (free === null || free > 0) ? promoted : null;
}

/**
 * The bookings that stand in the way, to be given up. A meeting is another person's time too, and a session that the
 * person was in is a fact: neither is given up.
 */
async function replaceable(
  tx: Transaction,
  person: RegistrationRecord,
  session: SessionRecord,
  onConflict: 'reject' | 'replace',
): Promise<Result<readonly SessionBookingRecord[]>> {
  const conflicts = await conflictsAt(tx, person.id, session);
  if (conflicts.length === 0) return ok([]);
  const ids = new Set(conflicts.map(({ id }) => id));
  const booked = (await bookingsOf(tx, person.id, ['booked'])).filter((one) => ids.has(one.session));
  if (onConflict === 'replace' && booked.length === conflicts.length) return ok(booked);
  const detail = { conflicts: conflicts.map(({ id, kind }) => ({ kind, id })) };
  return refuseWith('session_conflict', { path: 'sessionId', detail });
}

async function endAll(tx: Transaction, bookings: readonly SessionBookingRecord[]): Promise<readonly string[]> {
  const promoted: string[] = [];
  for (const booking of bookings) promoted.push(...(await endBooking(tx, booking, 'replaced')));
  return promoted;
}

export const bookSessionAction = action(bookSession, async (tx, input, { actor }) => {
  const event = await eventOf(tx, input.eventId);
  if (!event.ok) return event;
  const found = await attendeeOf(tx, input, actor);
  if (!found.ok) return found;
  const asked = await sessionOf(tx, input.eventId, input.sessionId);
  if (!asked.ok) return asked;
  const person = found.value;
  const session = asked.value;
  for (const check of [
    mayBook(event.value, input.secret, tx.now),
    await checkSession(tx, session),
    await checkPerson(tx, person, session),
  ])
    if (!check.ok) return check;
  const inTheWay = await replaceable(tx, person, session, input.onConflict ?? 'reject');
  if (!inTheWay.ok) return inTheWay;
  const values = { event: event.value.id, session: session.id, registration: person.id };
  const make = async (status: 'booked' | 'waitlisted') =>
    await tx.create(sessionBookings, { ...values, status, turn: await nextTurn(tx, session.id) });
  const earlier = await freeForAnyone(tx, session);
  const booking = await make(earlier === null ? 'waitlisted' : 'booked');
  // A place on a waiting list replaces nothing.
  const replaced = booking.status === 'booked' ? inTheWay.value : [];
  const later = await endAll(tx, replaced);
  return ok({
    booking: await bookingAnswer(tx, booking),
    replaced: replaced.map(({ id }) => id),
    promoted: [...(earlier ?? []), ...later],
  });
});

export const cancelBookingAction = action(cancelBooking, async (tx, input, { actor }) => {
  const event = await eventOf(tx, input.eventId);
  if (!event.ok) return event;
  const session = await sessionOf(tx, input.eventId, input.sessionId);
  if (!session.ok) return session;
  const booking = await tx.get(sessionBookings, input.bookingId);
  if (booking?.session !== session.value.id) return refuseWith('booking_not_found', { path: 'bookingId' });
  const asked = { eventId: input.eventId, registrationId: booking.registration, secret: input.secret };
  const person = await attendeeOf(tx, asked, actor);
  if (!person.ok) return refuseWith('booking_not_found', { path: 'bookingId' });
  const { status } = booking;
  if (status === 'attended' || status === 'no_show') return refuseWith('booking_over', { detail: { status } });
  const promoted = status === 'cancelled' ? [] : await endBooking(tx, booking, 'attendee');
  const ended = must(await tx.get(sessionBookings, booking.id), 'the booking that was cancelled');
  return ok({ booking: await bookingAnswer(tx, ended), promoted });
});
