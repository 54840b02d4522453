/** `charge.refunded`: settles refunds. Monotone: no later message undoes a full refund. */
import type { RefundRecord, RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Condition } from '#shared/query/query.ts';
import type { Transaction } from '../../../store/contract.ts';
import { followRegistrations } from '../orders/follow-registrations.ts';
import { firstOf, type Sale, updateRegistrations } from '../orders/sale.ts';
import type { PaymentOutcome, PaymentScene } from './payment-context.ts';
import { type PaymentMessage, readPaymentMessage } from './payment-message.ts';
import { refundSucceeded, refundsOf } from './settle-refund.ts';

/** Refund messages looked at for one payment. */
const messagesMax = 100;

function sumOf(message: PaymentMessage, amount: number): number {
  return message.refundedInFull ? amount : Math.min(amount, message.amountRefunded ?? amount);
}

/**
 * Returns the part of a payment that the stored messages of the processor say is refunded. Each message has the running
 * total. Messages come in any order, so the largest total counts.
 */
export async function refundedSum(tx: Transaction, sale: Sale, paymentIntent: string, amount: number): Promise<number> {
  const about: Condition = {
    kind: 'or',
    of: [
      { kind: 'field', path: 'paymentIntent', op: 'equals', value: paymentIntent },
      { kind: 'field', path: 'registration', op: 'equals', value: firstOf(sale).id },
    ],
  };
  const refunded: Condition = { kind: 'field', path: 'eventType', op: 'equals', value: 'charge.refunded' };
  const which: Condition = { kind: 'and', of: [refunded, about] };
  const stored = await tx.find('payment_events', { where: which, limit: messagesMax });
  const sums = stored.flatMap((record) => {
    const message = readPaymentMessage(record['payload']);
    if (!message.ok || (message.value.paymentIntent !== null && message.value.paymentIntent !== paymentIntent))
      return [];
    return [sumOf(message.value, amount)];
  });
  return Math.max(0, ...sums);
}

/**
 * Whether money was refunded at the processor by hand, without a refund here. A refund here that failed explains its
 * amount, too: the message about it came before it failed.
 */
export async function isRefundedByHand(tx: Transaction, sale: Sale, paymentIntent: string): Promise<boolean> {
  const ours = (await refundsOf(tx, paymentIntent)).reduce((sum, { amount }) => sum + amount, 0);
  return (await refundedSum(tx, sale, paymentIntent, sale.amount)) > ours;
}

const paidOnce: readonly RegistrationRecord['paymentStatus'][] = [
  'paid',
  'refund_pending',
  'partially_refunded',
  'disputed',
];

/** Refunds that no processor was asked for, oldest first, as far as the running total covers them. */
async function settleUnasked(tx: Transaction, unasked: readonly RefundRecord[], settled: number, total: number) {
  let sum = settled;
  for (const refund of unasked) {
    sum += refund.amount;
    // The message is about the first one, even if its amount differs.
    if (refund === unasked[0] || sum <= total) await refundSucceeded(tx, refund, null);
  }
}

export async function applyRefunded(
  { tx }: PaymentScene,
  message: PaymentMessage,
  sale: Sale,
): Promise<PaymentOutcome> {
  const intent =
    message.paymentIntent ?? sale.registrations.find((one) => one.paymentIntent !== null)?.paymentIntent ?? null;
  const all = intent === null ? [] : await refundsOf(tx, intent);
  const pending = all.filter(({ state }) => state === 'pending');
  const total = sumOf(message, sale.amount);
  // A refund that the processor was asked for ends with the messages about itself; it may still be on its way.
  const asked = pending.filter(({ nextAttemptAt, processorId }) => nextAttemptAt !== null || processorId !== null);
  const unasked = pending.filter((one) => !asked.includes(one));
  const settled = all.reduce((sum, one) => sum + (one.state === 'succeeded' ? one.amount : 0), 0);
  await settleUnasked(tx, unasked, settled, total);
  // An amount that our own refunds explain is in their registrations already: the others of the order got nothing back.
  const isExplained = unasked.length === 0 && settled >= total;
  if (asked.length === 0 && !isExplained) await markRefunded(tx, sale, intent, total, unasked);
  await followRegistrations(tx, sale.order?.id ?? null);
  return 'recorded';
}

/** Refunded by hand at the processor. A refund of a second or unknown payment changes no registration. */
async function markRefunded(
  tx: Transaction,
  sale: Sale,
  intent: string | null,
  total: number,
  ours: readonly RefundRecord[],
): Promise<void> {
  const inFull = total >= sale.amount;
  if (sale.order !== null && ours.length > 0 && !inFull) return;
  const paid = ({ amount, paymentIntent, paymentStatus }: RegistrationRecord) =>
    intent === paymentIntent && paidOnce.includes(paymentStatus) && (sale.order === null || amount > 0);
  await updateRegistrations(tx, sale, paid, { paymentStatus: inFull ? 'refunded' : 'partially_refunded' });
}
