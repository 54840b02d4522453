/**
 * The terms of sale of a ticket type: visibility, limits of an order, price steps, taxes. Stored fields and the input
 * of `tickets`.
 */
import type { Field } from '../../schema/field.ts';

export const ticketKinds = ['admission', 'add_on'] as const;
/** Highest value of `maxPerOrder`: tickets of one type in one order. */
export const maxPerOrderMost = 100;
/** Maximum number of price steps of one ticket type. */
export const priceStepsMax = 20;

const kindField = {
  name: 'kind',
  type: 'select',
  options: ticketKinds,
  required: true,
  default: 'admission',
  note: '`add_on`: sold with an admission only, e.g. a workshop or a dinner.',
} as const;

const sharedFields = [
  {
    name: 'hidden',
    type: 'boolean',
    required: true,
    default: false,
    note: 'Sold to guests only with a voucher that unlocks it.',
  },
  kindField,
] as const;

const limits = [
  { name: 'minPerOrder', type: 'integer', required: true, default: 1, min: 1, max: maxPerOrderMost },
  { name: 'maxPerOrder', type: 'integer', required: true, default: 10, min: 1, max: maxPerOrderMost },
] as const;

const taxes = [
  { name: 'taxPercent', type: 'number', required: true, default: 0, min: 0, max: 100, note: 'At most 2 decimals.' },
  { name: 'taxName', type: 'text', maxLength: 40, note: 'E.g. `VAT`. Shown with the tax.' },
  {
    name: 'taxIncluded',
    type: 'boolean',
    required: true,
    default: true,
    note: 'Whether the price includes the tax. If not, it is added to the price.',
  },
] as const;

const stepInput = [
  { name: 'name', type: 'text', required: true, minLength: 1, maxLength: 120 },
  { name: 'from', type: 'date', required: true, note: 'The latest step whose time has come applies.' },
  { name: 'price', type: 'number', required: true, min: 0, note: 'In currency units.' },
  {
    name: 'quantity',
    type: 'integer',
    min: 1,
    max: 1_000_000,
    note: 'Tickets sold at this price. When they are sold, the next step applies. If omitted, no limit.',
  },
] as const;

const stepsNote = 'Prices by time and quantity. Before the first one, `price` applies.';

export const ticketSaleFields = [
  ...sharedFields,
  {
    name: 'addOnTo',
    type: 'relation',
    to: 'ticket_types',
    many: true,
    note: 'The ticket types an add-on is sold with. If empty, all of them.',
  },
  ...limits,
  {
    name: 'priceSteps',
    type: 'array',
    of: 'group',
    maxItems: priceStepsMax,
    note: stepsNote,
    fields: [
      ...stepInput,
      { name: 'amount', type: 'money', min: 0, note: 'The price in minor units, calculated from `price`.' },
    ],
  },
  ...taxes,
] as const satisfies readonly Field[];

/** The same fields as `POST /events` accepts them: ticket types are named by their keys. */
export const ticketSaleInput = [
  ...sharedFields,
  {
    name: 'addOnTo',
    type: 'array',
    of: 'text',
    maxItems: 100,
    maxLength: 64,
    note: 'Keys of the ticket types an add-on is sold with. If empty, all of them.',
  },
  ...limits,
  { name: 'priceSteps', type: 'array', of: 'group', maxItems: priceStepsMax, note: stepsNote, fields: stepInput },
  ...taxes,
] as const satisfies readonly Field[];
