/** How a refund ends. Monotone: one that has failed stays failed, one that succeeded can still fail at the bank. */
import { payments } from '#shared/modules/events/payment.ts';
import {
  type RefundRecord,
  type RegistrationRecord,
  refunds,
  registrations,
} from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { followRegistrations } from '../orders/follow-registrations.ts';
import { raiseAlert, resolveAlert } from './alerts.ts';

/** Of one payment: of each registration of an order, and tried again. */
const refundsMax = 500;

export function refundsOf(reader: Reader, paymentIntent: string): Promise<readonly RefundRecord[]> {
  const sort = [{ path: 'createdAt', direction: 'asc' }] as const;
  return reader.find(refunds, { where: where({ paymentIntent }), sort, limit: refundsMax });
}

/** What of a payment has not gone back and is not about to; of money that no payment here stands for, anything. */
export async function refundable(reader: Reader, paymentIntent: string | null): Promise<number> {
  const payment = paymentIntent === null ? null : await reader.findOne(payments, { paymentIntent });
  if (!payment || paymentIntent === null) return Number.POSITIVE_INFINITY;
  const back = (await refundsOf(reader, paymentIntent)).filter(({ state }) => state !== 'failed');
  return Math.max(0, payment.amount - back.reduce((sum, { amount }) => sum + amount, 0));
}

const afterPayment: readonly RegistrationRecord['paymentStatus'][] = [
  'paid',
  'refund_pending',
  'partially_refunded',
  'refunded',
];

/** What the registration says follows from all its refunds. */
async function restate(tx: Transaction, refund: RefundRecord): Promise<void> {
  const registration = await tx.get(registrations, refund.registration);
  if (!registration || registration.paymentIntent !== refund.paymentIntent) return;
  if (!afterPayment.includes(registration.paymentStatus)) return;
  const found = await tx.find(refunds, { where: where({ registration: registration.id }), limit: refundsMax });
  const all = found.filter(({ paymentIntent }) => paymentIntent === refund.paymentIntent);
  const sum = all.reduce((total, one) => total + (one.state === 'succeeded' ? one.amount : 0), 0);
  const isWaiting = all.some(({ state }) => state === 'pending');
  const settledState = sum >= registration.amount ? 'refunded' : sum > 0 ? 'partially_refunded' : 'paid';
  const paymentStatus = isWaiting && settledState !== 'refunded' ? 'refund_pending' : settledState;
  if (paymentStatus !== registration.paymentStatus)
    await tx.update('registrations', registration.id, { paymentStatus });
  await followRegistrations(tx, registration.order);
}

export async function refundSucceeded(
  tx: Transaction,
  refund: RefundRecord,
  processorId: string | null,
): Promise<void> {
  if (refund.state === 'failed') return;
  await tx.update('refunds', refund.id, {
    ...{ state: 'succeeded', nextAttemptAt: null, problem: null },
    ...(processorId !== null && { processorId }),
  });
  await resolveAlert(tx, 'refund_failed', refund.id);
  await restate(tx, refund);
}

export async function refundFailed(tx: Transaction, refund: RefundRecord, problem: string): Promise<void> {
  if (refund.state === 'failed') return;
  await tx.update('refunds', refund.id, { state: 'failed', nextAttemptAt: null, problem });
  await restate(tx, refund);
  const { event, paymentIntent, registration } = refund;
  const message = `A refund failed, and the buyer does not have the money back: ${problem} Try it again, or pay it back another way.`;
  await raiseAlert(tx, { kind: 'refund_failed', about: refund.id, message, event, registration, paymentIntent });
}
