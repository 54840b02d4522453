/** The queue that asks the processor for payment pages, and to close them. */

import { ok } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import { type PaymentRecord, payments } from '#shared/modules/events/payment.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import type { FollowerContext } from '../../../core/collections/module.ts';
import type { Transaction } from '../../../store/contract.ts';
import { type AttemptQueue, dueNow, type Worked } from '../attempts.ts';
import { freeSeat } from '../event/seats.ts';
import type { EventsPorts } from '../ports.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { raiseAlert } from './alerts.ts';
import { pageLifeLeastMs, pageLifeMs } from './charge-terms.ts';
import { termsOf } from './payment-rows.ts';
import type { ChargeTerms, ClosedPayment, OpenedPayment, PaymentProcessor } from './processor.ts';
import { processorOfPayment } from './processors.ts';

/** A hosted page lives for a while from when it is made: after a pause it is asked for again, under another key. */
async function freshTerms(payment: PaymentRecord, { clock, commit }: FollowerContext) {
  const terms = termsOf(payment);
  const { attempt } = payment;
  if (terms.expiresAtMs === null || terms.expiresAtMs - clock() >= pageLifeLeastMs) return { terms, attempt };
  const later: ChargeTerms = { ...terms, expiresAtMs: clock() + pageLifeMs };
  const next = { terms: later, attempt: attempt + 1 };
  const done = await commit(async (tx) =>
    ok(await tx.update(payments, payment.id, { request: { ...later }, attempt: attempt + 1 })),
  );
  throwIfRefused(done);
  return next;
}

async function opened(tx: Transaction, id: string, made: OpenedPayment): Promise<void> {
  const payment = await tx.get(payments, id);
  if (!payment) return;
  const { checkoutUrl, clientSecret, expiresAtMs, paymentIntent, session } = made;
  const expiresAt = expiresAtMs === null ? null : isoTime(expiresAtMs);
  const values = { session, paymentIntent, checkoutUrl, clientSecret, expiresAt, code: null, problem: null };
  const registration = await tx.get(registrations, payment.registration);
  // Cancelled, expired or paid another way while the processor was asked: the page must not stay open.
  if (payment.state !== 'wanted' || registration?.status !== 'pending') {
    await tx.update('payments', id, { ...values, state: 'closing', ...dueNow(tx.now) });
    return;
  }
  await tx.update('payments', id, { ...values, state: 'open', nextAttemptAt: null });
  const { holdExpiresAt } = registration;
  const until = expiresAt !== null && (holdExpiresAt ?? '') < expiresAt ? expiresAt : holdExpiresAt;
  const status = registration.paymentStatus === 'failed' ? 'pending' : registration.paymentStatus;
  await tx.update('registrations', registration.id, {
    holdExpiresAt: until,
    paymentStatus: status,
    ...(paymentIntent !== null && { paymentIntent }),
  });
}

async function refused(tx: Transaction, payment: PaymentRecord, code: string, problem: string): Promise<void> {
  const { event, id } = payment;
  await tx.update('payments', id, { state: 'failed', nextAttemptAt: null, code: code.slice(0, 100), problem });
  const registration = await tx.get(registrations, payment.registration);
  if (registration?.status !== 'pending') return;
  if (registration.paymentStatus === 'pending')
    await tx.update('registrations', registration.id, { paymentStatus: 'failed' });
  const message = `The processor refuses payments (${code}): ${problem} Correct the event’s payment setting, then ask for the payment again.`;
  await raiseAlert(tx, {
    kind: 'payment_refused',
    about: registration.id,
    message,
    event,
    registration: registration.id,
  });
}

async function open(payment: PaymentRecord, context: FollowerContext, processor: PaymentProcessor): Promise<Worked> {
  const { attempt, terms } = await freshTerms(payment, context);
  const done = await processor.open(terms, `${context.tenant}:${payment.registration}:pi:${attempt}`);
  if (done.kind === 'later') return done;
  const { id } = payment;
  if (done.kind === 'done') return { kind: 'settle', plan: (tx) => opened(tx, id, done.value) };
  return { kind: 'settle', plan: (tx) => refused(tx, payment, done.code, done.problem) };
}

/** The seat is free only when nothing can be paid for it any more. */
async function closed(
  tx: Transaction,
  payment: PaymentRecord,
  { paymentIntent, standing }: ClosedPayment,
): Promise<void> {
  const state = standing === 'closed' ? 'closed' : standing === 'paid' ? 'paid' : 'processing';
  await tx.update('payments', payment.id, {
    state,
    nextAttemptAt: null,
    problem: null,
    ...(paymentIntent !== null && { paymentIntent }),
  });
  const registration = await tx.get(registrations, payment.registration);
  if (registration?.status !== 'pending') return;
  if (standing === 'closed') {
    await freeSeat(tx, registration);
    await tx.update('registrations', registration.id, { status: 'expired', holdExpiresAt: null });
    return;
  }
  // Money is on its way: its message confirms.
  const moved = registration.paymentStatus === 'payment_review' ? {} : { paymentStatus: 'processing' };
  await tx.update('registrations', registration.id, { ...moved, holdExpiresAt: null });
}

async function close(payment: PaymentRecord, processor: PaymentProcessor): Promise<Worked> {
  // A page that was never opened, or whose answer was lost, has no known address: it cannot be paid.
  const done = await processor.close(payment);
  if (done.kind === 'later') return done;
  if (done.kind === 'refused') return { kind: 'later', problem: done.problem };
  if (done.value.standing === 'open') return { kind: 'later', problem: 'The processor has not closed the payment.' };
  return { kind: 'settle', plan: (tx) => closed(tx, payment, done.value) };
}

export function openPayments(ports: EventsPorts): AttemptQueue<PaymentRecord> {
  return {
    name: 'open-payments',
    collection: 'payments',
    states: ['wanted', 'closing'],
    read: (reader, id) => reader.get(payments, id),
    async work(payment, context) {
      const processor = await processorOfPayment(ports, context.tenant, payment.livemode);
      if ('kind' in processor) return processor;
      return payment.state === 'wanted' ? open(payment, context, processor) : close(payment, processor);
    },
    async giveUp(tx, payment, problem) {
      if (payment.state === 'wanted') await refused(tx, payment, 'processor_unavailable', problem);
      else await tx.update('payments', payment.id, { state: 'closed', nextAttemptAt: null, problem });
    },
  };
}
