/** The queue that asks the processor for payment pages, and to close them. */

import { ok } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import { type PaymentRecord, payments } from '#shared/modules/events/payment.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import type { FollowerContext } from '../../../core/collections/follower.ts';
import type { Transaction } from '../../../store/contract.ts';
import { type AttemptQueue, dueNow, type Worked } from '../attempts.ts';
import { followRegistrations } from '../orders/follow-registrations.ts';
import { freePlace } from '../orders/places.ts';
import { type Sale, saleOf, updateRegistrations } from '../orders/sale.ts';
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

const isPending = ({ status }: RegistrationRecord) => status === 'pending';

/** Null: its registration is gone. */
async function saleOfPayment(tx: Transaction, payment: PaymentRecord): Promise<Sale | null> {
  const registration = await tx.get(registrations, payment.registration);
  return registration && (await saleOf(tx, registration));
}

async function opened(tx: Transaction, id: string, made: OpenedPayment): Promise<void> {
  const payment = await tx.get(payments, id);
  if (!payment) return;
  const { checkoutUrl, clientSecret, expiresAtMs, paymentIntent, session } = made;
  const expiresAt = expiresAtMs === null ? null : isoTime(expiresAtMs);
  const values = { session, paymentIntent, checkoutUrl, clientSecret, expiresAt, code: null, problem: null };
  const sale = await saleOfPayment(tx, payment);
  // Cancelled, expired or paid another way while the processor was asked: the page must not stay open.
  if (payment.state !== 'wanted' || !sale?.registrations.some(isPending)) {
    await tx.update('payments', id, { ...values, state: 'closing', ...dueNow(tx.now) });
    return;
  }
  await tx.update('payments', id, { ...values, state: 'open', nextAttemptAt: null });
  await updateRegistrations(tx, sale, isPending, ({ holdExpiresAt, paymentStatus }) => ({
    holdExpiresAt: expiresAt !== null && (holdExpiresAt ?? '') < expiresAt ? expiresAt : holdExpiresAt,
    paymentStatus: paymentStatus === 'failed' ? 'pending' : paymentStatus,
    ...(paymentIntent !== null && { paymentIntent }),
  }));
  await followRegistrations(tx, sale.order?.id ?? null);
}

async function refused(tx: Transaction, payment: PaymentRecord, code: string, problem: string): Promise<void> {
  const { event, id } = payment;
  await tx.update('payments', id, { state: 'failed', nextAttemptAt: null, code: code.slice(0, 100), problem });
  const sale = await saleOfPayment(tx, payment);
  if (!sale?.registrations.some(isPending)) return;
  const waits = (one: RegistrationRecord) => isPending(one) && one.paymentStatus === 'pending';
  await updateRegistrations(tx, sale, waits, { paymentStatus: 'failed' });
  await followRegistrations(tx, sale.order?.id ?? null);
  const message = `The processor refuses payments (${code}): ${problem} Correct the event’s payment setting, then ask for the payment again.`;
  await raiseAlert(tx, {
    kind: 'payment_refused',
    about: payment.registration,
    message,
    event,
    registration: payment.registration,
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

/** The seat is freed only when no payment for it is possible. */
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
  const sale = await saleOfPayment(tx, payment);
  // Some of the order were cancelled: the others are still to be paid, with another payment.
  if (!sale || (standing === 'closed' && payment.replaced)) return;
  if (standing === 'closed') {
    for (const one of sale.registrations.filter(isPending)) await freePlace(tx, one);
    await updateRegistrations(tx, sale, isPending, { status: 'expired', holdExpiresAt: null });
  } else {
    // Money is on its way: its message confirms.
    await updateRegistrations(tx, sale, isPending, ({ paymentStatus }) => ({
      ...(paymentStatus !== 'payment_review' && { paymentStatus: 'processing' }),
      holdExpiresAt: null,
    }));
  }
  await followRegistrations(tx, sale.order?.id ?? null);
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
