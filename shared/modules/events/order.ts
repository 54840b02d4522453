/** Ticket orders: the tickets of one buyer with one payment. Every sale but a walk-in makes one; registrations name theirs. */
import { languages } from '../../base/languages.ts';
import { defineCollection } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import type { RecordOf, ValuesOf } from '../../schema/infer.ts';
import { addressFields } from '../postal-address.ts';
import { paymentStatuses } from './registration.ts';
import { ticketKinds } from './ticket-sale.ts';

export const orderStatuses = ['open', 'confirmed', 'expired', 'cancelled'] as const;
export const orderMethods = ['online', 'bank_transfer', 'free'] as const;
export const orderChannels = ['page', 'api', 'console', 'import'] as const;

/** Maximum number of attendees in one order. */
export const orderItemsMax = 100;
/** Maximum number of lines of one order: tickets and their add-ons. */
export const orderLinesMax = 1_000;

/**
 * A line as it was sold. Only an import adds and removes lines of an order afterwards, of an order that it made. All money in
 * minor units of the order's currency.
 */
export const orderLineFields = [
  { name: 'registration', type: 'relation', to: 'registrations', required: true },
  { name: 'ticketType', type: 'relation', to: 'ticket_types', required: true },
  { name: 'key', type: 'text', required: true, maxLength: 64, note: 'Of the ticket type, e.g. `vip`.' },
  { name: 'name', type: 'text', required: true, maxLength: 200, note: 'Of the ticket type.' },
  { name: 'kind', type: 'select', options: ticketKinds, required: true },
  { name: 'step', type: 'text', maxLength: 120, note: 'Name of the price step.' },
  { name: 'quantity', type: 'integer', required: true, min: 1 },
  {
    name: 'unit',
    type: 'integer',
    required: true,
    note: 'The price of one, before discount. Below 0: the former ticket of a change.',
  },
  { name: 'discount', type: 'integer', required: true, min: 0, note: 'Of the whole line.' },
  { name: 'taxPercent', type: 'number', required: true },
  { name: 'taxName', type: 'text', maxLength: 40 },
  { name: 'taxIncluded', type: 'boolean', required: true },
  { name: 'tax', type: 'integer', required: true, note: 'Part of `amount`.' },
  { name: 'amount', type: 'integer', required: true, note: 'Gross: what is paid for the line.' },
] as const satisfies readonly Field[];
export type OrderLine = ValuesOf<typeof orderLineFields>;

