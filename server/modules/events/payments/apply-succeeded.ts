/** `payment_intent.succeeded`: the only thing that confirms a paid place. Late money takes a seat again, or goes back. */

import { must } from '#shared/base/assert.ts';
import { events, ticketTypes } from '#shared/modules/events/event.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Condition } from '#shared/query/query.ts';
import { dueNow } from '../attempts.ts';
import { eventStatusAt } from '../event/event-status.ts';
import { freeSeat, takeSeat } from '../event/seats.ts';
import { confirmRegistration } from '../registration/confirm.ts';
import { raiseAlert } from './alerts.ts';
import { refundedSum } from './apply-refunded.ts';
import type { PaymentOutcome, PaymentScene } from './payment-context.ts';
import type { PaymentMessage } from './payment-message.ts';
import { closePayments, paymentByIntent, paymentsOf } from './payment-rows.ts';

/** What the message says about the payment, against what we asked for. What it leaves out fits a minimal message. */
function fits(
  scene: PaymentScene,
  message: PaymentMessage,
  registration: RegistrationRecord,
  minimal: boolean,
): boolean {
  if (!minimal && (message.amounts.length === 0 || message.currency === null)) return false;
  if (message.tenantId !== null && message.tenantId !== scene.tenant) return false;
  if (message.eventId !== null && message.eventId !== registration.event) return false;
  if (message.amounts.some((amount) => amount !== registration.amount)) return false;
  return message.currency === null || message.currency === registration.currency;
}

const unpaid: readonly RegistrationRecord['paymentStatus'][] = ['pending', 'processing', 'failed', 'payment_review'];

export async function applySucceeded(
  scene: PaymentScene,
  message: PaymentMessage,
  registration: RegistrationRecord,
  minimal: boolean,
): Promise<PaymentOutcome> {
  const { tx, ports } = scene;
  if (!fits(scene, message, registration, minimal)) {
    // Money came, but not what was asked for: a person decides. A place that is paid stays paid.
    if (unpaid.includes(registration.paymentStatus)) {
      await tx.update('registrations', registration.id, { paymentStatus: 'payment_review' });
    }
    const { event, id } = registration;
    const text =
      'A payment came that is not what was asked for, in amount, currency or event. Compare it at the processor, then refund or accept it.';
    await raiseAlert(tx, { kind: 'payment_review', about: message.objectId, message: text, event, registration: id });
    return 'review';
  }
  await notePaid(scene, message, registration);
  if (registration.status === 'confirmed') {
    if (registration.paymentIntent === null || registration.paymentIntent === message.objectId) return 'already_done';
    return payBack(scene, message, registration, 'paid_twice');
  }
  if (!unpaid.includes(registration.paymentStatus)) {
    if (registration.paymentIntent === message.objectId) return 'already_done';
    return payBack(scene, message, registration, 'paid_twice');
  }
  const before = await refundedBefore(scene, message, registration);
  if (before >= registration.amount) return takeBack(scene, message, registration);
  if (registration.status !== 'pending' && !(await seatAgain(scene, registration))) {
    return payBack(scene, message, registration, 'late_payment');
  }
  const confirmed = await confirmRegistration(
    tx,
    registration,
    { paymentStatus: 'paid', paymentIntent: message.objectId },
    ports,
  );
  if (before > 0) await tx.update('registrations', confirmed.id, { paymentStatus: 'partially_refunded' });
  return 'confirmed';
}

/** The attempt that was paid; what else could be paid for the registration is closed. */
async function notePaid(
  { tx, nowMs }: PaymentScene,
  message: PaymentMessage,
  { id }: RegistrationRecord,
): Promise<void> {
  const paymentIntent = message.objectId;
  const known = await paymentByIntent(tx, paymentIntent, null);
  // The payment of a hosted page is unknown until the buyer confirms it.
  const unnamed = (one: { session: string | null; paymentIntent: string | null }) =>
    one.session !== null && one.paymentIntent === null;
  const payment = known ?? (await paymentsOf(tx, id)).find(unnamed);
  if (payment)
    await tx.update('payments', payment.id, { state: 'paid', paymentIntent, nextAttemptAt: null, problem: null });
  await closePayments(tx, id, nowMs);
}

/** Expired: the place comes back if there is still one. Cancelled, or the event is over: the person does not want it. */
async function seatAgain({ tx, nowMs }: PaymentScene, registration: RegistrationRecord): Promise<boolean> {
  if (registration.status !== 'expired') return false;
  const event = must(await tx.get(events, registration.event), 'the event of a registration');
  const status = eventStatusAt(event, nowMs);
  if (status !== 'upcoming' && status !== 'live') return false;
  const type = must(await tx.get(ticketTypes, registration.ticketType), 'the ticket type of a registration');
  return (await takeSeat(tx, event, type)).ok;
}

/** Once for each intent: what came to `refund_due` before is not applied again (receive-payment.ts). */
async function payBack(
  { tx }: PaymentScene,
  message: PaymentMessage,
  registration: RegistrationRecord,
  cause: 'late_payment' | 'paid_twice',
): Promise<PaymentOutcome> {
  await tx.create('refunds', {
    event: registration.event,
    registration: registration.id,
    paymentIntent: message.objectId,
    amount: message.amounts[0] ?? registration.amount,
    currency: message.currency ?? registration.currency,
    percent: 100,
    cause,
    state: 'pending',
    ...dueNow(tx.now),
  });
  if (cause === 'late_payment') {
    await tx.update('registrations', registration.id, {
      paymentStatus: 'refund_pending',
      paymentIntent: message.objectId,
      paidAt: tx.now,
    });
  }
  return 'refund_due';
}

/** The refund was told before the payment: what it said is stored, and counts now. */
async function refundedBefore(
  { tx }: PaymentScene,
  message: PaymentMessage,
  registration: RegistrationRecord,
): Promise<number> {
  const about: Condition = {
    kind: 'or',
    of: [
      { kind: 'field', path: 'paymentIntent', op: 'equals', value: message.objectId },
      { kind: 'field', path: 'registration', op: 'equals', value: registration.id },
    ],
  };
  const refunded: Condition = { kind: 'field', path: 'eventType', op: 'equals', value: 'charge.refunded' };
  return refundedSum(tx, { kind: 'and', of: [refunded, about] }, message.objectId, registration.amount);
}

/** Paid and paid back in full before we heard of either: no one comes. */
async function takeBack(
  { tx }: PaymentScene,
  message: PaymentMessage,
  registration: RegistrationRecord,
): Promise<PaymentOutcome> {
  if (registration.status === 'pending') await freeSeat(tx, registration);
  await tx.update('registrations', registration.id, {
    ...(registration.status === 'pending' && { status: 'cancelled', cancelledAt: tx.now, holdExpiresAt: null }),
    paymentStatus: 'refunded',
    paymentIntent: message.objectId,
    paidAt: tx.now,
  });
  return 'recorded';
}
