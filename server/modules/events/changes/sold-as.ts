/**
 * Reads the amount and tax for which a ticket was sold, as its invoices state them. A change of its type takes exactly that
 * back, so that the amounts at the former type's tax rate sum to zero in the books, also after rounding.
 */
import { must } from '#shared/base/assert.ts';
import type { TicketTypeRecord } from '#shared/modules/events/event.ts';
import { taxOf } from '#shared/modules/events/money.ts';
import { ticketOrders } from '#shared/modules/events/order.ts';
import type { PricedLine } from '#shared/modules/events/price-order.ts';
import type { RegistrationRecord, SoldAs } from '#shared/modules/events/registration.ts';
import type { Reader } from '../../../store/contract.ts';
import { ticketAfter } from '../invoices/ticket-after.ts';

/** @param from the type whose tax counts where the ticket was sold without an order */
async function firstSold(reader: Reader, { id, order: orderId }: RegistrationRecord, from: TicketTypeRecord | null) {
  const order = orderId === null ? null : await reader.get(ticketOrders, orderId);
  const line = order?.lines.find(({ kind, registration }) => registration === id && kind === 'admission');
  if (line) return line;
  const { taxIncluded = true, taxName = null, taxPercent = 0 } = from ?? {};
  return { taxIncluded, taxName, taxPercent, tax: 0, amount: 0 };
}

/**
 * @param from the type that the registration has
 * @param worth minor units: what was paid for it and not given back
 */
export async function soldAsOf(
  reader: Reader,
  registration: RegistrationRecord,
  from: TicketTypeRecord | null,
  worth: number,
): Promise<SoldAs> {
  const known = registration.soldAs as SoldAs | null;
  const { amount, tax, taxIncluded, taxName, taxPercent } = known ?? (await firstSold(reader, registration, from));
  // Another sum than the line says: part of it was given, or went back.
  const exact = amount === worth ? tax : taxOf(worth, taxPercent, true, registration.currency);
  return { taxIncluded, taxName: taxName ?? null, taxPercent, tax: exact, amount: worth };
}

/** Returns the new ticket of a change that was paid, as on its supplementary invoice. */
export async function soldByOrder(reader: Reader, { order: id }: RegistrationRecord): Promise<SoldAs> {
  const order = must(await reader.get(ticketOrders, must(id, 'the order of a change')), 'an order');
  const { amount, tax, taxIncluded, taxName, taxPercent } = must(order.lines.at(-1), 'the line of the new ticket');
  return { amount, tax, taxIncluded, taxName, taxPercent };
}

/**
 * Returns the tax that the invoices and credit notes of one payment state for the ticket: by the newest change that gave
 * money back, else by the order.
 *
 * @returns null where it was sold without an order, and has no paper
 */
export async function soldOnPaper(
  reader: Reader,
  row: RegistrationRecord,
): Promise<Pick<SoldAs, 'taxName' | 'taxPercent'> | null> {
  if (row.order === null) return null;
  const after = await ticketAfter(reader, row.id);
  if (after) return after;
  return row.changeOf === null ? firstSold(reader, row, null) : soldByOrder(reader, row);
}

/**
 * Returns the new ticket of a change that gave money back, as the credit note adds it.
 *
 * @param rest minor units: what is kept
 */
export function soldAfterRefund({ type }: PricedLine<TicketTypeRecord>, rest: number, currency: string): SoldAs {
  const { taxIncluded, taxName, taxPercent } = type;
  return { amount: rest, tax: taxOf(rest, taxPercent, true, currency), taxIncluded, taxName, taxPercent };
}
