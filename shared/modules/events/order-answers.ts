/** The answers of the actions on orders, as data. Money is `{amount, currency}`; amounts in lines are minor units. */
import type { Field } from '../../schema/field.ts';
import { paymentToMake } from './answers.ts';
import { orderMethods, orderStatuses } from './order.ts';
import { questionKinds } from './question.ts';
import { paymentStatuses, registrationStatuses } from './registration.ts';
import { ticketKinds } from './ticket-sale.ts';
import { voucherEffects } from './voucher.ts';

const text = <const N extends string>(name: N) => ({ name, type: 'text', required: true }) as const;
const maybe = <const N extends string>(name: N) => ({ name, type: 'text' }) as const;
const flag = <const N extends string>(name: N) => ({ name, type: 'boolean', required: true }) as const;
const count = <const N extends string>(name: N) => ({ name, type: 'integer', required: true }) as const;
const time = <const N extends string>(name: N) => ({ name, type: 'date' }) as const;
const id = <const N extends string, const T extends string>(name: N, to: T) =>
  ({ name, type: 'relation', to, required: true }) as const;
const list = <const N extends string, const F extends readonly Field[]>(name: N, fields: F) =>
  ({ name, type: 'array', of: 'group', required: true, fields }) as const;
const group = <const N extends string, const F extends readonly Field[]>(name: N, fields: F) =>
  ({ name, type: 'group', required: true, fields }) as const;
const moneyFields = [count('amount'), text('currency')] as const;
const money = <const N extends string>(name: N) => group(name, moneyFields);

const taxFields = [
  { name: 'percent', type: 'number', required: true },
  maybe('name'),
  flag('included'),
  count('amount'),
] as const satisfies readonly Field[];

const line = [
  { ...text('ticketType'), note: 'Its key, e.g. `vip`.' },
  text('name'),
  { name: 'kind', type: 'select', options: ticketKinds, required: true },
  { ...maybe('step'), note: 'The price step.' },
  count('quantity'),
  money('unit'),
  { ...count('discount'), note: 'Of the whole line, in minor units.' },
  group('tax', taxFields),
  { ...count('amount'), note: 'Gross: what is paid for the line, in minor units.' },
] as const satisfies readonly Field[];

const sums = [
  money('total'),
  { ...money('tax'), note: 'Part of the total.' },
  money('discount'),
  { ...money('fee'), required: false, note: 'The platform’s part of the total. Not shown to guests.' },
  list('taxes', [...taxFields, { ...count('net'), note: 'What it is a tax on, without the tax.' }]),
] as const satisfies readonly Field[];

const refundTerms = {
  name: 'refundTerms',
  type: 'group',
  required: true,
  fields: [
    flag('enabled'),
    count('windowHours'),
    { name: 'partialRefundPercent', type: 'number', required: true },
    text('basis'),
  ],
} as const;

const bankTransfer = {
  name: 'bankTransfer',
  type: 'group',
  note: 'Only where the event takes bank transfers.',
  fields: [maybe('instructions'), count('holdDays')],
} as const;

const voucherShown = {
  name: 'voucher',
  type: 'group',
  fields: [
    text('code'),
    { name: 'effect', type: 'select', options: voucherEffects, required: true },
    { name: 'percent', type: 'number' },
    { name: 'value', type: 'number', note: 'In currency units.' },
    { ...count('left'), required: false, note: 'Uses left, in tickets. Omitted: unlimited.' },
  ],
} as const satisfies Field;

export const quoteAnswer = [
  list('lines', line),
  ...sums,
  { ...voucherShown, note: 'Only if one was sent.' },
  {
    name: 'methods',
    type: 'array',
    of: 'text',
    required: true,
    note: 'How it can be paid: `online`, `bank_transfer` or `free`.',
  },
  refundTerms,
  bankTransfer,
] as const satisfies readonly Field[];

const orderRegistration = [
  id('id', 'registrations'),
  { name: 'status', type: 'select', options: registrationStatuses, required: true },
  { name: 'paymentStatus', type: 'select', options: paymentStatuses, required: true },
  { ...text('ticketType'), note: 'Its key, e.g. `vip`.' },
  text('name'),
  { name: 'email', type: 'email', required: true },
  count('amount'),
  { name: 'ticketPage', type: 'url', required: true },
] as const satisfies readonly Field[];

