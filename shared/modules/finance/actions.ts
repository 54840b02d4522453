/** Actions on entries and invoices beyond changing a field, as data. */
import { defineAction } from '../../schema/definition.ts';

export const postJournalEntry = defineAction({
  name: 'finance.post_journal_entry',
  module: 'finance',
  summary:
    'Post a draft entry whose debits equal its credits. It gets its number, changes the balances, and can no longer be changed.',
  scope: 'finance:write',
  http: { method: 'POST', paths: ['/finance/journal_entries/:entryId/post'] },
  input: [{ name: 'entryId', type: 'relation', to: 'journal_entries', required: true }],
  tags: ['journal_entries', 'ledger_accounts'],
  output: { record: 'journal_entries' },
});

export const reverseJournalEntry = defineAction({
  name: 'finance.reverse_journal_entry',
  module: 'finance',
  summary: 'Undo a posted entry with another entry that swaps debits and credits.',
  scope: 'finance:write',
  http: { method: 'POST', paths: ['/finance/journal_entries/:entryId/reverse'], status: 201 },
  input: [
    { name: 'entryId', type: 'relation', to: 'journal_entries', required: true },
    { name: 'bookedOn', type: 'date', note: 'If omitted, now.' },
  ],
  tags: ['journal_entries', 'ledger_accounts'],
  output: { record: 'journal_entries' },
});

export const recordInvoicePayment = defineAction({
  name: 'finance.record_invoice_payment',
  module: 'finance',
  summary: 'Record a payment for an invoice. It becomes paid when nothing is left to pay.',
  scope: 'finance:write',
  http: { method: 'POST', paths: ['/finance/invoices/:invoiceId/payments'] },
  input: [
    { name: 'invoiceId', type: 'relation', to: 'invoices', required: true },
    {
      name: 'amount',
      type: 'money',
      min: 1,
      max: 1_000_000_000_000,
      note: 'Minor units. If omitted, the amount left to pay.',
    },
    { name: 'method', type: 'select', options: ['transfer', 'card', 'cash', 'direct_debit', 'other'], required: true },
    { name: 'reference', type: 'text', maxLength: 200 },
    { name: 'receivedOn', type: 'date', note: 'If omitted, now.' },
  ],
  tags: ['invoices', 'invoice_payments'],
  output: { record: 'invoices' },
});

export const trialBalance = defineAction({
  name: 'finance.trial_balance',
  module: 'finance',
  summary: 'The balance of every account, and the total per currency: 0 if the books balance.',
  scope: 'finance:read',
  http: { method: 'GET', paths: ['/finance/trial-balance'] },
  input: [],
  tags: ['ledger_accounts'],
  reads: true,
  output: {
    data: [
      { name: 'id', type: 'relation', to: 'ledger_accounts', required: true },
      { name: 'code', type: 'text', required: true },
      { name: 'name', type: 'text', required: true },
      { name: 'kind', type: 'text', required: true },
      { name: 'currency', type: 'text', required: true },
      { name: 'balanceAmount', type: 'money', required: true },
    ],
    many: true,
  },
});
