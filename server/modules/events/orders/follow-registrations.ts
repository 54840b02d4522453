/**
 * Derives the status and sums of an order from its registrations and refunds. Called in the transaction that changes the
 * status or the payment of a registration. After an order is created nothing else writes these fields, except that an import
 * writes the amount.
 */
import { shareOf } from '#shared/modules/events/money.ts';
import { type TicketOrderRecord, ticketOrders } from '#shared/modules/events/order.ts';
import { type RefundRecord, type RegistrationRecord, refunds } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Transaction } from '../../../store/contract.ts';
import { isInForce } from '../changes/change-rows.ts';
import { whatIsThere } from '../what-is-there.ts';
import { registrationsOfOrder } from './sale.ts';

type Status = TicketOrderRecord['status'];
type PaymentStatus = RegistrationRecord['paymentStatus'];

const refundsMax = 1_000;

export function orderStatusOf(
  registrations: readonly Pick<RegistrationRecord, 'status' | 'changeOf' | 'confirmedAt'>[],
): Status {
  const has = (status: RegistrationRecord['status']) =>
    // A change of ticket type that was paid: the registration that it changed stands for it.
    registrations.some((one) => (isInForce(one) ? 'confirmed' : one.status) === status);
  if (has('pending') || has('waitlisted')) return 'open';
  if (has('confirmed')) return 'confirmed';
  return has('cancelled') ? 'cancelled' : 'expired';
}

/** States of one registration that become the state of the whole order; the first one found counts. */
const decisiveStatuses: readonly PaymentStatus[] = ['payment_review', 'disputed', 'refund_pending', 'processing'];

export function orderPaymentStatusOf(
  registrations: readonly Pick<RegistrationRecord, 'amount' | 'paymentStatus' | 'status'>[],
): PaymentStatus {
  const costly = registrations.filter(({ amount }) => amount > 0);
  if (costly.length === 0) return 'not_required';
  const all = new Set(costly.map(({ paymentStatus }) => paymentStatus));
  const decisive = decisiveStatuses.find((status) => all.has(status));
  if (decisive) return decisive;
  // Cancelled before it was paid: no payment is due.
  const counted = costly.filter(
    ({ paymentStatus, status }) => status !== 'cancelled' || !['pending', 'failed'].includes(paymentStatus),
  );
  const left = new Set((counted.length > 0 ? counted : costly).map(({ paymentStatus }) => paymentStatus));
  if (left.size === 1) return [...left][0] ?? 'pending';
  if (left.has('refunded') || left.has('partially_refunded')) return 'partially_refunded';
  if (left.has('pending')) return 'pending';
  return left.has('failed') ? 'failed' : 'paid';
}

async function refundsOf(
  tx: Transaction,
  registrations: readonly RegistrationRecord[],
  paymentIntent: string | null,
): Promise<Pick<TicketOrderRecord, 'refunded' | 'refundDue'>> {
  const mayHave = registrations.filter(({ paidAt }) => paidAt !== null);
  const rows: RefundRecord[] = [];
  for (const { id } of mayHave)
    rows.push(...(await whatIsThere(tx).find(refunds, { where: where({ registration: id }), limit: refundsMax })));
  const sum = (of: readonly RefundRecord[]) => of.reduce((total, { amount }) => total + amount, 0);
  return {
    refunded: sum(rows.filter((one) => one.state === 'succeeded' && one.paymentIntent === paymentIntent)),
    refundDue: sum(rows.filter(({ method, state }) => method === 'by_hand' && state === 'pending')),
  };
}

/** The amounts of an unpaid order: sums over the registrations that are not cancelled. Empty: the amounts stay as they are. */
function amountsOf(order: TicketOrderRecord, registrations: readonly RegistrationRecord[]) {
  if (registrations.some(({ paidAt }) => paidAt !== null)) return {};
  const wanted = registrations.filter(({ status }) => status !== 'cancelled');
  if (wanted.length === 0) return {};
  const sum = (of: 'amount' | 'discount' | 'tax') => wanted.reduce((total, one) => total + (one[of] ?? 0), 0);
  const amount = sum('amount');
  const fee = shareOf(amount, order.feePercent ?? 0, order.currency);
  return { amount, discount: sum('discount'), tax: sum('tax'), fee };
}

/** Returns the payment intent of the money that came, else that of the attempt that runs, else the first. */
function intentOf(registrations: readonly RegistrationRecord[]): string | null {
  const named = registrations.filter((one) => one.paymentIntent !== null);
  const paying =
    named.find(({ paidAt }) => paidAt !== null) ?? named.find(({ status }) => status === 'pending') ?? named[0];
  return paying?.paymentIntent ?? null;
}

/**
 * @param orderId null: the registration is of no order
 * @param known all registrations of the order as they are now, in their order; absent: they are read
 * @returns the order as it is then; null: there is none
 */
export async function followRegistrations(
  tx: Transaction,
  orderId: string | null,
  known?: readonly RegistrationRecord[],
): Promise<TicketOrderRecord | null> {
  const order = orderId === null ? null : await tx.get(ticketOrders, orderId);
  if (!order) return null;
  const registrations = known ?? (await registrationsOfOrder(tx, order));
  if (registrations.length === 0) return order;
  const latest = (of: 'paidAt' | 'holdExpiresAt') =>
    registrations.reduce<string | null>((max, one) => ((one[of] ?? '') > (max ?? '') ? one[of] : max), null);
  const paymentIntent = intentOf(registrations);
  return await tx.update(ticketOrders, order.id, {
    ...amountsOf(order, registrations),
    status: orderStatusOf(registrations),
    paymentStatus: orderPaymentStatusOf(registrations),
    holdExpiresAt: latest('holdExpiresAt'),
    paidAt: latest('paidAt'),
    paymentIntent,
    ...(await refundsOf(tx, registrations, paymentIntent)),
  });
}
