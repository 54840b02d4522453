/** The books: accounts, entries that balance, and what money is spent on. */
import { defineCollection } from '../../schema/definition.ts';
import { usualCurrency } from '../currency.ts';
import { lifecycle } from '../module-definition.ts';
import { numberSeries } from '../number-series.ts';

export const ledgerAccounts = defineCollection({
  name: 'ledger_accounts',
  module: 'finance',
  resource: 'account',
  labels: { one: 'Ledger account', many: 'Ledger accounts' },
  fields: [
    { name: 'code', type: 'text', required: true, unique: true, maxLength: 20, pattern: '^[0-9A-Za-z.-]+$' },
    { name: 'name', type: 'text', required: true, maxLength: 200 },
    {
      name: 'kind',
      type: 'select',
      options: ['asset', 'liability', 'equity', 'income', 'expense'],
      required: true,
      index: true,
    },
    usualCurrency,
    {
      name: 'balanceAmount',
      type: 'money',
      required: true,
      readOnly: true,
      default: 0,
      note: 'Debits minus credits of all posted entries.',
    },
    { name: 'active', type: 'boolean', required: true, default: true, index: true },
  ],
  searchable: ['code', 'name'],
});

export const journalEntries = defineCollection({
  name: 'journal_entries',
  module: 'finance',
  labels: { one: 'Journal entry', many: 'Journal entries' },
  note: 'Debits equal credits. Once posted, it can only be undone by another entry.',
  fields: [
    { name: 'number', type: 'text', readOnly: true, unique: true, maxLength: 40, note: 'Set when it is posted.' },
    {
      name: 'status',
      type: 'select',
      options: ['draft', 'posted', 'reversed'],
      required: true,
      default: 'draft',
      index: true,
    },
    { name: 'bookedOn', type: 'date', required: true, index: true },
    { name: 'memo', type: 'text', required: true, maxLength: 500 },
    usualCurrency,
    {
      name: 'lines',
      type: 'array',
      of: 'group',
      required: true,
      maxItems: 100,
      fields: [
        { name: 'account', type: 'relation', to: 'ledger_accounts', required: true },
        { name: 'debitAmount', type: 'money', required: true, default: 0, min: 0, max: 1_000_000_000_000 },
        { name: 'creditAmount', type: 'money', required: true, default: 0, min: 0, max: 1_000_000_000_000 },
        { name: 'memo', type: 'text', maxLength: 300 },
      ],
    },
    { name: 'reverses', type: 'relation', to: 'journal_entries', readOnly: true, unique: true },
    { name: 'postedAt', type: 'date', readOnly: true },
  ],
  searchable: ['number', 'memo'],
  lifecycle: lifecycle(
    'draft',
    [
      ['draft', 'posted', 'posted'],
      ['posted', 'reversed', 'reversed'],
    ],
    { begins: ['draft'] },
  ),
});

export const expenses = defineCollection({
  name: 'expenses',
  module: 'finance',
  labels: { one: 'Expense', many: 'Expenses' },
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: 200 },
    {
      name: 'status',
      type: 'select',
      options: ['draft', 'submitted', 'approved', 'rejected', 'reimbursed'],
      required: true,
      default: 'draft',
      index: true,
    },
    {
      name: 'category',
      type: 'select',
      options: ['travel', 'meals', 'software', 'equipment', 'office', 'other'],
      required: true,
      default: 'other',
      index: true,
    },
    { name: 'amount', type: 'money', required: true, min: 1, max: 100_000_000, note: 'Minor units, tax included.' },
    usualCurrency,
    { name: 'spentOn', type: 'date', required: true, index: true },
    { name: 'spentByEmail', type: 'email', required: true, maxLength: 254, index: true },
    { name: 'account', type: 'relation', to: 'ledger_accounts', index: true },
    { name: 'receipt', type: 'file' },
    { name: 'note', type: 'text', maxLength: 2_000 },
    { name: 'rejectedReason', type: 'text', maxLength: 500 },
    { name: 'decidedAt', type: 'date', readOnly: true },
    { name: 'reimbursedAt', type: 'date', readOnly: true },
  ],
  searchable: ['title', 'note'],
  lifecycle: lifecycle(
    'draft',
    [
      ['draft', 'submitted', 'submitted'],
      ['submitted', 'draft', 'withdrawn'],
      ['submitted', 'approved', 'approved'],
      ['submitted', 'rejected', 'rejected'],
      ['rejected', 'draft', 'reopened'],
      ['approved', 'reimbursed', 'reimbursed'],
    ],
    { begins: ['draft', 'submitted'] },
  ),
});

export const financeNumberSeries = numberSeries('finance_number_series', 'finance', 'Finance');
