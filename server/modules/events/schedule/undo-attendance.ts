/**
 * An attendance that a check-in recorded turned out not to have happened: the booking is again what it was, or what it
 * would be by now. One that only the check-in made is cancelled. The place, if it is free by this, goes to those who wait.
 */
import { checkinLists } from '#shared/modules/events/event.ts';
import { checkins } from '#shared/modules/events/gate.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { type SessionBookingRecord, type SessionRecord, sessionBookings } from '#shared/modules/events/schedule.ts';
import { where } from '#shared/query/query.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { declaredMax } from '../records.ts';
import { freeTime, promoteWaiting } from './places.ts';
import { bookingsOf } from './records.ts';

/** A session may have several lists, one for each entrance. */
async function isAdmitted(reader: Reader, session: string, registration: string): Promise<boolean> {
  for (const { id } of await reader.find(checkinLists, { where: where({ session }), limit: declaredMax }))
    if (await reader.findOne(checkins, { registration, list: id })) return true;
  return false;
}

type Ended = Extract<
  SessionBookingRecord['endedBy'],
  'session_cancelled' | 'registration_cancelled' | 'admission_undone'
>;

/** Returns why the booking has ended meanwhile, or ends now; null: it does not end. */
async function endOf(tx: Transaction, session: SessionRecord, booking: SessionBookingRecord): Promise<Ended | null> {
  if (session.status === 'cancelled') return 'session_cancelled';
  if ((await tx.get(registrations, booking.registration))?.status === 'cancelled') return 'registration_cancelled';
  return booking.attendedFrom === 'none' ? 'admission_undone' : null;
}

export async function undoAttendance(tx: Transaction, session: SessionRecord, registration: string): Promise<void> {
  const attended = await bookingsOf(tx, registration, ['attended']);
  const booking = attended.find((one) => one.session === session.id);
  const before = booking?.attendedFrom ?? null;
  if (!booking || before === null || (await isAdmitted(tx, session.id, registration))) return;
  const endedBy = await endOf(tx, session, booking);
  const isAbsent = before === 'booked' && session.absentMarkedAt !== null;
  const again = isAbsent || before === 'none' ? 'no_show' : before;
  const values = endedBy ? ({ status: 'cancelled', cancelledAt: tx.now, endedBy } as const) : { status: again };
  await tx.update(sessionBookings, booking.id, { ...values, attendedAt: null, attendedFrom: null });
  if (values.status === 'booked') return;
  await promoteWaiting(tx, session.id);
  await freeTime(tx, registration);
}