export const ticketOrders = defineCollection({
  name: 'ticket_orders',
  module: 'events',
  labels: { one: 'Ticket order', many: 'Ticket orders' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'number', type: 'text', required: true, unique: true, maxLength: 20, note: 'For people, e.g. `K7M2Q`.' },
    {
      name: 'externalNumber',
      type: 'text',
      maxLength: 120,
      note: 'Of an imported order: its code in the other system.',
    },
    { name: 'status', type: 'select', options: orderStatuses, required: true, default: 'open' },
    { name: 'paymentStatus', type: 'select', options: paymentStatuses, required: true, default: 'pending' },
    { name: 'method', type: 'select', options: orderMethods, required: true, default: 'online' },
    { name: 'channel', type: 'select', options: orderChannels, required: true, default: 'api' },
    { name: 'name', type: 'text', required: true, maxLength: 200, note: 'Of the buyer.' },
    { name: 'email', type: 'email', required: true, maxLength: 254, index: true },
    { name: 'company', type: 'text', maxLength: 200 },
    { name: 'address', type: 'json', fields: addressFields },
    { name: 'vatId', type: 'text', maxLength: 40 },
    { name: 'language', type: 'select', hidden: true, options: languages },
    { name: 'voucher', type: 'relation', to: 'vouchers', index: true },
    {
      name: 'amount',
      type: 'money',
      required: true,
      default: 0,
      min: 0,
      note: 'Gross, of the tickets that are not cancelled.',
    },
    { name: 'discount', type: 'money', required: true, default: 0, min: 0 },
    {
      name: 'tax',
      type: 'money',
      required: true,
      default: 0,
      note: 'Part of `amount`. Below 0 where a change of ticket type moves money to a lower tax rate.',
    },
    { name: 'fee', type: 'money', required: true, default: 0, min: 0, note: 'The platform’s part of `amount`.' },
    { name: 'feePercent', type: 'number', hidden: true, note: 'Of the fee. Null: there is none.' },
    { name: 'currency', type: 'text', required: true, maxLength: 3 },
    {
      name: 'lines',
      type: 'array',
      of: 'group',
      fields: orderLineFields,
      maxItems: orderLinesMax,
      required: true,
      note: 'What was bought, as it was sold.',
    },
    { name: 'holdExpiresAt', type: 'date', index: true, note: 'While open: when the seats are released.' },
    {
      name: 'holdMinutes',
      type: 'integer',
      hidden: true,
      min: 0,
      note: 'How long the seats are held. If null, the usual time of an online payment.',
    },
    { name: 'paidAt', type: 'date' },
    { name: 'paymentIntent', type: 'text', index: true, maxLength: 255 },
    { name: 'refunded', type: 'money', required: true, default: 0, min: 0 },
    {
      name: 'refundDue',
      type: 'money',
      required: true,
      default: 0,
      min: 0,
      note: 'What the organizer still has to pay back by hand.',
    },
    { name: 'pageSecret', type: 'text', required: true, unique: true, hidden: true, note: 'The page /o/{secret}.' },
    {
      name: 'changeOf',
      type: 'relation',
      to: 'registrations',
      index: true,
      note: 'This order is the additional payment for another ticket type of that registration.',
    },
    {
      name: 'cart',
      type: 'text',
      hidden: true,
      index: true,
      maxLength: 64,
      note: 'A later order of it replaces this one.',
    },
    { name: 'requestHash', type: 'text', hidden: true, index: true, maxLength: 64, note: 'To know a double click.' },
  ],
  searchable: ['number', 'externalNumber', 'name', 'email', 'company'],
  indexes: [
    ['event', 'status'],
    ['event', 'externalNumber'],
  ],
  lifecycle: {
    field: 'status',
    initial: 'open',
    transitions: [
      { from: 'open', to: 'confirmed', emits: 'confirmed' },
      { from: 'open', to: 'expired', emits: 'expired' },
      { from: 'open', to: 'cancelled', emits: 'cancelled' },
      { from: 'confirmed', to: 'cancelled', emits: 'cancelled' },
      { from: 'confirmed', to: 'open', emits: 'reopened' },
      { from: 'expired', to: 'confirmed', emits: 'confirmed' },
      { from: 'expired', to: 'open', emits: 'reopened' },
      { from: 'expired', to: 'cancelled', emits: 'cancelled' },
    ],
  },
  writable: 'none',
});
export type TicketOrderRecord = RecordOf<typeof ticketOrders>;

/** Add-ons of a registration, so that seats and exports can count them. They take seats of their own type only. */
export const registrationAddOns = defineCollection({
  name: 'registration_add_ons',
  module: 'events',
  labels: { one: 'Registration add-on', many: 'Registration add-ons' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'order', type: 'relation', to: 'ticket_orders', required: true, index: true },
    { name: 'registration', type: 'relation', to: 'registrations', required: true, index: true },
    { name: 'ticketType', type: 'relation', to: 'ticket_types', required: true, index: true },
    { name: 'quantity', type: 'integer', required: true, min: 1 },
    { name: 'amount', type: 'money', required: true, min: 0, note: 'Gross, part of the registration’s amount.' },
    { name: 'tax', type: 'money', required: true, default: 0, min: 0 },
    { name: 'currency', type: 'text', required: true, maxLength: 3 },
    { name: 'priceStep', type: 'text', hidden: true, maxLength: 120 },
    {
      name: 'status',
      type: 'select',
      options: ['active', 'released'],
      required: true,
      default: 'active',
      note: '`active` as long as the registration holds its seat.',
    },
  ],
  writable: 'none',
});
export type RegistrationAddOnRecord = RecordOf<typeof registrationAddOns>;
