/** What can be done with a registration after the sale, and what a cancellation would do, as data. */
import { defineAction } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import { paymentStatuses, registrationStatuses } from './registration.ts';

const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;
const registrationId = { name: 'registrationId', type: 'relation', to: 'registrations', required: true } as const;
const count = <const N extends string>(name: N) => ({ name, type: 'integer', required: true }) as const;
const money = [
  { name: 'amount', type: 'money', required: true },
  { name: 'currency', type: 'text', required: true },
] as const;

export const previewRefund = defineAction({
  name: 'events.refund_preview',
  module: 'events',
  summary: 'What would be refunded if the registration were cancelled now. Cancels nothing.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/registrations/:registrationId/refund'] },
  input: [eventId, registrationId],
  output: {
    fields: [
      ...money,
      { name: 'percent', type: 'number', required: true },
      { name: 'until', type: 'date', note: 'Until when this share is refunded. Null if nothing is.' },
    ],
  },
});

const byHandReasons = ['no_processor', 'under_review', 'disputed'] as const;
export type ByHandReason = (typeof byHandReasons)[number];

const cancelPreview = [
  { ...count('registrations'), note: 'People whose registrations would be cancelled and who get an email.' },
  { ...count('unpaid'), note: 'Of these, not paid yet.' },
  { ...count('waiting'), note: 'People on the waiting list, also with an offer.' },
  {
    name: 'refunds',
    type: 'array',
    of: 'group',
    required: true,
    fields: [...money, count('registrations')],
    note: 'What would be refunded, for each currency.',
  },
  {
    name: 'byHand',
    type: 'array',
    of: 'group',
    required: true,
    note: 'What is paid, but cannot be refunded through a payment processor.',
    fields: [
      { name: 'reason', type: 'select', options: byHandReasons, required: true },
      ...money,
      count('registrations'),
      { name: 'first', type: 'relation', to: 'registrations', required: true, note: 'One of them.' },
    ],
  },
] as const satisfies readonly Field[];

export const previewCancel = defineAction({
  name: 'events.cancel_preview',
  module: 'events',
  summary: 'What cancelling the event would do: how many people, which refunds, and what has to be refunded by hand.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/cancel'] },
  input: [eventId],
  output: { fields: cancelPreview },
});

const changed = [
  { name: 'id', type: 'relation', to: 'registrations', required: true },
  { name: 'status', type: 'select', options: registrationStatuses, required: true },
  { name: 'paymentStatus', type: 'select', options: paymentStatuses, required: true },
] as const satisfies readonly Field[];

export const transferRegistration = defineAction({
  name: 'events.transfer',
  module: 'events',
  summary:
    'Give a registration to another person. The old ticket, ticket page and badge code stop working; both people get an email.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/registrations/:registrationId/transfer'] },
  input: [
    eventId,
    registrationId,
    {
      name: 'attendee',
      type: 'group',
      required: true,
      fields: [
        { name: 'name', type: 'text', required: true, minLength: 1, maxLength: 200 },
        { name: 'email', type: 'email', required: true, maxLength: 254 },
        { name: 'company', type: 'text', maxLength: 200 },
        { name: 'role', type: 'text', maxLength: 200 },
      ],
    },
  ],
  output: {
    fields: [
      ...changed,
      { name: 'ticketNumber', type: 'text', required: true },
      { name: 'ticketPage', type: 'url', required: true },
    ],
  },
});
