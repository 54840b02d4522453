/**
 * Collections of payments: attempts to be paid for a registration, the accounts that receive the money, disputes, and
 * alerts for a person to resolve.
 */
import { defineCollection } from '../../schema/definition.ts';
import type { RecordOf } from '../../schema/infer.ts';

export const paymentStates = ['wanted', 'open', 'processing', 'paid', 'failed', 'closing', 'closed'] as const;

/** One attempt to be paid. It is stored before the processor is asked; the processor's answers are stored in it afterwards. */
export const payments = defineCollection({
  name: 'payments',
  module: 'events',
  labels: { one: 'Payment', many: 'Payments' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    {
      name: 'registration',
      type: 'relation',
      to: 'registrations',
      required: true,
      index: true,
      note: 'The first one of the order.',
    },
    { name: 'order', type: 'relation', to: 'ticket_orders', index: true },
    { name: 'attempt', type: 'integer', required: true, min: 1, note: 'Part of the idempotency key.' },
    {
      name: 'state',
      type: 'select',
      options: paymentStates,
      required: true,
      default: 'wanted',
      note: '`wanted`: the processor is being asked for a payment page. `closing`: it is being asked to close it.',
    },
    { name: 'amount', type: 'money', required: true, min: 0 },
    { name: 'fee', type: 'money', required: true, default: 0, min: 0, note: 'The platform’s part of the amount.' },
    { name: 'currency', type: 'text', required: true, maxLength: 3 },
    { name: 'account', type: 'text', maxLength: 255, note: 'The organizer’s account. Null: the platform’s own.' },
    { name: 'livemode', type: 'boolean', index: true, note: 'Null for the built-in test processor.' },
    { name: 'request', type: 'json', required: true, hidden: true },
    {
      name: 'replaced',
      type: 'boolean',
      required: true,
      default: false,
      note: 'Closed because the amount of its order changed, not because the seats are released.',
    },
    { name: 'session', type: 'text', maxLength: 255, index: true },
    { name: 'paymentIntent', type: 'text', maxLength: 255, index: true },
    { name: 'checkoutUrl', type: 'text', maxLength: 2_048, note: 'The page where the buyer pays.' },
    { name: 'clientSecret', type: 'text', maxLength: 500, hidden: true },
    { name: 'expiresAt', type: 'date' },
    { name: 'attempts', type: 'integer', required: true, default: 0, min: 0 },
    { name: 'nextAttemptAt', type: 'date', note: 'While the processor has to be asked: not before this time.' },
    { name: 'code', type: 'text', maxLength: 100, note: 'Why the processor refused.' },
    { name: 'problem', type: 'text', maxLength: 1_000 },
  ],
  indexes: [['state', 'nextAttemptAt']],
  writable: 'none',
});
export type PaymentRecord = RecordOf<typeof payments>;

/** An organizer's account at the processor, as the processor described it last. */
export const paymentAccounts = defineCollection({
  name: 'payment_accounts',
  module: 'events',
  labels: { one: 'Payment account', many: 'Payment accounts' },
  fields: [
    { name: 'account', type: 'text', maxLength: 255, unique: true, note: 'Null until the processor has created it.' },
    { name: 'state', type: 'select', options: ['wanted', 'known', 'failed'], required: true, default: 'wanted' },
    { name: 'name', type: 'text', maxLength: 200 },
    { name: 'email', type: 'email', maxLength: 254 },
    { name: 'country', type: 'text', maxLength: 2 },
    {
      name: 'otherRegion',
      type: 'boolean',
      note: 'In another region than the platform: payments are made on its behalf.',
    },
    {
      name: 'chargesEnabled',
      type: 'boolean',
      note: 'Only then can tickets be sold. Null until the processor has answered.',
    },
    { name: 'payoutsEnabled', type: 'boolean' },
    { name: 'detailsSubmitted', type: 'boolean' },
    { name: 'disabledReason', type: 'text', maxLength: 200 },
    { name: 'requirements', type: 'array', of: 'text', maxItems: 100, maxLength: 200, note: 'What is still missing.' },
    { name: 'checkedAt', type: 'date' },
    { name: 'attempts', type: 'integer', required: true, default: 0, min: 0 },
    { name: 'nextAttemptAt', type: 'date' },
    { name: 'problem', type: 'text', maxLength: 1_000 },
  ],
  indexes: [['state', 'nextAttemptAt']],
  writable: 'none',
});
export type PaymentAccountRecord = RecordOf<typeof paymentAccounts>;

