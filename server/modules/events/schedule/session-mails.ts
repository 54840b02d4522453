/** Mails about a session, to people with a place in it or a turn in its waiting list: each once for each change. */
import type { LetterTemplate } from '#shared/modules/events/letters.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { type SessionBookingRecord, sessions } from '#shared/modules/events/schedule.ts';
import type { Transaction } from '../../../store/contract.ts';
import { queueMailAbout } from '../letters/queue-mail.ts';

export type SessionTemplate = Extract<LetterTemplate, `session_${string}`>;

export async function queueSessionMail(
  tx: Transaction,
  { id, promotedAt, registration, session }: SessionBookingRecord,
  template: SessionTemplate,
): Promise<void> {
  const person = await tx.get(registrations, registration);
  const about = await tx.get(sessions, session);
  if (!person || !about) return;
  // A person can get a place more than once; what the session itself does is counted by its sequence.
  const which = template === 'session_promoted' ? promotedAt : about.sequence;
  const onceKey = `${id}:${template}:${which}`;
  await queueMailAbout(tx, { registration, sessionBooking: id, recipient: person.email, onceKey }, template);
}
