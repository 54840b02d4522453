/** A short chart of accounts, a draft entry, an invoice that is paid in part, a draft invoice, a bill and an expense. */
import { type SeedRecord, seedOf } from '../seed-record.ts';

export const financeSeed: readonly SeedRecord[] = [
  ...seedOf('ledger_accounts', {
    bank: { code: '1200', name: 'Bank', kind: 'asset' },
    receivables: { code: '1400', name: 'Receivables', kind: 'asset' },
    sales: { code: '8400', name: 'Sales', kind: 'income' },
    travel: { code: '4660', name: 'Travel', kind: 'expense' },
  }),
  ...seedOf('journal_entries', {
    sale: {
      bookedOn: '2026-03-02T00:00:00.000Z',
      memo: 'Badges for hall 3',
      lines: [
        { account: 'receivables', debitAmount: 48_000 },
        { account: 'sales', creditAmount: 48_000 },
      ],
    },
  }),
  ...seedOf('invoices', {
    hall: {
      company: 'nord',
      contact: 'lena',
      billToName: 'Nordlicht Print',
      status: 'issued',
      currency: 'EUR',
      lines: [{ title: 'Badges, printed', quantity: 400, unitAmount: 120, taxPercent: 19 }],
      dueAt: '2099-01-31T00:00:00.000Z',
    },
    draft: {
      billToName: 'Abara Stands',
      company: 'abara',
      currency: 'EUR',
      lines: [{ title: 'Stand', unitAmount: 1_250_000, taxPercent: 19 }],
    },
  }),
  ...seedOf('invoice_payments', {
    hall: {
      invoice: 'hall',
      amount: 20_000,
      currency: 'EUR',
      method: 'transfer',
      reference: 'Part 1',
      receivedOn: '2026-03-20T00:00:00.000Z',
    },
  }),
  ...seedOf('vendors', {
    paper: { name: 'Papierhaus', email: 'rechnung@papierhaus.example', vatId: 'DE123456789', paymentTermDays: 14 },
  }),
  ...seedOf('bills', {
    paper: {
      vendor: 'paper',
      vendorNumber: '2026-0815',
      amount: 11_900,
      billedOn: '2026-02-20T00:00:00.000Z',
      dueAt: '2026-03-06T00:00:00.000Z',
    },
  }),
  ...seedOf('expenses', {
    train: {
      title: 'Train to the venue',
      category: 'travel',
      amount: 8_990,
      spentOn: '2026-02-11T00:00:00.000Z',
      spentByEmail: 'pia@example.org',
      account: 'travel',
      status: 'submitted',
    },
  }),
];
