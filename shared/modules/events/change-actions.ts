/** Actions on a registration after the sale, and the preview of a cancellation, as data. */
import { defineAction } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import { orderMethods } from './order.ts';
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
/** Reason why money that was paid cannot be refunded through a payment processor. */
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

const signedMoney = [
  { name: 'amount', type: 'integer', required: true, note: 'Minor units. Below 0: refunded.' },
  { name: 'currency', type: 'text', required: true },
] as const;

export const changeTicketType = defineAction({
  name: 'events.change_ticket_type',
  module: 'events',
  summary:
    'Give a registration another ticket type. A lower price is refunded at once; a higher one is asked for first, and the old ticket stays valid until it is paid. After the change, the old ticket code and badge code stop working.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/registrations/:registrationId/ticket-type'] },
  input: [
    eventId,
    registrationId,
    { name: 'ticketType', type: 'text', required: true, minLength: 1, maxLength: 64, note: 'Its `id`, e.g. `vip`.' },
    { name: 'confirm', type: 'boolean', note: '`false`: only answers what would happen. If omitted, `true`.' },
    {
      name: 'method',
      type: 'select',
      options: ['online', 'bank_transfer'],
      note: 'How a difference is paid. If omitted, as the order was, if the event still takes that.',
    },
    {
      name: 'answers',
      type: 'json',
      note: 'Key of a registration question → answer: what the new ticket type asks and the person has not answered yet.',
    },
  ],
  output: {
    fields: [
      ...changed,
      { name: 'ticketType', type: 'text', required: true, note: 'The ticket type that is valid now.' },
      { name: 'changed', type: 'boolean', required: true, note: '`false`: the difference has to be paid first.' },
      { name: 'ticketNumber', type: 'text', required: true },
      { name: 'ticketPage', type: 'url', required: true },
      { name: 'price', type: 'group', required: true, fields: money, note: 'Of the new ticket type, for this person.' },
      { name: 'difference', type: 'group', required: true, fields: signedMoney },
      { name: 'refund', type: 'group', fields: money, note: 'What is refunded, at most what is left of the payment.' },
      {
        name: 'missingAnswers',
        type: 'json',
        note: 'With `confirm: false`: keys of the required questions that still have to be answered.',
      },
      {
        name: 'payment',
        type: 'group',
        note: 'The order that asks for the difference. Cancel it to keep the old ticket type.',
        fields: [
          { name: 'orderId', type: 'relation', to: 'ticket_orders', required: true },
          { name: 'number', type: 'text', required: true },
          { name: 'method', type: 'select', options: orderMethods, required: true },
          ...money,
          { name: 'page', type: 'url', required: true, note: 'Where it is paid.' },
          { name: 'expiresAt', type: 'date', note: 'Until then the new seat is held.' },
        ],
      },
    ],
  },
});
