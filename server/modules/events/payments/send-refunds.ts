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

async function made(tx: Transaction, id: string, { id: processorId, state }: MadeRefund, fee: number): Promise<void> {
  const refund = await tx.get(refunds, id);
  if (!refund) return;
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
      const others = (await refundsOf(reader, paymentIntent)).filter(
        (one) => one.id !== id && one.state === 'succeeded',
      );
      const before = others.reduce((sum, one) => sum + one.amount, 0);
      const { fee: taken = 0, account = null, amount: paid = 0, currency = refund.currency } = payment ?? {};
      const back = (sum: number) => feeOfRefund(taken, Math.min(sum, paid), paid, currency);
      const fee = back(before + amount) - back(before);
      const metadata = { registrationId: registration, eventId: event, tenantId: tenant, refundId: id };
      const terms = { paymentIntent, amount, reverseTransfer: account !== null, refundFee: taken > 0, metadata };
      const done = await processor.refund(terms, `${tenant}:${registration}:refund:${id}:${round}`);
      if (done.kind === 'later') return done;
      if (done.kind === 'done') return { kind: 'settle', plan: (tx) => made(tx, id, done.value, fee) };
      // Someone has paid it back at the processor itself: that is what was wanted.
      if (done.code === 'charge_already_refunded')
        return { kind: 'settle', plan: (tx) => withRefund(tx, id, (one) => refundSucceeded(tx, one, null)) };
      return { kind: 'settle', plan: (tx) => withRefund(tx, id, (one) => refundFailed(tx, one, done.problem)) };
    },
    giveUp: (tx, refund, problem) => refundFailed(tx, refund, problem),
  };
}
