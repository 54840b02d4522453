/** Actions of organizers and buyers on payments, as data. Implemented in server/modules/events/payments. */
import { defineAction } from '../../schema/definition.ts';
import {
  connectedAnswer,
  onboardingAnswer,
  payoutsAnswer,
  requestedPaymentAnswer,
  retriedRefundAnswer,
} from './answers.ts';

const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;
const accountId = { name: 'accountId', type: 'relation', to: 'payment_accounts', required: true } as const;

export const requestPayment = defineAction({
  name: 'events.request_payment',
  module: 'events',
  summary: 'Ask again for the payment of a pending registration: the open payment page, or a new one.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/registrations/:registrationId/payment'] },
  input: [eventId, { name: 'registrationId', type: 'relation', to: 'registrations', required: true }],
  output: { fields: requestedPaymentAnswer },
});

export const retryRefund = defineAction({
  name: 'events.retry_refund',
  module: 'events',
  summary: 'Send a refund that failed to the processor again.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/refunds/:refundId/retry'] },
  input: [eventId, { name: 'refundId', type: 'relation', to: 'refunds', required: true }],
  output: { fields: retriedRefundAnswer },
});

export const markRefundPaid = defineAction({
  name: 'events.mark_refund_paid',
  module: 'events',
  summary:
    'Mark a refund as paid by the organizer: one that no processor can pay back (bank transfer), or that the processor could not. Again: the same answer.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/refunds/:refundId/paid'] },
  input: [
    eventId,
    { name: 'refundId', type: 'relation', to: 'refunds', required: true },
    { name: 'paidAt', type: 'date', note: 'If omitted, now.' },
  ],
  output: { fields: retriedRefundAnswer },
});

export const connectAccount = defineAction({
  name: 'events.connect_account',
  module: 'events',
  summary: 'Create an account at the payment processor for an organizer, so that ticket money can be paid out.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/payment-accounts'], status: 201 },
  input: [
    { name: 'country', type: 'text', required: true, pattern: '^[A-Z]{2}$', maxLength: 2 },
    { name: 'name', type: 'text', maxLength: 200 },
    { name: 'email', type: 'email', maxLength: 254 },
  ],
  output: { fields: connectedAnswer },
});

export const onboardingLink = defineAction({
  name: 'events.onboarding_link',
  module: 'events',
  summary: 'Get a new address where the organizer answers the questions of the processor. It works once.',
  scope: 'events:write',
  // Nothing is stored: the server asks the processor outside of any transaction.
  reads: true,
  http: { method: 'POST', paths: ['/events/payment-accounts/:accountId/onboarding-link'] },
  input: [
    accountId,
    { name: 'returnUrl', type: 'url', maxLength: 2_048, note: 'Where the processor sends the organizer afterwards.' },
  ],
  output: { fields: onboardingAnswer },
});

export const listPayouts = defineAction({
  name: 'events.payouts',
  module: 'events',
  summary: 'The last payouts of an organizer’s account, as the processor lists them.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/payment-accounts/:accountId/payouts'] },
  input: [accountId],
  output: { fields: payoutsAnswer },
});