export const orderAnswer = [
  id('id', 'ticket_orders'),
  id('eventId', 'events'),
  text('number'),
  { name: 'status', type: 'select', options: orderStatuses, required: true },
  { name: 'paymentStatus', type: 'select', options: paymentStatuses, required: true },
  { name: 'method', type: 'select', options: orderMethods, required: true },
  list('registrations', orderRegistration),
  list('lines', line),
  ...sums,
  money('refunded'),
  { ...money('refundDue'), required: false, note: 'What the organizer still has to pay back by hand.' },
  { ...time('expiresAt'), note: 'While open: when the seats are released.' },
  time('paidAt'),
  { name: 'page', type: 'url', required: true, note: 'The page of the order. Its address is the credential.' },
  { ...maybe('checkoutUrl'), note: 'The page where the buyer pays, as soon as it is there.' },
  {
    name: 'payment',
    type: 'group',
    note: 'The amount to pay, and until when. Omitted if nothing is to be paid, or if no processor is asked.',
    fields: [...paymentToMake, ...moneyFields, time('expiresAt')],
  },
  bankTransfer,
] as const satisfies readonly Field[];

export const saleStates = ['on_sale', 'not_started', 'ended', 'sold_out', 'hidden'] as const;

const offered = [
  { ...text('id'), note: 'Its key, e.g. `vip`.' },
  id('ticketType', 'ticket_types'),
  text('name'),
  maybe('description'),
  { name: 'perks', type: 'array', of: 'text', required: true },
  { name: 'kind', type: 'select', options: ticketKinds, required: true },
  { ...money('price'), note: 'Now, for one, before discount and added tax.' },
  { ...money('pays'), note: 'What the buyer pays for one: with the voucher and the tax.' },
  group('tax', taxFields),
  { ...maybe('step'), note: 'The price step that applies now.' },
  { ...time('nextPriceAt'), note: 'When the price changes next.' },
  { name: 'state', type: 'select', options: saleStates, required: true },
  {
    name: 'available',
    type: 'integer',
    note: 'Seats left for this buyer. Guests see it only below 50. Omitted: not shown or unlimited.',
  },
  {
    name: 'availableAtPrice',
    type: 'integer',
    note: 'How many cost this price, where fewer do than are left. Guests see it only below 50.',
  },
  time('saleStart'),
  time('saleEnd'),
  count('minPerOrder'),
  count('maxPerOrder'),
  { ...flag('unlocked'), note: 'Hidden, and unlocked by the voucher.' },
  {
    name: 'addOns',
    type: 'array',
    of: 'text',
    required: true,
    note: 'Keys of the add-ons that can be bought with it.',
  },
] as const satisfies readonly Field[];

const askedQuestion = [
  text('key'),
  text('text'),
  maybe('help'),
  { name: 'kind', type: 'select', options: questionKinds, required: true },
  { name: 'options', type: 'array', of: 'text', required: true },
  flag('required'),
  { name: 'ticketTypes', type: 'array', of: 'text', required: true, note: 'Keys. If empty, all of them.' },
] as const satisfies readonly Field[];

export const offerAnswer = [
  id('eventId', 'events'),
  text('name'),
  text('status'),
  maybe('currency'),
  list('tickets', offered),
  list('addOns', offered),
  list('questions', askedQuestion),
  { ...voucherShown, note: 'Only if a valid one was sent.' },
  { ...maybe('voucherProblem'), note: 'The code of the refusal, if the voucher that was sent cannot be used.' },
  { name: 'methods', type: 'array', of: 'text', required: true },
  refundTerms,
  bankTransfer,
] as const satisfies readonly Field[];

export const cancelledOrderAnswer = [
  id('id', 'ticket_orders'),
  text('number'),
  { name: 'status', type: 'select', options: orderStatuses, required: true },
  { name: 'paymentStatus', type: 'select', options: paymentStatuses, required: true },
  list('registrations', [
    id('id', 'registrations'),
    { name: 'status', type: 'select', options: registrationStatuses, required: true },
    { name: 'paymentStatus', type: 'select', options: paymentStatuses, required: true },
  ]),
  list('refunds', [
    id('id', 'refunds'),
    id('registration', 'registrations'),
    ...moneyFields,
    { name: 'percent', type: 'number' },
    text('status'),
  ]),
] as const satisfies readonly Field[];
