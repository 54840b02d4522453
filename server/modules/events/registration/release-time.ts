/** Releases the sessions that a cancelled registration has booked. Its meetings end with its place (orders/places.ts). */
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { sessionBookings } from '#shared/modules/events/schedule.ts';
import type { Transaction } from '../../../store/contract.ts';
import { releaseBookings } from '../schedule/end-booking.ts';

export async function releaseTime(tx: Transaction, { id }: Pick<RegistrationRecord, 'id'>): Promise<void> {
  if (tx.shapeOf(sessionBookings.name) !== null) await releaseBookings(tx, id);
}
