/** A person's place at an event, and what pays for it. */
import { languages } from '../../base/languages.ts';
import { defineCollection } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import type { RecordOf, ValuesOf } from '../../schema/infer.ts';
import { contactSharingField } from './exhibitor.ts';

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

/** Maximum number of add-ons of one registration. */
const addOnsMax = 1_000;

/** Add-ons as they were sold; the amounts in minor units. */
const addOnFields = [
  { name: 'ticketType', type: 'relation', to: 'ticket_types', required: true },
  { name: 'key', type: 'text', required: true, maxLength: 64, note: 'Of the ticket type, e.g. `dinner`.' },
  { name: 'name', type: 'text', required: true, maxLength: 200, note: 'Of the ticket type.' },
  { name: 'quantity', type: 'integer', required: true, min: 1 },
  { name: 'amount', type: 'integer', required: true, min: 0, note: 'Gross.' },
  { name: 'tax', type: 'integer', required: true, min: 0, note: 'Part of `amount`.' },
] as const satisfies readonly Field[];

const taxFields = [
  { name: 'taxPercent', type: 'number', required: true },
  { name: 'taxName', type: 'text', maxLength: 40 },
] as const satisfies readonly Field[];

/** The line of the invoices that stands for the ticket, in minor units. */
const soldAsFields = [
  ...taxFields,
  { name: 'taxIncluded', type: 'boolean', required: true },
  { name: 'tax', type: 'integer', required: true, min: 0 },
  { name: 'amount', type: 'integer', required: true, min: 0 },
] as const satisfies readonly Field[];
export type SoldAs = ValuesOf<typeof soldAsFields>;

const newTicketFields = [
  { name: 'name', type: 'text', required: true, maxLength: 200 },
  ...taxFields,
] as const satisfies readonly Field[];

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
    { ...contactSharingField, readOnly: true },
    { name: 'contactSharingAt', type: 'date', readOnly: true, note: 'When `contactSharing` was decided.' },
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
    {
      name: 'calendarRound',
      type: 'integer',
      readOnly: true,
      hidden: true,
      min: 0,
      note: 'How often the address of the person’s calendar was renewed.',
    },
    {
      name: 'amount',
      type: 'money',
      readOnly: true,
      required: true,
      default: 0,
      min: 0,
      note: 'What is paid for this person, with taxes and add-ons.',
    },
    { name: 'currency', type: 'text', readOnly: true, required: true, maxLength: 3 },
    {
      name: 'order',
      type: 'relation',
      readOnly: true,
      to: 'ticket_orders',
      index: true,
      note: 'Null for walk-ins, imports without order codes and registrations from before there were orders.',
    },
    {
      name: 'listAmount',
      type: 'money',
      readOnly: true,
      min: 0,
      note: 'The price of the ticket when it was sold, without discount, added tax and add-ons.',
    },
    { name: 'discount', type: 'money', readOnly: true, min: 0 },
    { name: 'tax', type: 'money', readOnly: true, note: 'Part of `amount`.' },
    { name: 'voucher', type: 'relation', readOnly: true, to: 'vouchers', index: true },
    {
      name: 'addOns',
      type: 'array',
      of: 'group',
      fields: addOnFields,
      maxItems: addOnsMax,
      readOnly: true,
      note: 'What was bought with the ticket. The amounts are part of `amount`.',
    },
    { name: 'formAnswers', type: 'json', note: 'Key of a registration question → answer.' },
    { name: 'voucherUses', type: 'integer', readOnly: true, hidden: true, min: 0 },
    { name: 'priceStep', type: 'text', readOnly: true, hidden: true, maxLength: 120 },
    {
      name: 'holdMinutes',
      type: 'integer',
      readOnly: true,
      hidden: true,
      note: 'How long the seat is held, if not for the usual time.',
    },
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
    {
      name: 'changeOf',
      type: 'relation',
      readOnly: true,
      to: 'registrations',
      index: true,
      note: 'Holds a seat of another ticket type for that registration until the difference is paid; then keeps its old ticket refused.',
    },
    { name: 'changeFrom', type: 'relation', readOnly: true, hidden: true, to: 'ticket_types' },
    {
      name: 'changedBy',
      type: 'integer',
      readOnly: true,
      note: 'Minor units paid (above 0) or refunded (below 0) for changes of the ticket type, beside `amount`.',
    },
    {
      name: 'soldAs',
      type: 'json',
      fields: soldAsFields,
      readOnly: true,
      hidden: true,
      note: 'How the invoices name what its ticket was sold for after changes of its type. Null: as in its order.',
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

/** A message of the payment processor, stored whole: its id shows a duplicate, and an unmatched message is not lost. */
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
export const refundMethods = ['processor', 'by_hand'] as const;

/** A refund, made in the transaction that decides it and settled by the processor's answer. */
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
      options: ['cancelled', 'event_cancelled', 'late_payment', 'paid_twice', 'changed'],
      required: true,
    },
    { name: 'reason', type: 'text', maxLength: 500 },
    { name: 'state', type: 'select', options: refundStates, required: true, default: 'pending', index: true },
    {
      name: 'method',
      type: 'select',
      options: refundMethods,
      required: true,
      default: 'processor',
      index: true,
      note: '`by_hand`: the organizer pays it back, and marks it as paid. It is due while `pending`.',
    },
    { name: 'paidAt', type: 'date', note: 'Of a refund by hand: when the organizer paid it back.' },
    {
      name: 'fee',
      type: 'money',
      min: 0,
      note: 'The part of the platform’s fee that is refunded with it, as we expect it.',
    },
    {
      name: 'newTicket',
      type: 'json',
      fields: newTicketFields,
      hidden: true,
      note: 'Of a change of ticket type: what the rest of the money is for.',
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
