/** How a refund ends. Monotone: one that has failed stays failed, one that succeeded can still fail at the bank. */
import {
  type RefundRecord,
  type RegistrationRecord,
  refunds,
  registrations,
} from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { raiseAlert, resolveAlert } from './alerts.ts';

const refundsMax = 100;

export function refundsOf(reader: Reader, paymentIntent: string): Promise<readonly RefundRecord[]> {
  return reader.find(refunds, { where: where({ paymentIntent }), limit: refundsMax });
}

const afterPayment: readonly RegistrationRecord['paymentStatus'][] = [
  'paid',
  'refund_pending',
  'partially_refunded',
  'refunded',
];

/** What the registration says follows from all refunds of its payment. */
async function restate(tx: Transaction, refund: RefundRecord): Promise<void> {
  const registration = await tx.get(registrations, refund.registration);
  if (!registration || refund.paymentIntent === null || registration.paymentIntent !== refund.paymentIntent) return;
  if (!afterPayment.includes(registration.paymentStatus)) return;
  const all = await refundsOf(tx, refund.paymentIntent);
  const sum = all.reduce((total, one) => total + (one.state === 'succeeded' ? one.amount : 0), 0);
  const isWaiting = all.some(({ state }) => state === 'pending');
  const settledState = sum >= registration.amount ? 'refunded' : sum > 0 ? 'partially_refunded' : 'paid';
  const paymentStatus = isWaiting && settledState !== 'refunded' ? 'refund_pending' : settledState;
  if (paymentStatus !== registration.paymentStatus)
    await tx.update('registrations', registration.id, { paymentStatus });
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