export const disputeStates = ['taking_back', 'taken_back', 'giving_back', 'given_back', 'left', 'failed'] as const;

/** A buyer’s bank has taken a payment back from the platform, which takes it from the organizer until the dispute is won. */
export const paymentDisputes = defineCollection({
  name: 'payment_disputes',
  module: 'events',
  labels: { one: 'Payment dispute', many: 'Payment disputes' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'registration', type: 'relation', to: 'registrations', required: true, index: true },
    { name: 'processorId', type: 'text', required: true, unique: true, maxLength: 255 },
    { name: 'paymentIntent', type: 'text', required: true, maxLength: 255 },
    { name: 'account', type: 'text', maxLength: 255 },
    { name: 'livemode', type: 'boolean' },
    { name: 'amount', type: 'money', required: true, min: 0 },
    { name: 'currency', type: 'text', required: true, maxLength: 3 },
    { name: 'status', type: 'select', options: ['open', 'won', 'lost'], required: true, default: 'open' },
    {
      name: 'state',
      type: 'select',
      options: disputeStates,
      required: true,
      note: '`taken_back`: the organizer’s account has given the amount back. `given_back`: it has it again. `left`: it never had to.',
    },
    { name: 'takenBack', type: 'money', min: 0 },
    { name: 'attempts', type: 'integer', required: true, default: 0, min: 0 },
    { name: 'nextAttemptAt', type: 'date' },
    { name: 'problem', type: 'text', maxLength: 1_000 },
  ],
  indexes: [['state', 'nextAttemptAt']],
  writable: 'none',
});
export type PaymentDisputeRecord = RecordOf<typeof paymentDisputes>;

/** Alerts about emails to attendees, not about money. */
export const mailAlertKinds = ['mail_server_failing', 'mail_refused'] as const;

export const alertKinds = [
  'payment_refused',
  'payment_review',
  'refund_failed',
  'dispute_opened',
  'dispute_lost',
  'recovery_failed',
  'account_restricted',
  'payout_failed',
  'fraud_warning',
  'paid_there_not_here',
  'paid_here_not_there',
  'amount_differs',
  'refund_differs',
  'fee_differs',
  'unknown_here',
  'mail_server_failing',
  'mail_refused',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Matters that need a person. The organizer marks them as resolved; a difference that is gone resolves itself. */
export const paymentAlerts = defineCollection({
  name: 'payment_alerts',
  module: 'events',
  labels: { one: 'Payment alert', many: 'Payment alerts' },
  fields: [
    { name: 'key', type: 'text', readOnly: true, required: true, unique: true, maxLength: 300 },
    { name: 'kind', type: 'select', readOnly: true, options: alertKinds, required: true, index: true },
    { name: 'message', type: 'text', readOnly: true, required: true, maxLength: 1_000 },
    { name: 'event', type: 'relation', readOnly: true, to: 'events', index: true },
    { name: 'registration', type: 'relation', readOnly: true, to: 'registrations', index: true },
    { name: 'paymentIntent', type: 'text', readOnly: true, maxLength: 255 },
    { name: 'resolvedAt', type: 'date', index: true, note: 'Set it when nothing is left to do.' },
  ],
  writable: 'update-only',
});
export type PaymentAlertRecord = RecordOf<typeof paymentAlerts>;
