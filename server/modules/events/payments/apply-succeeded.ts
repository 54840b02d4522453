/**
 * `payment_intent.succeeded`: the only message that confirms a paid sale, all of it or nothing. A late payment takes the
 * seats again, or is refunded.
 */
import { must } from '#shared/base/assert.ts';
import { events } from '#shared/modules/events/event.ts';
import type { PaymentRecord } from '#shared/modules/events/payment.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { changeFits } from '../changes/complete-change.ts';
import { eventStatusAt } from '../event/event-status.ts';
import { followRegistrations } from '../orders/follow-registrations.ts';
import { freePlace, takePlacesAgain } from '../orders/places.ts';
import { firstOf, type Sale, updateRegistrations } from '../orders/sale.ts';
import { confirmRegistration } from '../registration/confirm.ts';
import { raiseAlert } from './alerts.ts';
import { refundedSum } from './apply-refunded.ts';
import { payBack, payBackCancelled } from './pay-back.ts';
import type { PaymentOutcome, PaymentScene } from './payment-context.ts';
import type { PaymentMessage } from './payment-message.ts';
import { closePayments, paymentByIntent, paymentsOf } from './payment-rows.ts';

const unpaidStates: readonly RegistrationRecord['paymentStatus'][] = [
  'pending',
  'processing',
  'failed',
  'payment_review',
];
const isUnpaid = ({ paymentStatus, status }: RegistrationRecord) =>
  status !== 'confirmed' && unpaidStates.includes(paymentStatus);

/** Whether the payment in the message is the one that was asked for. A minimal message may leave fields out. */
function isAsked(scene: PaymentScene, message: PaymentMessage, sale: Sale, asked: number, minimal: boolean): boolean {
  if (!minimal && (message.amounts.length === 0 || message.currency === null)) return false;
  if (message.tenantId !== null && message.tenantId !== scene.tenant) return false;
  if (message.eventId !== null && message.eventId !== firstOf(sale).event) return false;
  if (message.amounts.some((amount) => amount !== asked)) return false;
  return message.currency === null || message.currency === sale.currency;
}

/** The attempt that the money belongs to. The payment of a hosted page is unknown until the buyer confirms it. */
async function paymentOf(
  { tx }: PaymentScene,
  { objectId }: PaymentMessage,
  sale: Sale,
): Promise<PaymentRecord | null> {
  const known = await paymentByIntent(tx, objectId, null);
  if (known) return known;
  const unnamed = (one: PaymentRecord) => one.session !== null && one.paymentIntent === null;
  return (await paymentsOf(tx, firstOf(sale).id)).find(unnamed) ?? null;
}

/** The payment differs from what was asked for: a person decides. Registrations that are paid stay paid. */
async function review(scene: PaymentScene, message: PaymentMessage, sale: Sale): Promise<PaymentOutcome> {
  const { tx } = scene;
  const unpaid = ({ paymentStatus }: RegistrationRecord) => unpaidStates.includes(paymentStatus);
  await updateRegistrations(tx, sale, unpaid, { paymentStatus: 'payment_review' });
  const { event, id } = firstOf(sale);
  const text =
    'A payment came that is not what was asked for, in amount, currency or event. Compare it at the processor, then refund or accept it.';
  await raiseAlert(tx, { kind: 'payment_review', about: message.objectId, message: text, event, registration: id });
  return 'review';
}

export async function applySucceeded(
  scene: PaymentScene,
  message: PaymentMessage,
  sale: Sale,
  minimal: boolean,
): Promise<PaymentOutcome> {
  const outcome = await apply(scene, message, sale, minimal);
  await followRegistrations(scene.tx, sale.order?.id ?? null);
  return outcome;
}

