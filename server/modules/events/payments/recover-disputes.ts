/**
 * The queue that moves disputed money: the bank takes it from the platform, the platform from the organizer's account. A
 * dispute that is won gives it to the organizer again. The platform keeps its fee.
 */
import { type PaymentDisputeRecord, paymentDisputes } from '#shared/modules/events/payment.ts';
import type { Transaction } from '../../../store/contract.ts';
import { type AttemptQueue, dueNow, type Worked } from '../attempts.ts';
import type { EventsPorts } from '../ports.ts';
import { raiseAlert } from './alerts.ts';
import { processorOfPayment } from './processors.ts';

async function takenBack(tx: Transaction, id: string, takenBack: number): Promise<void> {
  const dispute = await tx.get(paymentDisputes, id);
  if (!dispute) return;
  // The dispute was won during the call to the processor.
  const next = dispute.status === 'won' && takenBack > 0 ? { state: 'giving_back', ...dueNow(tx.now) } : null;
  const rest = { state: takenBack > 0 ? 'taken_back' : 'left', nextAttemptAt: null };
  await tx.update('payment_disputes', id, { takenBack, problem: null, ...(next ?? rest) });
}

async function givenBack(tx: Transaction, id: string): Promise<void> {
  await tx.update('payment_disputes', id, { state: 'given_back', nextAttemptAt: null, problem: null });
}

async function failed(tx: Transaction, dispute: PaymentDisputeRecord, problem: string): Promise<void> {
  const { event, id, paymentIntent, processorId, registration, state } = dispute;
  await tx.update('payment_disputes', id, { state: 'failed', nextAttemptAt: null, problem });
  const what = state === 'taking_back' ? 'taken from' : 'given back to';
  const message = `A disputed amount could not be ${what} the organizer’s account: ${problem} Move it at the processor by hand.`;
  await raiseAlert(tx, { kind: 'recovery_failed', about: processorId, message, event, registration, paymentIntent });
}

export function recoverDisputes(ports: EventsPorts): AttemptQueue<PaymentDisputeRecord> {
  return {
    name: 'recover-disputes',
    collection: 'payment_disputes',
    states: ['taking_back', 'giving_back'],
    read: (reader, id) => reader.get(paymentDisputes, id),
    async work(dispute, { tenant }): Promise<Worked> {
      const { amount, id, livemode, paymentIntent, processorId, state, takenBack: taken } = dispute;
      const processor = await processorOfPayment(ports, tenant, livemode);
      if ('kind' in processor) return processor;
      const key = `${tenant}:dispute:${processorId}:${state}`;
      const refusedBy = (problem: string): Worked => ({ kind: 'settle', plan: (tx) => failed(tx, dispute, problem) });
      if (state === 'taking_back') {
        const done = await processor.takeBack(paymentIntent, amount, key);
        if (done.kind === 'done') return { kind: 'settle', plan: (tx) => takenBack(tx, id, done.value) };
        return done.kind === 'later' ? done : refusedBy(done.problem);
      }
      const done = await processor.giveBack(paymentIntent, taken ?? 0, key);
      if (done.kind === 'done') return { kind: 'settle', plan: (tx) => givenBack(tx, id) };
      return done.kind === 'later' ? done : refusedBy(done.problem);
    },
    giveUp: failed,
  };
}
