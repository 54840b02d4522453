/** The end of a booking: its place goes on, and the person's time is free, in the same transaction. */
import { type SessionBookingRecord, sessionBookings } from '#shared/modules/events/schedule.ts';
import type { Transaction } from '../../../store/contract.ts';
import { freeTime, promoteWaiting } from './places.ts';
import { bookingsOf, openStatuses } from './records.ts';

type EndedBy = NonNullable<SessionBookingRecord['endedBy']>;

export async function markEnded(
  tx: Transaction,
  booking: SessionBookingRecord,
  endedBy: EndedBy,
): Promise<SessionBookingRecord> {
  const values = { status: 'cancelled', cancelledAt: tx.now, endedBy, promotionSkipped: null } as const;
  return await tx.update(sessionBookings, booking.id, values);
}

/** @returns bookings that got a place by it */
export async function endBooking(
  tx: Transaction,
  booking: SessionBookingRecord,
  endedBy: EndedBy,
): Promise<readonly string[]> {
  await markEnded(tx, booking, endedBy);
  if (booking.status !== 'booked') return [];
  const { promoted } = await promoteWaiting(tx, booking.session);
  return [...promoted, ...(await freeTime(tx, booking.registration))];
}

/** Ends the bookings of a registration that is cancelled. Attendance stays: it is what happened. */
export async function releaseBookings(tx: Transaction, registrationId: string): Promise<void> {
  const open = await bookingsOf(tx, registrationId, openStatuses);
  // First all of them: a place of their own must not go to the person again.
  for (const booking of open) await markEnded(tx, booking, 'registration_cancelled');
  for (const { session, status } of open) if (status === 'booked') await promoteWaiting(tx, session);
}
