/**
 * The subject of one payment: an order with its registrations, or one registration without an order. Payments and holds work
 * on this, never on a registration alone; a refund belongs to a registration.
 */
import { must } from '#shared/base/assert.ts';
import { orderItemsMax, type TicketOrderRecord, ticketOrders } from '#shared/modules/events/order.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';

export interface Sale {
  readonly order: TicketOrderRecord | null;
  /** At least one registration, in the order in which they were bought. */
  readonly registrations: readonly RegistrationRecord[];
  /** Amount of the whole payment in minor units, requested or paid. */
  readonly amount: number;
  readonly currency: string;
}

/** In the order in which they were bought. */
export async function registrationsOfOrder(
  reader: Reader,
  order: Pick<TicketOrderRecord, 'id' | 'lines'>,
): Promise<readonly RegistrationRecord[]> {
  const found = await reader.find(registrations, { where: where({ order: order.id }), limit: orderItemsMax });
  const positions = new Map(
    order.lines.map(({ registration }, i) => [registration, i]).reverse() as [string, number][],
  );
  return [...found].sort((a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0));
}

export async function saleOfOrder(reader: Reader, order: TicketOrderRecord): Promise<Sale> {
  const { amount, currency } = order;
  return { order, registrations: await registrationsOfOrder(reader, order), amount, currency };
}

export async function saleOf(reader: Reader, registration: RegistrationRecord): Promise<Sale> {
  const order = registration.order === null ? null : await reader.get(ticketOrders, registration.order);
  if (order) return saleOfOrder(reader, order);
  const { amount, currency } = registration;
  return { order: null, registrations: [registration], amount, currency };
}

/** The registration that messages of the processor, and keys, name. */
export function firstOf(sale: Sale): RegistrationRecord {
  return must(sale.registrations[0], 'the first registration of a sale');
}

/** Writes a patch to the registrations that `which` selects. @returns the sale as it is then */
export async function updateRegistrations(
  tx: Transaction,
  sale: Sale,
  which: (registration: RegistrationRecord) => boolean,
  patch: Readonly<Record<string, unknown>> | ((registration: RegistrationRecord) => Readonly<Record<string, unknown>>),
): Promise<Sale> {
  const next: RegistrationRecord[] = [];
  for (const one of sale.registrations) {
    const values = typeof patch === 'function' ? patch(one) : patch;
    next.push(which(one) ? await tx.update(registrations, one.id, values) : one);
  }
  return { ...sale, registrations: next };
}
