/**
 * Reads the session that a mail is about as it is when the mail is sent, and only if the mail is still right for the person.
 */
import type { OutgoingMailRecord } from '#shared/modules/events/message.ts';
import {
  type SessionBookingRecord,
  type SessionRecord,
  sessionBookings,
  sessionSequenceStep,
  sessions,
} from '#shared/modules/events/schedule.ts';
import type { Reader } from '../../../store/contract.ts';
import type { LetterSession } from '../letters/letter.ts';
import type { SessionTemplate } from './session-mails.ts';

/** State of the booking in which each mail is right. */
const states: Readonly<Record<SessionTemplate, SessionBookingRecord['status']>> = {
  session_promoted: 'booked',
  session_changed: 'booked',
  session_displaced: 'waitlisted',
  session_cancelled: 'cancelled',
};

/** The UID of a session is the same in all of a person's files: its sequence rises with each change and each place. */
export function calendarSequence(
  { sequence }: Pick<SessionRecord, 'sequence'>,
  booking: Pick<SessionBookingRecord, 'promotedAt' | 'status'> | null,
): number {
  return sessionSequenceStep * sequence + (booking?.status === 'booked' && booking.promotedAt !== null ? 1 : 0);
}

/** @returns null where the mail is no longer right */
export async function sessionOfLetter(
  reader: Reader,
  { template }: Pick<OutgoingMailRecord, 'template'>,
  bookingId: string,
): Promise<LetterSession | null> {
  const booking = await reader.get(sessionBookings, bookingId);
  const session = booking && (await reader.get(sessions, booking.session));
  if (!session || states[template as SessionTemplate] !== booking.status) return null;
  const { endsAt, id, room, startsAt, title } = session;
  const isTaken = booking.status === 'booked';
  return { id, title, startsAt, endsAt, room, isTaken, sequence: calendarSequence(session, booking) };
}
