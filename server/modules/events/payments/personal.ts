/** The personal data that this part stores. */
import { paymentAccounts, paymentAlerts, paymentDisputes, payments } from '#shared/modules/events/payment.ts';
import { paymentEvents, refunds } from '#shared/modules/events/registration.ts';
import { ofRegistration, type PersonalData, triedAgain } from '../personal-data.ts';

export const personalOfPayments: readonly PersonalData[] = [
  ...ofRegistration(refunds),
  { collection: payments, by: ['registration'], without: [...triedAgain, 'account', 'session', 'paymentIntent'] },
  { collection: paymentDisputes, by: ['registration'], without: [...triedAgain, 'account', 'paymentIntent'] },
  { collection: paymentAccounts, withheld: 'belongs to the organizer' },
  {
    collection: paymentEvents,
    withheld: 'messages of the processor, which can name the buyer; payments and refunds say what came of them',
  },
  { collection: paymentAlerts, withheld: 'notes for the staff' },
];
