/** A person's place at an event, and what pays for it and tells them. */
import { languages } from '../../base/languages.ts';
import { defineCollection } from '../../schema/definition.ts';
import type { RecordOf } from '../../schema/infer.ts';

export const registrationStatuses = ['pending', 'confirmed', 'waitlisted', 'cancelled', 'expired'] as const;
export const paymentStatuses = [
  'pending',
  'processing',
  'paid',
  'failed',
  'not_required',
  'payment_review',
  'refund_pending',
  'refunded',
  'partially_refunded',
  'disputed',
] as const;

export const registrations = defineCollection({
  name: 'registrations',
  module: 'events',
  labels: { one: 'Registration', many: 'Registrations' },
  fields: [
    { name: 'event', type: 'relation', readOnly: true, to: 'events', required: true, index: true },
    { name: 'ticketType', type: 'relation', readOnly: true, to: 'ticket_types', required: true, index: true },
    {
      name: 'status',
      type: 'select',
      readOnly: true,
      options: registrationStatuses,
      required: true,
      default: 'pending',
    },
    {
      name: 'paymentStatus',
      type: 'select',
      readOnly: true,
      options: paymentStatuses,
      required: true,
      default: 'pending',
    },
    { name: 'name', type: 'text', required: true, minLength: 1, maxLength: 200 },
    { name: 'email', type: 'email', required: true, maxLength: 254, index: true },
    {
      name: 'emailKey',
      type: 'text',
      readOnly: true,
      hidden: true,
      maxLength: 254,
      note: 'In lower case. Identifies the person.',
    },
    { name: 'company', type: 'text', maxLength: 200 },
    { name: 'role', type: 'text', maxLength: 200 },
    {
      name: 'language',
      type: 'select',
      readOnly: true,
      hidden: true,
      options: languages,
      note: 'The language of the attendee’s emails. If omitted, English.',
    },
    {
      name: 'ticketNumber',
      type: 'text',
      readOnly: true,
      required: true,
      unique: true,
      maxLength: 40,
      note: 'Cannot be guessed. Part of the ticket code.',
    },
    {
      name: 'badgeCode',
      type: 'text',
      readOnly: true,
      unique: true,
      maxLength: 40,
      note: 'Printed on the name badge. Not a ticket.',
    },
    {
      name: 'pageSecret',
      type: 'text',
      readOnly: true,
      required: true,
      unique: true,
      hidden: true,
      note: 'The ticket page /t/{secret}.',
    },
    { name: 'amount', type: 'money', readOnly: true, required: true, default: 0, min: 0 },
    { name: 'currency', type: 'text', readOnly: true, required: true, maxLength: 3 },
    { name: 'paymentIntent', type: 'text', readOnly: true, index: true, maxLength: 255 },
    { name: 'paidAt', type: 'date', readOnly: true },
    {
      name: 'holdExpiresAt',
      type: 'date',
      readOnly: true,
      index: true,
      note: 'While pending: when the seat is released.',
    },
    { name: 'confirmedAt', type: 'date', readOnly: true },
    { name: 'cancelledAt', type: 'date', readOnly: true },
    { name: 'revokedAt', type: 'date', note: 'The ticket is withdrawn, but the registration is still valid.' },
    {
      name: 'blockedReason',
      type: 'text',
      maxLength: 500,
      note: 'Staff must check: no admission without an override.',
    },
    {
      name: 'attentionNote',
      type: 'text',
      maxLength: 500,
      note: 'Shown to staff at every scan. Does not refuse admission.',
    },
    { name: 'group', type: 'text', maxLength: 64, index: true, note: 'Registrations of one order or party share it.' },
    {
      name: 'answers',
      type: 'json',
      readOnly: true,
      note: 'Question ID → `{value, answeredAt, scan}`, from the scans.',
    },
    { name: 'walkIn', type: 'relation', readOnly: true, to: 'walk_ins', note: 'Registered at the door.' },
    { name: 'checkedInAt', type: 'date', readOnly: true },
    {
      name: 'transferredTo',
      type: 'relation',
      readOnly: true,
      to: 'registrations',
      index: true,
      note: 'This one only keeps the old ticket refused: the registration was given to another person.',
    },
  ],
  searchable: ['name', 'email', 'company', 'ticketNumber'],
  indexes: [
    ['event', 'status'],
    ['event', 'checkedInAt'],
    ['event', 'emailKey'],
    ['status', 'holdExpiresAt'],
  ],
  lifecycle: {
    field: 'status',
    initial: 'pending',
    transitions: [
      { from: 'pending', to: 'confirmed', emits: 'confirmed' },
      { from: 'pending', to: 'expired', emits: 'expired' },
      { from: 'pending', to: 'cancelled', emits: 'cancelled' },
      { from: 'confirmed', to: 'cancelled', emits: 'cancelled' },
      { from: 'waitlisted', to: 'pending', emits: 'offered' },
      { from: 'waitlisted', to: 'cancelled', emits: 'cancelled' },
      { from: 'expired', to: 'confirmed', emits: 'confirmed' },
    ],
  },
  writable: 'update-only',
  replicated: {
    boundBy: 'event',
    fields: [
      'event',
      'ticketType',
      'status',
      'paymentStatus',
      'name',
      'email',
      'company',
      'role',
      'ticketNumber',
      'badgeCode',
      'revokedAt',
      'blockedReason',
      'attentionNote',
      'group',
      'answers',
    ],
  },
});
export type RegistrationRecord = RecordOf<typeof registrations>;

