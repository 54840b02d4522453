/** The actions around orders, as data. What they do is in server/modules/events/orders. */
import { defineAction } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import { addressFields } from '../postal-address.ts';
import { attendeeFields } from './actions.ts';
import { orderItemsMax } from './order.ts';
import { cancelledOrderAnswer, offerAnswer, orderAnswer, quoteAnswer } from './order-answers.ts';
import { maxPerOrderMost } from './ticket-sale.ts';

const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;
const orderId = { name: 'orderId', type: 'relation', to: 'ticket_orders', required: true } as const;
const ticketType = {
  name: 'ticketType',
  type: 'text',
  required: true,
  minLength: 1,
  maxLength: 64,
  note: 'The ticket type key, e.g. `vip`.',
} as const;
const voucher = { name: 'voucher', type: 'text', maxLength: 64, note: 'The code of a voucher.' } as const;

/** Maximum number of entries in `addOns` of one attendee, each with a quantity. */
export const addOnsMax = 20;

const addOns = {
  name: 'addOns',
  type: 'array',
  of: 'group',
  maxItems: addOnsMax,
  fields: [ticketType, { name: 'quantity', type: 'integer', required: true, default: 1, min: 1, max: maxPerOrderMost }],
} as const satisfies Field;

export const quote = defineAction({
  name: 'events.quote',
  module: 'events',
  summary: 'Calculate what an order would cost now: lines, voucher, taxes, fee. Reserves no seats.',
  scope: 'events:read',
  reads: true,
  http: { method: 'POST', paths: ['/events/:eventId/orders/quote'] },
  input: [
    eventId,
    {
      name: 'items',
      type: 'array',
      of: 'group',
      required: true,
      maxItems: orderItemsMax,
      note: 'One for each attendee; or one for several, with `quantity`.',
      fields: [
        ticketType,
        { name: 'quantity', type: 'integer', required: true, default: 1, min: 1, max: maxPerOrderMost },
        addOns,
      ],
    },
    voucher,
  ],
  output: { fields: quoteAnswer },
});

export const placeOrder = defineAction({
  name: 'events.order',
  module: 'events',
  summary:
    'Order tickets for one or several attendees with one payment. All seats are held until it is paid, or none. Repeating the same order within 30 seconds returns the first one.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/orders'], status: 201 },
  input: [
    eventId,
    {
      name: 'items',
      type: 'array',
      of: 'group',
      required: true,
      maxItems: orderItemsMax,
      note: 'One for each attendee.',
      fields: [
        ticketType,
        { name: 'attendee', type: 'group', required: true, fields: attendeeFields },
        { name: 'answers', type: 'json', note: 'Key of a registration question → answer.' },
        addOns,
        { name: 'group', type: 'text', minLength: 1, maxLength: 64, note: 'Registrations of one party share it.' },
      ],
    },
    voucher,
    {
      name: 'buyer',
      type: 'group',
      note: 'If omitted, the first attendee.',
      fields: [
        { name: 'name', type: 'text', maxLength: 200 },
        { name: 'email', type: 'email', maxLength: 254 },
        { name: 'company', type: 'text', maxLength: 200 },
        { name: 'address', type: 'group', fields: addressFields },
        { name: 'vatId', type: 'text', maxLength: 40 },
      ],
    },
    {
      name: 'method',
      type: 'select',
      options: ['online', 'bank_transfer'],
      note: 'If omitted, online where the event takes online payments. Ignored if nothing is to be paid.',
    },
    {
      name: 'total',
      type: 'integer',
      min: 0,
      max: 1_000_000_000,
      note: 'What the buyer was shown, in minor units. If the price has changed since, the order is refused.',
    },
    { name: 'acceptTerms', type: 'boolean', note: 'The buyer accepts the terms of the event.' },
    {
      name: 'cart',
      type: 'text',
      minLength: 20,
      maxLength: 64,
      note: 'A random text that only this buyer’s cart has. An order of the same cart that is not paid is cancelled when this one is placed.',
    },
  ],
  output: { fields: orderAnswer, called: 'order' },
});

export const getOrder = defineAction({
  name: 'events.get_order',
  module: 'events',
  summary: 'Read an order: what was bought, for whom, its payment.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/orders/:orderId'] },
  input: [eventId, orderId],
  output: { fields: orderAnswer, called: 'order' },
});

export const cancelOrder = defineAction({
  name: 'events.cancel_order',
  module: 'events',
  summary:
    'Cancel all registrations of an order. Frees the seats and refunds by the event’s rules. Repeating it returns the same result.',
  scope: 'events:write',
  http: { method: 'DELETE', paths: ['/events/:eventId/orders/:orderId'] },
  input: [
    eventId,
    orderId,
    {
      name: 'refund',
      type: 'select',
      options: ['full', 'partial', 'none'],
      note: 'Overrides the rules, also after check-in or the end of the event.',
    },
    { name: 'reason', type: 'text', maxLength: 500 },
  ],
  output: { fields: cancelledOrderAnswer },
});

export const markOrderPaid = defineAction({
  name: 'events.mark_order_paid',
  module: 'events',
  summary:
    'Mark an order as paid by bank transfer. Confirms all its registrations. Takes the seats again if they were released.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/orders/:orderId/paid'] },
  input: [eventId, orderId, { name: 'paidAt', type: 'date', note: 'When the money came. If omitted, now.' }],
  output: { fields: orderAnswer, called: 'order' },
});

export const offer = defineAction({
  name: 'events.offer',
  module: 'events',
  summary: 'What can be bought now: ticket types with current prices and seats left, add-ons, questions.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/offer'] },
  input: [eventId, voucher],
  output: { fields: offerAnswer },
});
