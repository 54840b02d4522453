/** Invoices and credit notes as they were issued: frozen rows with gapless numbers. The PDF is drawn from the row alone. */
import { languages } from '../../base/languages.ts';
import { defineAction, defineCollection } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import type { RecordOf, ValuesOf } from '../../schema/infer.ts';
import { numberSeries } from '../number-series.ts';
import { addressFields } from '../postal-address.ts';

/** The setting `invoicing` of an event: the seller, and the form of its invoices. */
export const invoicingFields = [
  { name: 'enabled', type: 'boolean', required: true, default: false },
  { name: 'sellerName', type: 'text', maxLength: 200, note: 'Required to enable invoices.' },
  { name: 'address', type: 'group', fields: addressFields },
  { name: 'taxId', type: 'text', maxLength: 40 },
  { name: 'vatId', type: 'text', maxLength: 40 },
  { name: 'email', type: 'email', maxLength: 254 },
  {
    name: 'prefix',
    type: 'text',
    maxLength: 12,
    pattern: '^[A-Za-z0-9_.-]*$',
    note: 'Comes before year and number. Each prefix counts on its own.',
  },
  { name: 'footer', type: 'text', maxLength: 1_000, note: 'Printed below the sums, e.g. a reference to an exemption.' },
] as const satisfies readonly Field[];
export type InvoicingSetting = ValuesOf<typeof invoicingFields>;

const money = <const N extends string>(name: N, note?: string) =>
  ({ name, type: 'integer', required: true, ...(note !== undefined && { note }) }) as const;

export const invoiceLineFields = [
  { name: 'registration', type: 'relation', to: 'registrations', required: true },
  { name: 'name', type: 'text', required: true, maxLength: 200 },
  { name: 'attendee', type: 'text', maxLength: 200 },
  { name: 'quantity', type: 'integer', required: true, min: 1 },
  { name: 'taxPercent', type: 'number', required: true },
  { name: 'taxName', type: 'text', maxLength: 40 },
  money('net'),
  money('tax'),
  money('amount', 'Gross: net and tax.'),
] as const satisfies readonly Field[];
export type InvoiceLine = ValuesOf<typeof invoiceLineFields>;

export const taxSumFields = [
  { name: 'percent', type: 'number', required: true },
  { name: 'name', type: 'text', maxLength: 40 },
  money('net'),
  money('tax'),
  money('amount'),
] as const satisfies readonly Field[];
export type InvoiceTaxSum = ValuesOf<typeof taxSumFields>;

export const partyFields = [
  { name: 'name', type: 'text', required: true, maxLength: 200 },
  { name: 'company', type: 'text', maxLength: 200 },
  { name: 'address', type: 'group', fields: addressFields },
  { name: 'taxId', type: 'text', maxLength: 40 },
  { name: 'vatId', type: 'text', maxLength: 40 },
  { name: 'email', type: 'text', maxLength: 254 },
] as const satisfies readonly Field[];
export type InvoiceParty = ValuesOf<typeof partyFields>;

const linesMax = 1_000;

export const invoicesIssued = defineCollection({
  name: 'invoices_issued',
  module: 'events',
  resource: 'invoice',
  labels: { one: 'Ticket invoice', many: 'Ticket invoices' },
  note: 'Never changed or deleted. What is refunded has a credit note of its own. All amounts in minor units.',
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'order', type: 'relation', to: 'ticket_orders', required: true, index: true },
    { name: 'kind', type: 'select', options: ['invoice', 'credit_note'], required: true },
    { name: 'number', type: 'text', required: true, unique: true, maxLength: 40 },
    { name: 'issuedAt', type: 'date', required: true, index: true },
    {
      name: 'invoice',
      type: 'relation',
      to: 'invoices_issued',
      index: true,
      note: 'Of a credit note: what it corrects.',
    },
    { name: 'invoiceNumber', type: 'text', maxLength: 40 },
    { name: 'refund', type: 'relation', to: 'refunds', unique: true, note: 'Of a credit note.' },
    { name: 'orderNumber', type: 'text', required: true, maxLength: 20 },
    { name: 'eventName', type: 'text', required: true, maxLength: 200 },
    { name: 'suppliedFrom', type: 'date', required: true, note: 'When the event begins.' },
    { name: 'suppliedTo', type: 'date', required: true },
    { name: 'timezone', type: 'text', format: 'timezone', required: true, maxLength: 64 },
    { name: 'paidAt', type: 'date' },
    { name: 'language', type: 'select', options: languages, required: true },
    { name: 'seller', type: 'group', fields: partyFields, required: true },
    { name: 'buyer', type: 'group', fields: partyFields, required: true },
    { name: 'footer', type: 'text', maxLength: 1_000 },
    { name: 'logo', type: 'relation', to: 'organization_logos', note: 'Of the organization when it was issued.' },
    { name: 'currency', type: 'text', required: true, maxLength: 3 },
    { name: 'lines', type: 'array', of: 'group', fields: invoiceLineFields, maxItems: linesMax, required: true },
    { name: 'taxes', type: 'array', of: 'group', fields: taxSumFields, maxItems: linesMax, required: true },
    {
      name: 'net',
      type: 'money',
      required: true,
      note: 'Below 0 where a change of ticket type moves money to another tax rate.',
    },
    { name: 'tax', type: 'money', required: true, note: 'Below 0 likewise.' },
    { name: 'amount', type: 'money', required: true, min: 0, note: 'Gross. Of a credit note: what is given back.' },
  ],
  searchable: ['number', 'orderNumber', 'eventName'],
  indexes: [['order', 'kind']],
  writable: 'none',
});
export type InvoiceRecord = RecordOf<typeof invoicesIssued>;

export const eventNumberSeries = numberSeries('event_number_series', 'events', 'Invoice');

export const invoicePdf = defineAction({
  name: 'events.invoice_pdf',
  module: 'events',
  summary: 'An invoice or credit note as a PDF file.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/invoices/:invoiceId/pdf'] },
  input: [
    { name: 'eventId', type: 'relation', to: 'events', required: true },
    { name: 'invoiceId', type: 'relation', to: 'invoices_issued', required: true },
  ],
  output: {
    fields: [
      { name: 'name', type: 'text', required: true, note: 'A file name.' },
      { name: 'type', type: 'text', required: true },
      { name: 'content', type: 'text', required: true, note: 'The file, in base64.' },
    ],
  },
});