async function apply(
  scene: PaymentScene,
  message: PaymentMessage,
  sale: Sale,
  minimal: boolean,
): Promise<PaymentOutcome> {
  const payment = await paymentOf(scene, message, sale);
  // Some were cancelled after the request: the payment has the old amount.
  const asked = payment?.order != null ? payment.amount : sale.amount;
  if (!isAsked(scene, message, sale, asked, minimal)) return review(scene, message, sale);
  await notePaid(scene, message, sale, payment);
  const unpaid = sale.registrations.filter(isUnpaid);
  if (unpaid.length === 0)
    return isSamePayment(sale, message) ? 'already_done' : payBack(scene, message, sale, 'paid_twice');
  // The message of a refund may have come before that of the payment. It was stored then and is applied now.
  const before = await refundedSum(scene.tx, sale, message.objectId, asked);
  if (before >= asked) return takeBack(scene, message, sale);
  const wanted = unpaid.filter(({ status }) => status !== 'cancelled');
  const expired = wanted.filter(({ status }) => status !== 'pending');
  const fits = await everyChangeFits(scene, wanted);
  if (wanted.length === 0 || !fits || (expired.length > 0 && !(await seatsAgain(scene, expired))))
    return payBack(scene, message, sale, 'late_payment');
  for (const one of wanted) await confirm(scene, message, one, sale.order !== null && one.amount === 0, before);
  const due = wanted.reduce((sum, { amount }) => sum + amount, 0);
  await payBackCancelled(scene, message, sale, asked - due);
  return 'confirmed';
}

/** The registration that was to have another ticket type may have been cancelled or changed meanwhile. */
async function everyChangeFits({ tx }: PaymentScene, wanted: readonly RegistrationRecord[]): Promise<boolean> {
  for (const one of wanted) if (!(await changeFits(tx, one))) return false;
  return true;
}

async function confirm(
  { ports, tx }: PaymentScene,
  message: PaymentMessage,
  registration: RegistrationRecord,
  isFree: boolean,
  refundedBefore: number,
): Promise<void> {
  const paymentIntent = message.objectId;
  const paid = isFree
    ? ({ paymentStatus: 'not_required' } as const)
    : ({ paymentStatus: 'paid', paymentIntent } as const);
  const { id } = await confirmRegistration(tx, registration, paid, ports);
  if (refundedBefore > 0 && !isFree) await tx.update('registrations', id, { paymentStatus: 'partially_refunded' });
}

function isSamePayment({ order, registrations }: Sale, { objectId }: PaymentMessage): boolean {
  if (registrations.some(({ paymentIntent }) => paymentIntent === objectId)) return true;
  const isUnnamed = registrations.every(
    ({ paymentIntent, status }) => paymentIntent === null && status === 'confirmed',
  );
  return isUnnamed && order?.method !== 'bank_transfer';
}

/** Records the attempt that was paid, and closes all other attempts of the sale. */
async function notePaid(
  { tx, nowMs }: PaymentScene,
  message: PaymentMessage,
  sale: Sale,
  payment: PaymentRecord | null,
): Promise<void> {
  const paymentIntent = message.objectId;
  if (payment)
    await tx.update('payments', payment.id, { state: 'paid', paymentIntent, nextAttemptAt: null, problem: null });
  await closePayments(tx, firstOf(sale).id, nowMs);
}

/** Takes the places of an expired sale again if all are still free and the event is not over. */
async function seatsAgain({ tx, nowMs }: PaymentScene, expired: readonly RegistrationRecord[]): Promise<boolean> {
  if (expired.some(({ status }) => status !== 'expired')) return false;
  const event = must(
    await tx.get(events, must(expired[0], 'an expired registration').event),
    'the event of a registration',
  );
  const status = eventStatusAt(event, nowMs);
  if (status !== 'upcoming' && status !== 'live') return false;
  return takePlacesAgain(tx, event, expired);
}

/** Paid and refunded in full before either message arrived: the registration is not confirmed. */
async function takeBack({ tx }: PaymentScene, message: PaymentMessage, sale: Sale): Promise<PaymentOutcome> {
  for (const one of sale.registrations) if (one.status === 'pending') await freePlace(tx, one);
  await updateRegistrations(tx, sale, isUnpaid, ({ status }) => ({
    ...(status === 'pending' && { status: 'cancelled', cancelledAt: tx.now, holdExpiresAt: null }),
    paymentStatus: 'refunded',
    paymentIntent: message.objectId,
    paidAt: tx.now,
  }));
  return 'recorded';
}
