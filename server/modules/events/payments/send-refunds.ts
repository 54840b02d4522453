/** The queue that asks the processor to pay back. Refunds without a processor wait for the message about them. */
import { feeOfRefund } from '#shared/modules/events/money.ts';
import { type RefundRecord, refunds } from '#shared/modules/events/registration.ts';
import type { Transaction } from '../../../store/contract.ts';
import type { AttemptQueue, Worked } from '../attempts.ts';
import type { EventsPorts } from '../ports.ts';
import { paymentByIntent } from './payment-rows.ts';
import type { MadeRefund } from './processor.ts';
import { keyMissing, processorFor } from './processors.ts';
import { refundFailed, refundSucceeded, refundsOf } from './settle-refund.ts';

/**
 * The part of the fee that goes back with it: what the sum of all refunds brings back, less what went before. Refunds of
 * one payment (one for each registration) run side by side; the sum is taken in the order in which they were answered.
 */
async function feeOf(tx: Transaction, { amount, currency, id, paymentIntent }: RefundRecord): Promise<number> {
  const payment = await paymentByIntent(tx, paymentIntent, null);
  if (!payment || paymentIntent === null) return 0;
  const isMade = (one: RefundRecord) =>
    one.id !== id && one.state !== 'failed' && (one.fee !== null || one.state === 'succeeded');
  const before = (await refundsOf(tx, paymentIntent)).filter(isMade).reduce((sum, one) => sum + one.amount, 0);
  const back = (sum: number) => feeOfRefund(payment.fee, Math.min(sum, payment.amount), payment.amount, currency);
  return back(before + amount) - back(before);
}

async function made(tx: Transaction, id: string, { id: processorId, state }: MadeRefund): Promise<void> {
  const refund = await tx.get(refunds, id);
  if (!refund) return;
  const fee = await feeOf(tx, refund);
  await tx.update('refunds', id, { processorId, fee, nextAttemptAt: null, problem: null });
  if (state === 'succeeded') await refundSucceeded(tx, refund, processorId);
  if (state === 'failed') await refundFailed(tx, refund, 'The processor could not pay it back.');
}

async function withRefund(tx: Transaction, id: string, apply: (refund: RefundRecord) => Promise<void>): Promise<void> {
  const refund = await tx.get(refunds, id);
  if (refund) await apply(refund);
}

export function sendRefunds(ports: EventsPorts): AttemptQueue<RefundRecord> {
  return {
    name: 'send-refunds',
    collection: 'refunds',
    states: ['pending'],
    read: (reader, id) => reader.get(refunds, id),
    async work(refund, { reader, tenant }): Promise<Worked> {
      const { amount, event, id, paymentIntent, registration, round } = refund;
      const processor = processorFor(ports, await ports.payments.isSandbox(tenant));
      if (!processor || paymentIntent === null)
        return { kind: 'settle', plan: async (tx) => void (await tx.update('refunds', id, { nextAttemptAt: null })) };
      const payment = await paymentByIntent(reader, paymentIntent, null);
      if (payment && payment.livemode !== processor.livemode) return keyMissing;
      const metadata = { registrationId: registration, eventId: event, tenantId: tenant, refundId: id };
      const terms = {
        paymentIntent,
        amount,
        reverseTransfer: payment?.account != null,
        refundFee: (payment?.fee ?? 0) > 0,
        metadata,
      };
      const done = await processor.refund(terms, `${tenant}:${registration}:refund:${id}:${round}`);
      if (done.kind === 'later') return done;
      if (done.kind === 'done') return { kind: 'settle', plan: (tx) => made(tx, id, done.value) };
      // Someone has refunded it at the processor itself: the refund is done.
      if (done.code === 'charge_already_refunded')
        return { kind: 'settle', plan: (tx) => withRefund(tx, id, (one) => refundSucceeded(tx, one, null)) };
      return { kind: 'settle', plan: (tx) => withRefund(tx, id, (one) => refundFailed(tx, one, done.problem)) };
    },
    giveUp: (tx, refund, problem) => refundFailed(tx, refund, problem),
  };
}
