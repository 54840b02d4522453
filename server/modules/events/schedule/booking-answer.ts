/** A booking as its actions answer it. */
import type { SessionBookingRecord } from '#shared/modules/events/schedule.ts';
import type { Reader } from '../../../store/contract.ts';
import { positionOf } from './places.ts';

export async function bookingAnswer(reader: Reader, booking: SessionBookingRecord) {
  const { id, promotionSkipped, registration, session, status } = booking;
  return { id, session, registration, status, position: await positionOf(reader, booking), promotionSkipped };
}