/** What the payment processor told us, kept whole: a duplicate is known by its id, an unmatched one is not lost. */
export const paymentEvents = defineCollection({
  name: 'payment_events',
  module: 'events',
  labels: { one: 'Payment event', many: 'Payment events' },
  fields: [
    { name: 'processorId', type: 'text', required: true, unique: true, maxLength: 255 },
    { name: 'eventType', type: 'text', required: true, maxLength: 255 },
    { name: 'objectId', type: 'text', maxLength: 255, index: true },
    {
      name: 'paymentIntent',
      type: 'text',
      maxLength: 255,
      index: true,
      note: 'The payment intent it is about, also for charges.',
    },
    { name: 'registration', type: 'relation', to: 'registrations', index: true },
    {
      name: 'outcome',
      type: 'select',
      options: ['confirmed', 'already_done', 'unmatched', 'review', 'recorded', 'refund_due', 'ignored'],
      required: true,
    },
    { name: 'payload', type: 'json', required: true },
  ],
  writable: 'none',
});
export type PaymentEventRecord = RecordOf<typeof paymentEvents>;

export const refundStates = ['pending', 'succeeded', 'failed'] as const;

/** Money that is to go back, made in the transaction that decides it; the processor's word settles it. */
export const refunds = defineCollection({
  name: 'refunds',
  module: 'events',
  labels: { one: 'Refund', many: 'Refunds' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'registration', type: 'relation', to: 'registrations', required: true, index: true },
    { name: 'paymentIntent', type: 'text', maxLength: 255, index: true },
    { name: 'amount', type: 'money', required: true, min: 0 },
    { name: 'currency', type: 'text', required: true, maxLength: 3 },
    { name: 'percent', type: 'number', required: true, min: 0, max: 100 },
    {
      name: 'cause',
      type: 'select',
      options: ['cancelled', 'event_cancelled', 'late_payment', 'paid_twice'],
      required: true,
    },
    { name: 'reason', type: 'text', maxLength: 500 },
    { name: 'state', type: 'select', options: refundStates, required: true, default: 'pending', index: true },
    {
      name: 'fee',
      type: 'money',
      min: 0,
      note: 'The part of the platform’s fee that is refunded with it, as we expect it.',
    },
    { name: 'processorId', type: 'text', maxLength: 255, index: true },
    {
      name: 'round',
      type: 'integer',
      required: true,
      default: 1,
      min: 1,
      note: 'Higher after each failure that was tried again.',
    },
    { name: 'attempts', type: 'integer', required: true, default: 0, min: 0 },
    { name: 'nextAttemptAt', type: 'date', note: 'While the processor has to be asked: not before this time.' },
    { name: 'problem', type: 'text', maxLength: 1_000 },
  ],
  indexes: [['state', 'nextAttemptAt']],
  writable: 'none',
});
export type RefundRecord = RecordOf<typeof refunds>;

export const mailTemplates = [
  'ticket_confirmed',
  'registration_cancelled',
  'ticket_transferred',
  'waitlist_offer',
] as const;

/** Mail as a queue: made in the transaction that causes it, sent by a follower, so that it is never lost and never blocks. */
export const outgoingMails = defineCollection({
  name: 'outgoing_mails',
  module: 'events',
  labels: { one: 'Outgoing mail', many: 'Outgoing mails' },
  fields: [
    { name: 'registration', type: 'relation', to: 'registrations', index: true },
    { name: 'waitlistEntry', type: 'relation', to: 'waitlist_entries', index: true },
    { name: 'template', type: 'select', options: mailTemplates, required: true },
    { name: 'recipient', type: 'email', required: true, maxLength: 254 },
    {
      name: 'state',
      type: 'select',
      options: ['queued', 'sent', 'failed'],
      required: true,
      default: 'queued',
      index: true,
    },
    { name: 'attempts', type: 'integer', required: true, default: 0, min: 0 },
    { name: 'nextAttemptAt', type: 'date', note: 'While queued: not sent before this time.' },
    { name: 'messageId', type: 'text', maxLength: 300 },
    { name: 'problem', type: 'text', maxLength: 1_000 },
  ],
  indexes: [['state', 'nextAttemptAt']],
  writable: 'none',
});
export type OutgoingMailRecord = RecordOf<typeof outgoingMails>;
