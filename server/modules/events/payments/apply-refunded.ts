/** `charge.refunded`: settles refunds. Monotone: what is refunded in full stays so, whatever comes later. */
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { type Condition, where } from '#shared/query/query.ts';
import type { Transaction } from '../../../store/contract.ts';
import type { PaymentOutcome, PaymentScene } from './payment-context.ts';
import { type PaymentMessage, readPaymentMessage } from './payment-message.ts';

/** Refund messages looked at for one payment. */
const messagesMax = 100;

function sumOf(message: PaymentMessage, amount: number): number {
  return message.refundedInFull ? amount : Math.min(amount, message.amountRefunded ?? amount);
}

/** The processor says the running total each time: the largest counts, in whatever order they came. */
export async function refundedSum(
  tx: Transaction,
  which: Condition,
  paymentIntent: string,
  amount: number,
): Promise<number> {
  const stored = await tx.find('payment_events', { where: which, limit: messagesMax });
  const sums = stored.flatMap((record) => {
    const message = readPaymentMessage(record['payload']);
    if (!message.ok || (message.value.paymentIntent !== null && message.value.paymentIntent !== paymentIntent))
      return [];
    return [sumOf(message.value, amount)];
  });
  return Math.max(0, ...sums);
}

const paidOnce: readonly RegistrationRecord['paymentStatus'][] = [
  'paid',
  'refund_pending',
  'partially_refunded',
  'disputed',
];

export async function applyRefunded(
  { tx }: PaymentScene,
  message: PaymentMessage,
  registration: RegistrationRecord,
): Promise<PaymentOutcome> {
  const intent = message.paymentIntent ?? registration.paymentIntent;
  if (intent !== null) {
    const pending = await tx.find('refunds', {
      where: where({ paymentIntent: intent, state: 'pending' }),
      limit: messagesMax,
    });
    // What we asked the processor for ends with the messages about the refund itself; it may still be on its way.
    const asked = pending.filter(({ nextAttemptAt, processorId }) => nextAttemptAt !== null || processorId !== null);
    for (const refund of pending)
      if (!asked.includes(refund)) await tx.update('refunds', refund.id, { state: 'succeeded' });
    if (asked.length > 0) return 'recorded';
  }
  // A second payment that goes back, or a payment we have not heard of yet: the place itself is not touched.
  if (intent !== registration.paymentIntent || !paidOnce.includes(registration.paymentStatus)) return 'recorded';
  const inFull = sumOf(message, registration.amount) >= registration.amount;
  await tx.update('registrations', registration.id, { paymentStatus: inFull ? 'refunded' : 'partially_refunded' });
  return 'recorded';
}
