/**
 * Ends a refund as succeeded or failed. Monotone: one that has failed stays failed, until an organizer tries it again or pays
 * it back by hand; one that succeeded can still fail at the bank.
 */
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
import { isOfCancellation } from './owe-refund.ts';

/** Maximum number of refunds of one payment: one for each registration of an order, and repeated ones. */
const refundsMax = 500;

/** Refunds of one payment, oldest first. */
export function refundsOf(reader: Reader, paymentIntent: string): Promise<readonly RefundRecord[]> {
  const sort = [{ path: 'createdAt', direction: 'asc' }] as const;
  return reader.find(refunds, { where: where({ paymentIntent }), sort, limit: refundsMax });
}

/** The amount of a payment, in minor units, that is neither refunded nor about to be; ∞ for money without a payment row. */
export async function refundable(reader: Reader, paymentIntent: string | null): Promise<number> {
  const payment = paymentIntent === null ? null : await reader.findOne(payments, { paymentIntent });
  if (!payment || paymentIntent === null) return Number.POSITIVE_INFINITY;
  const back = (await refundsOf(reader, paymentIntent)).filter(({ state }) => state !== 'failed');
  return Math.max(0, payment.amount - back.reduce((sum, { amount }) => sum + amount, 0));
}

/**
 * A registration without what changes of its ticket type have given back: what a cancellation can still refund of it. A
 * refund that failed counts, too: it is still owed.
 */
export async function withoutChanges(reader: Reader, registration: RegistrationRecord): Promise<RegistrationRecord> {
  if (registration.changedBy === null && registration.changeOf === null) return registration;
  const own = await reader.find(refunds, { where: where({ registration: registration.id }), limit: refundsMax });
  const changed = own.filter(({ cause }) => cause === 'changed');
  if (changed.length === 0 || own.some((one) => isOfCancellation(one) && one.state !== 'failed')) return registration;
  const amount = Math.max(0, registration.amount - changed.reduce((sum, one) => sum + one.amount, 0));
  const isPaid = ['refund_pending', 'partially_refunded'].includes(registration.paymentStatus);
  return { ...registration, amount, ...(isPaid && { paymentStatus: 'paid' }) };
}

const afterPayment: readonly RegistrationRecord['paymentStatus'][] = [
  'paid',
  'refund_pending',
  'partially_refunded',
  'refunded',
];

/** The payment status of a registration that is paid, derived from all its refunds. */
export async function statusByRefunds(
  reader: Reader,
  registration: RegistrationRecord,
): Promise<'paid' | 'partially_refunded' | 'refund_pending' | 'refunded'> {
  const found = await reader.find(refunds, { where: where({ registration: registration.id }), limit: refundsMax });
  const all = found.filter(({ paymentIntent }) => paymentIntent === registration.paymentIntent);
  const sum = all.reduce((total, one) => total + (one.state === 'succeeded' ? one.amount : 0), 0);
  const isWaiting = all.some(({ state }) => state === 'pending');
  // A change to a ticket type that is free: all of the money is back, and the ticket is valid.
  const isValid = registration.status === 'confirmed' && all.every(({ cause }) => cause === 'changed');
  const whole = sum >= registration.amount && !isValid;
  const settledState = whole ? 'refunded' : sum > 0 ? 'partially_refunded' : 'paid';
  return isWaiting && settledState !== 'refunded' ? 'refund_pending' : settledState;
}

/** A registration in dispute stays so: the end of the dispute derives its status. */
async function restate(tx: Transaction, refund: RefundRecord): Promise<void> {
  const registration = await tx.get(registrations, refund.registration);
  if (!registration || registration.paymentIntent !== refund.paymentIntent) return;
  if (!afterPayment.includes(registration.paymentStatus)) return;
  const paymentStatus = await statusByRefunds(tx, registration);
  if (paymentStatus !== registration.paymentStatus)
    await tx.update('registrations', registration.id, { paymentStatus });
  await followRegistrations(tx, registration.order);
}

/** Does nothing where the refund has failed. @param processorId null: the one that is known stays */
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

/** The organizer has paid it back: also where the processor could not. */
export async function refundPaidByHand(tx: Transaction, refund: RefundRecord, paidAt: string): Promise<RefundRecord> {
  const values = { state: 'succeeded', method: 'by_hand', paidAt, nextAttemptAt: null, problem: null } as const;
  const done = await tx.update(refunds, refund.id, values);
  await resolveAlert(tx, 'refund_failed', refund.id);
  await restate(tx, done);
  const registration = await tx.get(registrations, refund.registration);
  if (registration) await followRegistrations(tx, registration.order);
  return done;
}

/** Marks a refund as failed and raises an alert, also after it had succeeded. */
export async function refundFailed(tx: Transaction, refund: RefundRecord, problem: string): Promise<void> {
  if (refund.state === 'failed') return;
  await tx.update('refunds', refund.id, { state: 'failed', nextAttemptAt: null, problem });
  await restate(tx, refund);
  const { event, paymentIntent, registration } = refund;
  const message = `A refund failed, and the buyer does not have the money back: ${problem} Try it again, or pay it back another way.`;
  await raiseAlert(tx, { kind: 'refund_failed', about: refund.id, message, event, registration, paymentIntent });
}
