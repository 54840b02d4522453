/** Queues a mail in the transaction that causes it: it goes out if, and only if, that is committed. */
import { isoTime } from '#shared/base/time.ts';
import type { LetterTemplate } from '#shared/modules/events/letters.ts';
import { outgoingMails } from '#shared/modules/events/message.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Transaction } from '../../../store/contract.ts';
import { dueNow } from '../attempts.ts';

/** Ids of the records that a mail is about, and its recipient. */
export interface MailAbout {
  readonly registration?: string;
  readonly order?: string;
  readonly refund?: string;
  readonly waitlistEntry?: string;
  readonly sessionBooking?: string;
  readonly meeting?: string;
  readonly exhibitorMember?: string;
  readonly recipient: string;
  /** Set where the recipient is not the person of the registration or order. */
  readonly recipientName?: string;
  /** Key under which a mail is queued once, however often it is requested. */
  readonly onceKey?: string;
}

/** Prefix of the key of a prize's mail, before the id of the entry that has won. */
export const prizeKeyStart = 'prize:';

/** @param afterMs how long the mail waits: what is not true any more then is not sent */
export async function queueMailAbout(
  tx: Transaction,
  about: MailAbout,
  template: LetterTemplate,
  afterMs = 0,
): Promise<void> {
  const { onceKey } = about;
  if (onceKey !== undefined && (await tx.findOne(outgoingMails, { onceKey }))) return;
  await tx.create('outgoing_mails', {
    ...about,
    template,
    state: 'queued',
    ...dueNow(isoTime(Date.parse(tx.now) + afterMs)),
  });
}

export async function queueMail(
  tx: Transaction,
  registration: Pick<RegistrationRecord, 'id' | 'email'>,
  template: LetterTemplate,
): Promise<void> {
  await queueMailAbout(tx, { registration: registration.id, recipient: registration.email }, template);
}
