/** `events.resend`: the ticket goes out once more, to the address that the registration has now. */
import { ok } from '#shared/base/result.ts';
import { hourMs, isoTime } from '#shared/base/time.ts';
import { outgoingMails } from '#shared/modules/events/message.ts';
import { resendLetter } from '#shared/modules/events/message-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Condition } from '#shared/query/query.ts';
import { action } from '../../../core/collections/action.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { registrationOf } from '../records.ts';
import { queueMail } from './queue-mail.ts';

/** Mails about one registration within an hour, after which its ticket is not sent again. */
const resendsMax = 5;

async function sentLately(reader: Reader, registration: string, nowMs: number): Promise<number> {
  const of: readonly Condition[] = [
    { kind: 'field', path: 'registration', op: 'equals', value: registration },
    { kind: 'field', path: 'batch', op: 'exists', value: false },
    { kind: 'field', path: 'createdAt', op: 'greater_than', value: isoTime(nowMs - hourMs) },
  ];
  return await reader.count(outgoingMails, { kind: 'and', of });
}

/** Refuses with `registration_not_confirmed` and `letters_too_often`. */
export async function resendTicket(tx: Transaction, registration: RegistrationRecord, nowMs: number) {
  if (registration.status !== 'confirmed') return refuseWith('registration_not_confirmed');
  if ((await sentLately(tx, registration.id, nowMs)) >= resendsMax) return refuseWith('letters_too_often');
  await queueMail(tx, registration, 'ticket_confirmed');
  return ok({ batchId: null, recipients: 1 });
}

export const resendAction = action(resendLetter, async (tx, { eventId, registrationId }, { clock }) => {
  const found = await registrationOf(tx, eventId, registrationId);
  return found.ok ? resendTicket(tx, found.value, clock()) : found;
});
