/** Invoices and credit notes: issued when money has come or gone back, drawn as PDF from the frozen row. */
import { eventNumberSeries, invoicesIssued } from '#shared/modules/events/invoice.ts';
import type { Part } from '../part.ts';
import { followPayments } from './follow-payments.ts';

export const invoicesPart: Part = () => ({
  collections: [invoicesIssued, eventNumberSeries],
  followers: [followPayments],
});
