/** Finance: invoices without gaps in their numbers, bills, expenses, and books that balance. */
import { defineModule, moveAction } from '../module-definition.ts';
import { postJournalEntry, recordInvoicePayment, reverseJournalEntry, trialBalance } from './actions.ts';
import { bills, invoicePayments, invoices, vendors } from './billing.ts';
import { expenses, financeNumberSeries, journalEntries, ledgerAccounts } from './books.ts';

const invoice = { module: 'finance', collection: 'invoices', id: 'invoiceId' } as const;
const bill = { module: 'finance', collection: 'bills', id: 'billId' } as const;
const expense = { module: 'finance', collection: 'expenses', id: 'expenseId' } as const;

export const financeModule = defineModule({
  name: 'finance',
  label: 'Finance',
  summary: 'Invoices, bills and expenses, and a ledger whose entries balance.',
  needs: ['crm'],
  collections: [
    invoices,
    invoicePayments,
    vendors,
    bills,
    expenses,
    ledgerAccounts,
    journalEntries,
    financeNumberSeries,
  ],
  rules: [
    {
      kind: 'number',
      collection: 'invoices',
      field: 'number',
      series: 'finance_number_series',
      key: 'invoice',
      prefix: 'INV-',
      digits: 6,
      at: 'issued',
    },
    { kind: 'by-action', collection: 'invoices', states: { paid: 'finance.record_invoice_payment' } },
    { kind: 'total', collection: 'invoices', lines: 'lines' },
    { kind: 'stamp', collection: 'invoices', field: 'issuedAt', states: ['issued'] },
    { kind: 'stamp', collection: 'invoices', field: 'paidAt', states: ['paid'] },
    { kind: 'stamp', collection: 'invoices', field: 'voidedAt', states: ['void'] },
    {
      kind: 'locked',
      collection: 'invoices',
      states: ['issued', 'overdue', 'paid', 'void'],
      except: ['note', 'dueAt', 'paidAmount', 'issuedAt', 'paidAt', 'voidedAt'],
    },
    { kind: 'due', collection: 'invoices', from: 'issued', to: 'overdue', at: 'dueAt' },
    {
      kind: 'rollup',
      collection: 'invoice_payments',
      by: 'invoice',
      into: 'paidAmount',
      sum: 'amount',
      ceiling: 'totalAmount',
    },
    { kind: 'stamp', collection: 'bills', field: 'approvedAt', states: ['approved'], each: true },
    { kind: 'stamp', collection: 'bills', field: 'paidAt', states: ['paid'] },
    {
      kind: 'locked',
      collection: 'bills',
      states: ['approved', 'paid'],
      except: ['note', 'dueAt', 'account', 'approvedAt', 'paidAt'],
    },
    { kind: 'stamp', collection: 'expenses', field: 'decidedAt', states: ['approved', 'rejected'], each: true },
    { kind: 'stamp', collection: 'expenses', field: 'reimbursedAt', states: ['reimbursed'] },
    {
      kind: 'locked',
      collection: 'expenses',
      states: ['approved', 'reimbursed'],
      except: ['note', 'account', 'decidedAt', 'reimbursedAt'],
    },
    {
      kind: 'number',
      collection: 'journal_entries',
      field: 'number',
      series: 'finance_number_series',
      key: 'journal',
      prefix: 'J-',
      digits: 6,
      at: 'posted',
    },
    {
      kind: 'by-action',
      collection: 'journal_entries',
      states: { posted: 'finance.post_journal_entry', reversed: 'finance.reverse_journal_entry' },
    },
    {
      kind: 'balanced',
      collection: 'journal_entries',
      lines: 'lines',
      debit: 'debitAmount',
      credit: 'creditAmount',
      at: 'posted',
    },
    { kind: 'stamp', collection: 'journal_entries', field: 'postedAt', states: ['posted'] },
    { kind: 'locked', collection: 'journal_entries', states: ['posted', 'reversed'], except: ['postedAt'] },
    {
      kind: 'kept',
      collection: 'ledger_accounts',
      by: [
        { collection: 'expenses', field: 'account' },
        { collection: 'bills', field: 'account' },
        { collection: 'journal_entries', field: 'lines.account' },
      ],
    },
    { kind: 'kept', collection: 'vendors', by: [{ collection: 'bills', field: 'vendor' }] },
    { kind: 'kept', collection: 'invoices', by: [{ collection: 'invoice_payments', field: 'invoice' }] },
  ],
  actions: [
    moveAction({
      ...invoice,
      name: 'issue_invoice',
      to: 'issued',
      summary: 'Issue an invoice. It gets its number and can no longer be changed.',
    }),
    moveAction({
      ...invoice,
      name: 'void_invoice',
      to: 'void',
      summary: 'Void an issued invoice. Its number stays used.',
    }),
    { definition: recordInvoicePayment },
    moveAction({ ...bill, name: 'approve_bill', to: 'approved', summary: 'Approve a bill for payment.' }),
    moveAction({ ...bill, name: 'pay_bill', to: 'paid', summary: 'Record that a bill was paid.' }),
    moveAction({ ...expense, name: 'submit_expense', to: 'submitted', summary: 'Submit an expense.' }),
    moveAction({ ...expense, name: 'approve_expense', to: 'approved', summary: 'Approve an expense.' }),
    moveAction({
      ...expense,
      name: 'reject_expense',
      to: 'rejected',
      takes: [{ name: 'rejectedReason', type: 'text', required: true, maxLength: 500 }],
      summary: 'Reject an expense, with the reason.',
    }),
    { definition: postJournalEntry },
    { definition: reverseJournalEntry },
    { definition: trialBalance },
  ],
  refusals: { entry_not_balanced: 422, currency_mixed: 422, nothing_left: 409 },
});
