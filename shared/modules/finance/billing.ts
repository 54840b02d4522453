/** Collections of what customers owe us and what we owe others: invoices, payments, vendors, bills. */
import { defineCollection } from '../../schema/definition.ts';
import { currency, usualCurrency } from '../currency.ts';
import { lineFields, linesMax, totalFields } from '../lines.ts';
import { lifecycle } from '../module-definition.ts';
import { addressFields } from '../postal-address.ts';

export const invoices = defineCollection({
  name: 'invoices',
  module: 'finance',
  labels: { one: 'Invoice', many: 'Invoices' },
  fields: [
    {
      name: 'number',
      type: 'text',
      readOnly: true,
      unique: true,
      maxLength: 40,
      note: 'Without gaps, set when it is issued.',
    },
    {
      name: 'status',
      type: 'select',
      options: ['draft', 'issued', 'overdue', 'paid', 'void'],
      required: true,
      default: 'draft',
      index: true,
    },
    { name: 'company', type: 'relation', to: 'companies', index: true },
    { name: 'contact', type: 'relation', to: 'contacts', index: true },
    { name: 'billToName', type: 'text', required: true, maxLength: 200 },
    { name: 'billToAddress', type: 'group', fields: addressFields },
    { name: 'lines', type: 'array', of: 'group', required: true, maxItems: linesMax, fields: lineFields },
    ...totalFields,
    { name: 'paidAmount', type: 'money', required: true, readOnly: true, default: 0, min: 0 },
    { name: 'dueAt', type: 'date', note: 'An issued invoice is overdue from then on.' },
    { name: 'reference', type: 'text', maxLength: 100, note: 'The reference that the customer wants on it.' },
    { name: 'note', type: 'text', maxLength: 2_000 },
    { name: 'issuedAt', type: 'date', readOnly: true, index: true },
    { name: 'paidAt', type: 'date', readOnly: true },
    { name: 'voidedAt', type: 'date', readOnly: true },
  ],
  searchable: ['number', 'billToName', 'reference'],
  indexes: [['status', 'dueAt']],
  lifecycle: lifecycle(
    'draft',
    [
      ['draft', 'issued', 'issued'],
      ['issued', 'overdue', 'overdue'],
      [['issued', 'overdue'], 'paid', 'paid'],
      [['issued', 'overdue'], 'void', 'voided'],
    ],
    { begins: ['draft'] },
  ),
});

export const invoicePayments = defineCollection({
  name: 'invoice_payments',
  module: 'finance',
  resource: 'payment',
  labels: { one: 'Invoice payment', many: 'Invoice payments' },
  note: 'Created by finance.record_invoice_payment.',
  fields: [
    { name: 'invoice', type: 'relation', to: 'invoices', required: true, index: true },
    { name: 'amount', type: 'money', required: true, min: 1, max: 1_000_000_000_000 },
    { ...currency, required: true },
    { name: 'method', type: 'select', options: ['transfer', 'card', 'cash', 'direct_debit', 'other'], required: true },
    { name: 'reference', type: 'text', maxLength: 200, index: true },
    { name: 'receivedOn', type: 'date', required: true, index: true },
  ],
  searchable: ['reference'],
  writable: 'none',
});

export const vendors = defineCollection({
  name: 'vendors',
  module: 'finance',
  labels: { one: 'Vendor', many: 'Vendors' },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200, index: true },
    { name: 'email', type: 'email', maxLength: 254 },
    { name: 'vatId', type: 'text', unique: true, maxLength: 20, pattern: '^[A-Z]{2}[A-Z0-9]+$' },
    { name: 'iban', type: 'text', maxLength: 34, pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]+$' },
    { name: 'address', type: 'group', fields: addressFields },
    { name: 'paymentTermDays', type: 'integer', required: true, default: 30, min: 0, max: 365 },
    { name: 'active', type: 'boolean', required: true, default: true },
  ],
  searchable: ['name', 'vatId'],
});

export const bills = defineCollection({
  name: 'bills',
  module: 'finance',
  labels: { one: 'Bill', many: 'Bills' },
  note: 'The amount a vendor bills us.',
  fields: [
    { name: 'vendor', type: 'relation', to: 'vendors', required: true, index: true },
    { name: 'vendorNumber', type: 'text', required: true, maxLength: 60, note: 'The number on the vendor’s invoice.' },
    {
      name: 'status',
      type: 'select',
      options: ['draft', 'approved', 'paid', 'disputed', 'cancelled'],
      required: true,
      default: 'draft',
      index: true,
    },
    {
      name: 'amount',
      type: 'money',
      required: true,
      min: 1,
      max: 1_000_000_000_000,
      note: 'Minor units, tax included.',
    },
    usualCurrency,
    { name: 'account', type: 'relation', to: 'ledger_accounts', index: true },
    { name: 'billedOn', type: 'date', required: true },
    { name: 'dueAt', type: 'date', index: true },
    { name: 'document', type: 'file' },
    { name: 'note', type: 'text', maxLength: 2_000 },
    { name: 'approvedAt', type: 'date', readOnly: true },
    { name: 'paidAt', type: 'date', readOnly: true },
  ],
  uniques: [['vendor', 'vendorNumber']],
  searchable: ['vendorNumber', 'note'],
  lifecycle: lifecycle(
    'draft',
    [
      ['draft', 'approved', 'approved'],
      ['approved', 'paid', 'paid'],
      [['draft', 'approved'], 'disputed', 'disputed'],
      ['disputed', 'approved', 'approved'],
      [['draft', 'approved', 'disputed'], 'cancelled', 'cancelled'],
    ],
    { begins: ['draft', 'approved'] },
  ),
});
