/** Queues a mail in the transaction that causes it: it goes out if, and only if, that is committed. */
import type { LetterTemplate } from '#shared/modules/events/letters.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Transaction } from '../../../store/contract.ts';
import { dueNow } from '../attempts.ts';

export async function queueMail(
  tx: Transaction,
  registration: Pick<RegistrationRecord, 'id' | 'email'>,
  template: LetterTemplate,
): Promise<void> {
  await tx.create('outgoing_mails', {
    registration: registration.id,
    template,
    recipient: registration.email,
    state: 'queued',
    ...dueNow(tx.now),
  });
}
