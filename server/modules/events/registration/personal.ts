/** The personal data that this part stores. */
import { mailSuppressions, messageBatches, outgoingMails } from '#shared/modules/events/message.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { type PersonalData, triedAgain } from '../personal-data.ts';

export const personalOfRegistration: readonly PersonalData[] = [
  {
    collection: registrations,
    by: ['id'],
    without: ['blockedReason', 'attentionNote', 'paymentIntent', 'transferredTo', 'changeOf'],
  },
  { collection: outgoingMails, by: ['registration'], without: [...triedAgain, 'messageId'] },
  { collection: mailSuppressions, by: ['emailKey'], value: ({ emailKey }) => emailKey },
  { collection: messageBatches, withheld: 'messages to many; the emails to the person are in outgoing_mails' },
];
