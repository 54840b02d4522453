/** Issues an invoice or a credit note: number and frozen row in one transaction, once for each order and refund. */
import { must } from '#shared/base/assert.ts';
import { formatIn } from '#shared/base/zoned-time.ts';
import { type EventRecord, events } from '#shared/modules/events/event.ts';
import {
  eventNumberSeries,
  type InvoiceLine,
  type InvoiceParty,
  type InvoiceRecord,
  type InvoicingSetting,
  invoicesIssued,
  invoicingFields,
} from '#shared/modules/events/invoice.ts';
import { type TicketOrderRecord, ticketOrders } from '#shared/modules/events/order.ts';
import {
  type RefundRecord,
  type RegistrationRecord,
  refunds,
  registrations,
} from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import { readSetting } from '#shared/schema/read-setting.ts';
import type { Transaction } from '../../../store/contract.ts';
import { nextNumber } from '../../common/rules/relation-rules.ts';
import { timeOf } from '../event/event-status.ts';
import { profileOf } from '../organization/organizer.ts';
import { type CreditedLine, creditLines } from './credit-lines.ts';
import { taxSumsOf, totalsOf } from './invoice-sums.ts';
import { ticketAfter } from './ticket-after.ts';

const digits = 5;
/** Credit notes of one invoice, and registrations of one order. */
const rowsMax = 1_000;

export function invoicingOf(event: Pick<EventRecord, 'invoicing'>): InvoicingSetting {
  return readSetting(invoicingFields, event.invoicing);
}

/** Gapless: the row of the series moves on in this transaction or not at all. Each year and prefix counts on its own. */
function takeNumber(tx: Transaction, { prefix }: InvoicingSetting, event: EventRecord): Promise<string> {
  const year = formatIn({ year: 'numeric' }, event.timezone, 'en-GB').format(timeOf(tx.now));
  const start = `${prefix ?? ''}${year}-`;
  return nextNumber(tx, { series: eventNumberSeries.name, key: `invoice:${start}`, prefix: start, digits });
}

function sellerOf({ address, email, sellerName, taxId, vatId }: InvoicingSetting): InvoiceParty {
  return { name: sellerName ?? '', company: null, address, taxId, vatId, email };
}

function buyerOf({ address, company, email, name, vatId }: TicketOrderRecord): InvoiceParty {
  return { name, company, address: address as InvoiceParty['address'], taxId: null, vatId, email };
}

/** Returns the lines that were paid for: a registration that was cancelled before is not on the invoice. */
async function linesOf(tx: Transaction, order: TicketOrderRecord): Promise<readonly InvoiceLine[]> {
  const people = await tx.find(registrations, { where: where({ order: order.id }), limit: rowsMax });
  const paid = new Map<string, RegistrationRecord>();
  for (const one of people) if (one.paidAt !== null) paid.set(one.id, one);
  return order.lines.flatMap(({ amount, name, quantity, registration, tax, taxName, taxPercent }) => {
    const person = paid.get(registration);
    const shared = { registration, name, quantity, taxPercent, taxName, tax, amount };
    return person ? [{ ...shared, attendee: person.name, net: amount - tax }] : [];
  });
}

function frozen(event: EventRecord, order: TicketOrderRecord, lines: readonly InvoiceLine[], issuedAt: string) {
  const { endsAt, id, name, startsAt, timezone } = event;
  return {
    ...{ event: id, order: order.id, orderNumber: order.number, issuedAt, paidAt: order.paidAt },
    ...{ eventName: name, suppliedFrom: startsAt, suppliedTo: endsAt, timezone },
    ...{ language: order.language ?? 'en', currency: order.currency },
    ...{ buyer: buyerOf(order), lines, taxes: taxSumsOf(lines), ...totalsOf(lines) },
  };
}

/** @returns null where none is due: invoices are off, nothing was paid, the order was imported, or it was issued before */
export async function issueInvoice(tx: Transaction, orderId: string): Promise<InvoiceRecord | null> {
  const order = await tx.get(ticketOrders, orderId);
  // An order of another system is on the invoices of that system.
  if (!order || order.channel === 'import' || order.amount === 0 || order.paidAt === null) return null;
  if (await tx.findOne(invoicesIssued, { order: order.id, kind: 'invoice' })) return null;
  const event = must(await tx.get(events, order.event), 'the event of an order');
  const setting = invoicingOf(event);
  if (!setting.enabled) return null;
  const lines = await linesOf(tx, order);
  if (lines.length === 0) return null;
  return await tx.create(invoicesIssued, {
    ...frozen(event, order, lines, tx.now),
    ...{ kind: 'invoice', number: await takeNumber(tx, setting, event) },
    ...{ seller: sellerOf(setting), footer: setting.footer, logo: (await profileOf(tx))?.logo ?? null },
  });
}

/** Money that was never on an invoice (paid twice, paid too late) needs no credit note. */
const creditedCauses: readonly RefundRecord['cause'][] = ['cancelled', 'event_cancelled', 'changed'];

/** @returns null where none is due: no money has gone back, none of it was on an invoice, or it was issued before */
export async function issueCreditNote(tx: Transaction, refundId: string): Promise<InvoiceRecord | null> {
  const refund = await tx.get(refunds, refundId);
  if (refund?.state !== 'succeeded' || !creditedCauses.includes(refund.cause)) return null;
  if (await tx.findOne(invoicesIssued, { refund: refund.id })) return null;
  const registration = await tx.get(registrations, refund.registration);
  const orderId = registration?.order ?? null;
  const order = orderId === null ? null : await tx.get(ticketOrders, orderId);
  const invoice = order && (await tx.findOne(invoicesIssued, { order: order.id, kind: 'invoice' }));
  if (!order || !invoice) return null;
  const event = must(await tx.get(events, order.event), 'the event of an order');
  const notes = await tx.find(invoicesIssued, {
    where: where({ order: order.id, kind: 'credit_note' }),
    limit: rowsMax,
  });
  const before = notes.flatMap(({ lines }) => lines as readonly CreditedLine[]);
  const { amount, currency } = refund;
  const becomes = refund.newTicket === null ? null : await ticketAfter(tx, refund.registration);
  const credit = {
    ...{ amount, becomes, currency, registration: refund.registration },
    isOfTicket: refund.cause === 'changed',
  };
  const lines = creditLines(invoice.lines, before, credit);
  if (lines.length === 0) return null;
  // Seller and words as on the invoice, even if the setting has changed since; the number continues its series.
  const { footer, language, logo, seller } = invoice;
  return await tx.create(invoicesIssued, {
    ...frozen(event, order, lines, tx.now),
    ...{ kind: 'credit_note', number: await takeNumber(tx, invoicingOf(event), event) },
    ...{ seller, footer, logo, language, invoice: invoice.id, invoiceNumber: invoice.number, refund: refund.id },
  });
}
