/** Orders, quotes and their sums as the actions answer them. */
import { type EventRecord, type TicketTypeRecord, ticketTypes } from '#shared/modules/events/event.ts';
import type { OrderLine, TicketOrderRecord } from '#shared/modules/events/order.ts';
import { type PaymentRecord, payments } from '#shared/modules/events/payment.ts';
import type { PricedLine, TaxSum } from '#shared/modules/events/price-order.ts';
import {
  type RegistrationRecord,
  registrations as registrationsCollection,
} from '#shared/modules/events/registration.ts';
import type { VoucherRecord } from '#shared/modules/events/voucher.ts';
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import { paymentAnswer } from '../payments/payment-rows.ts';
import { refundRulesOf } from '../registration/refund-rules.ts';
import { whatIsThere } from '../what-is-there.ts';
import { usesLeft } from './find-voucher.ts';
import { bankTransferOf } from './order-method.ts';
import { registrationsOfOrder } from './sale.ts';

/** Lines that differ only in whom they are for are one line to a reader. */
function shownLines(lines: readonly Omit<OrderLine, 'registration'>[], currency: string) {
  const sums = new Map<string, Omit<OrderLine, 'registration'>>();
  for (const line of lines) {
    const { key, kind, name, step, taxIncluded, taxName, taxPercent, unit, discount, quantity } = line;
    const same = JSON.stringify([key, kind, name, step, taxIncluded, taxName, taxPercent, unit, discount / quantity]);
    const known = sums.get(same);
    sums.set(same, known ? added(known, line) : line);
  }
  return [...sums.values()].map((line) => ({
    ...{ ticketType: line.key, name: line.name, kind: line.kind, ...(line.step !== null && { step: line.step }) },
    quantity: line.quantity,
    unit: { amount: line.unit, currency },
    discount: line.discount,
    tax: { percent: line.taxPercent, name: line.taxName, included: line.taxIncluded, amount: line.tax },
    amount: line.amount,
  }));
}

function added<L extends Omit<OrderLine, 'registration'>>(a: L, b: L): L {
  const sum = (of: 'quantity' | 'discount' | 'tax' | 'amount') => a[of] + b[of];
  return { ...a, quantity: sum('quantity'), discount: sum('discount'), tax: sum('tax'), amount: sum('amount') };
}

/** Amounts in minor units. */
export interface Sums {
  readonly amount: number;
  readonly discount: number;
  readonly tax: number;
  readonly currency: string;
  readonly taxes: readonly TaxSum[];
  /** Null: not shown to guests. */
  readonly fee: number | null;
}

export function sumsAnswer({ amount, currency, discount, fee, tax, taxes }: Sums) {
  const money = (sum: number) => ({ amount: sum, currency });
  return {
    ...{ total: money(amount), tax: money(tax), discount: money(discount), taxes },
    ...(fee !== null && { fee: money(fee) }),
  };
}

/** Returns the answer for lines that are not in an order yet. */
export function pricedAnswer(lines: readonly PricedLine<TicketTypeRecord>[], currency: string) {
  const flat = lines.map(({ amount, discount, quantity, step, tax, type, unit }) => ({
    ...{ ticketType: type.id, key: type.key, name: type.name, kind: type.kind, step, quantity, unit, discount },
    ...{ taxPercent: type.taxPercent, taxName: type.taxName, taxIncluded: type.taxIncluded, tax, amount },
  }));
  return shownLines(flat, currency);
}

export function voucherAnswer(voucher: VoucherRecord | null) {
  if (!voucher) return {};
  const { code, effect, percent, value } = voucher;
  const left = usesLeft(voucher);
  return { voucher: { code, effect, percent, value, ...(left !== null && { left }) } };
}

/** Returns the terms of every sale of the event, shown before it is made. */
export function termsAnswer(event: EventRecord) {
  const { basis, enabled, partialRefundPercent, windowHours } = refundRulesOf(event);
  const bankTransfer = bankTransferOf(event);
  return { refundTerms: { enabled, windowHours, partialRefundPercent, basis }, ...(bankTransfer && { bankTransfer }) };
}

function taxesOf(lines: readonly OrderLine[]): readonly TaxSum[] {
  const sums = new Map<string, TaxSum>();
  for (const { amount, tax, taxIncluded: included, taxName: name, taxPercent: percent } of lines) {
    const key = JSON.stringify([percent, name, included]);
    const known = sums.get(key) ?? { percent, name, included, amount: 0, net: 0 };
    sums.set(key, { ...known, amount: known.amount + tax, net: known.net + amount - tax });
  }
  return [...sums.values()].filter(({ percent }) => percent > 0);
}

async function registrationAnswer(
  reader: Reader,
  one: RegistrationRecord,
  lines: readonly OrderLine[],
  pagesUrl: string,
) {
  const { amount, changeOf, email, id, name, paymentStatus, status } = one;
  const line = lines.find(({ kind, registration }) => registration === id && kind === 'admission');
  // The type may have been changed since.
  const isAsSold = changeOf !== null || line?.ticketType === one.ticketType;
  const type = isAsSold ? line?.key : (await reader.get(ticketTypes, one.ticketType))?.key;
  const shown = changeOf === null ? one : await reader.get(registrationsCollection, changeOf);
  const ticketPage = `${pagesUrl}/t/${(shown ?? one).pageSecret}`;
  return { id, status, paymentStatus, ticketType: type ?? one.ticketType, name, email, amount, ticketPage };
}

async function paymentOf(reader: Reader, order: TicketOrderRecord): Promise<PaymentRecord | null> {
  const [latest] = await whatIsThere(reader).find(payments, {
    where: where({ order: order.id }),
    sort: [{ path: 'attempt', direction: 'desc' }],
    limit: 1,
  });
  return latest ?? null;
}

export interface OrderScene {
  readonly pagesUrl: string;
  /** Guests do not see the platform's fee. */
  readonly isGuest: boolean;
}

export async function orderAnswer(reader: Reader, order: TicketOrderRecord, event: EventRecord, scene: OrderScene) {
  const registrations = await registrationsOfOrder(reader, order);
  const payment = await paymentOf(reader, order);
  const { currency, holdExpiresAt, id, lines, method, number, paidAt, paymentStatus, refundDue, refunded, status } =
    order;
  const shown = payment && status === 'open' ? paymentAnswer(payment, holdExpiresAt) : null;
  const bankTransfer = method === 'bank_transfer' ? bankTransferOf(event) : null;
  const standing = lines.filter((line) =>
    registrations.some((one) => one.id === line.registration && (order.paidAt !== null || one.status !== 'cancelled')),
  );
  return {
    ...{ id, eventId: event.id, number, status, paymentStatus, method },
    registrations: await Promise.all(
      registrations.map((one) => registrationAnswer(reader, one, lines, scene.pagesUrl)),
    ),
    lines: shownLines(lines, currency),
    ...sumsAnswer({ ...order, taxes: taxesOf(standing), fee: scene.isGuest ? null : order.fee }),
    refunded: { amount: refunded, currency },
    ...(refundDue > 0 && { refundDue: { amount: refundDue, currency } }),
    ...{ expiresAt: status === 'open' ? holdExpiresAt : null, paidAt },
    page: `${scene.pagesUrl}/o/${order.pageSecret}`,
    ...(shown?.checkoutUrl !== undefined && { checkoutUrl: shown.checkoutUrl }),
    ...(shown && { payment: shown }),
    ...(bankTransfer && { bankTransfer }),
  };
}
