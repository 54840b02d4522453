/**
 * Orders of the other system in one transaction: rows with the same order code become one `ticket_orders` row. New ones
 * are written once, with all their rows; one that an earlier chunk or file made is read and continued.
 */
import { must } from '#shared/base/assert.ts';
import type { TicketTypeRecord } from '#shared/modules/events/event.ts';
import { type OrderLine, orderItemsMax, type TicketOrderRecord, ticketOrders } from '#shared/modules/events/order.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Transaction } from '../../../store/contract.ts';
import { followRegistrations, orderPaymentStatusOf, orderStatusOf } from '../orders/follow-registrations.ts';
import { freeOrderNumber } from '../orders/order-number.ts';
import { registrationsOfOrder } from '../orders/sale.ts';
import { makePageSecret, pageSecretRandomBytes } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import type { ImportRow } from './import-row.ts';

interface Entry {
  readonly id: string;
  /** Null: it is new. */
  readonly known: TicketOrderRecord | null;
  readonly code: string;
  readonly currency: string;
  readonly first: ImportRow;
  readonly added: RegistrationRecord[];
  readonly lines: OrderLine[];
}

export interface OrderBook {
  /** @returns the id of the order that a new registration of the row is of; null: the row names none */
  orderOf(row: ImportRow, currency: string): Promise<string | null>;
  /** Adds a registration to the order that `orderOf` gave it. */
  add(registration: RegistrationRecord, type: TicketTypeRecord): void;
  /** Writes all orders that have got registrations. */
  write(): Promise<void>;
}

export function openOrderBook(
  tx: Transaction,
  event: string,
  ports: Pick<EventsPorts, 'newId' | 'randomBytes'>,
): OrderBook {
  const open = new Map<string, Entry>();
  const byId = new Map<string, Entry>();

  async function find(code: string, currency: string): Promise<TicketOrderRecord | null> {
    const [last] = await tx.find(ticketOrders, {
      where: where({ event, externalNumber: code, currency }),
      sort: [{ path: 'id', direction: 'desc' }],
      limit: 1,
    });
    return last ?? null;
  }

  return {
    async orderOf(row, currency) {
      const code = row.orderCode;
      if (code === null) return null;
      const name = `${code} ${currency}`;
      const standing = open.get(name);
      if (standing && roomIn(standing)) return standing.id;
      const found = standing ? null : await find(code, currency);
      const known = found && found.lines.length < orderItemsMax ? found : null;
      const id = known?.id ?? ports.newId();
      const entry = { id, known, code, currency, first: row, added: [], lines: [] };
      open.set(name, entry);
      byId.set(id, entry);
      return id;
    },
    add(registration, type) {
      const entry = byId.get(registration.order ?? '');
      if (!entry) return;
      entry.added.push(registration);
      entry.lines.push(lineOf(registration, type));
    },
    async write() {
      for (const entry of byId.values())
        if (entry.added.length > 0) await (entry.known ? extend(tx, entry) : create(tx, event, entry, ports));
    },
  };
}

/** Whether the order takes one more attendee; those above `orderItemsMax` go to another order under the same code. */
function roomIn({ added, known }: Entry): boolean {
  return (known?.lines.length ?? 0) + added.length < orderItemsMax;
}

const sumOf = (of: readonly { readonly amount: number }[]) => of.reduce((sum, { amount }) => sum + amount, 0);

/** The sum that was paid in the other system: exports do not reliably say which part was tax or discount. */
function lineOf({ id, amount }: RegistrationRecord, { id: ticketType, key, kind, name }: TicketTypeRecord): OrderLine {
  return {
    ...{ registration: id, ticketType, key, name, kind, step: null, quantity: 1, unit: amount, discount: 0 },
    ...{ taxPercent: 0, taxName: null, taxIncluded: true, tax: 0, amount },
  };
}

async function create(
  tx: Transaction,
  event: string,
  { added, code, currency, first, id, lines }: Entry,
  { randomBytes }: Pick<EventsPorts, 'randomBytes'>,
): Promise<void> {
  const amount = sumOf(lines);
  const isPaid = added.some(({ paidAt }) => paidAt !== null);
  await tx.create(
    ticketOrders,
    {
      ...{ event, number: await freeOrderNumber(tx, randomBytes), externalNumber: code, channel: 'import' },
      ...{ status: orderStatusOf(added), paymentStatus: orderPaymentStatusOf(added) },
      // No processor of ours has this money: an open order is marked as paid by hand.
      method: amount === 0 ? 'free' : 'bank_transfer',
      ...{ name: first.name, email: first.orderEmail ?? first.email, company: first.orderCompany ?? first.company },
      ...{ amount, discount: 0, tax: 0, fee: 0, refunded: 0, currency, lines },
      ...(isPaid && { paidAt: tx.now }),
      pageSecret: makePageSecret(tx.tenant, randomBytes(pageSecretRandomBytes)),
    },
    id,
  );
}

async function extend(tx: Transaction, { id, lines }: Entry): Promise<void> {
  const standing = must(await tx.get(ticketOrders, id), 'the order of an earlier chunk');
  const amount = standing.amount + sumOf(lines);
  const method = amount === 0 ? 'free' : 'bank_transfer';
  await tx.update(ticketOrders, id, { lines: [...standing.lines, ...lines], amount, method });
  await followRegistrations(tx, id);
}

/** Takes deleted registrations out of their orders; an order that has none left goes. */
export async function leaveOrders(tx: Transaction, gone: readonly RegistrationRecord[]): Promise<void> {
  const left = new Set(gone.map(({ id }) => id));
  for (const id of new Set(gone.flatMap(({ order }) => order ?? []))) {
    const order = await tx.get(ticketOrders, id);
    if (order?.channel !== 'import') continue;
    if ((await registrationsOfOrder(tx, order)).length === 0) {
      await tx.delete(ticketOrders, id);
      continue;
    }
    const lines = order.lines.filter(({ registration }) => !left.has(registration));
    await tx.update(ticketOrders, id, { lines, amount: sumOf(lines) });
    await followRegistrations(tx, id);
  }
}
