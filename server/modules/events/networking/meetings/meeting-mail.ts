/** A mail about a meeting to one of its two people, queued in the transaction that changes the meeting. */
import type { LetterTemplate } from '#shared/modules/events/letters.ts';
import type { MeetingRecord } from '#shared/modules/events/meeting.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import type { Transaction } from '../../../../store/contract.ts';
import { queueMailAbout } from '../../letters/queue-mail.ts';

export interface MeetingMail {
  readonly template: Extract<LetterTemplate, `meeting_${string}`>;
  /** Registration of the receiver; no mail is queued where it is gone. */
  readonly to: string;
  /** Name of what the mail reports: for each name one mail is queued for each `sequence` of the meeting. */
  readonly what: string;
}

export async function mailAboutMeeting(
  tx: Transaction,
  { id, sequence }: Pick<MeetingRecord, 'id' | 'sequence'>,
  { template, to, what }: MeetingMail,
): Promise<void> {
  const person = await tx.get(registrations, to);
  if (!person) return;
  const about = { registration: to, meeting: id, recipient: person.email, onceKey: `${id}:${sequence}:${what}` };
  await queueMailAbout(tx, about, template);
}
