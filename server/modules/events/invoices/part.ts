/** Invoices and credit notes: issued when money has come or gone back, drawn as PDF from the frozen row. */
import { eventNumberSeries, invoicesIssued } from '#shared/modules/events/invoice.ts';
import type { Part } from '../part.ts';
import { followPayments } from './follow-payments.ts';
import { invoicePage, invoicePdfAction } from './invoice-pdf.ts';

export const invoicesPart: Part = {
  name: 'invoices',
  needs: ['event', 'registration', 'orders', 'payments'],
  personal: [{ collection: invoicesIssued, withheld: 'belongs to the buyer; the page of the order shows it' }],
  make: () => ({
    collections: [invoicesIssued, eventNumberSeries],
    actions: [invoicePdfAction],
    followers: [followPayments],
    pages: [invoicePage],
  }),
};
