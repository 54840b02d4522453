/**
 * Takes a message of the processor once: stores it whole under its own id, applies it to its sale, and stores the outcome with
 * it. Messages that come twice, out of order or for no sale are answered like all others; only the outcome tells them apart.
 */

import { isId } from '#shared/base/id.ts';
import { events } from '#shared/modules/events/event.ts';
import { ticketOrders } from '#shared/modules/events/order.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { stripeFields } from '#shared/modules/events/settings.ts';
import { readSetting } from '#shared/schema/read-setting.ts';
import type { Reader } from '../../../store/contract.ts';
import { firstOf, type Sale, saleOf } from '../orders/sale.ts';
import { raiseAlert } from './alerts.ts';
import { applyAccount } from './apply-account.ts';
import { applyFailed, applyProcessing } from './apply-attempt.ts';
import { applyDispute } from './apply-dispute.ts';
import { applyRefund } from './apply-refund.ts';
import { applyRefunded } from './apply-refunded.ts';
import { applySession } from './apply-session.ts';
import { applySucceeded } from './apply-succeeded.ts';
import type { PaymentOutcome, PaymentScene } from './payment-context.ts';
import type { PaymentMessage } from './payment-message.ts';
import { paymentByIntent } from './payment-rows.ts';
import { expectsLive } from './processors.ts';

/** Outcomes after which a second `succeeded` of the same object does nothing: two events may describe the same change. */
const finalOutcomes: readonly PaymentOutcome[] = ['confirmed', 'already_done', 'refund_due'];

async function registrationFor(reader: Reader, message: PaymentMessage): Promise<RegistrationRecord | null> {
  const { orderId, registrationId, paymentIntent } = message;
  const order = orderId !== null && isId(orderId) ? await reader.get(ticketOrders, orderId) : null;
  const [line] = order?.lines ?? [];
  if (line) return await reader.get(registrations, line.registration);
  if (registrationId !== null) {
    return isId(registrationId) ? await reader.get(registrations, registrationId) : null;
  }
  const byIntent = paymentIntent === null ? null : await reader.findOne(registrations, { paymentIntent });
  if (byIntent) return byIntent;
  const payment = await paymentByIntent(reader, paymentIntent, message.objectId);
  return payment && (await reader.get(registrations, payment.registration));
}

async function settingOf({ tx }: PaymentScene, registration: RegistrationRecord | null) {
  const event = registration && (await tx.get(events, registration.event));
  return readSetting(stripeFields, event?.stripe);
}

/** Messages of another mode or of a connected account, where our payments are not: stored and not applied. */
function isForeign({ ports, sandbox }: PaymentScene, { account, livemode }: PaymentMessage, minimal: boolean): boolean {
  return account !== null || isOtherMode(livemode, expectsLive(ports, sandbox), minimal);
}

function isOtherMode(livemode: PaymentMessage['livemode'], expected: boolean, minimal: boolean): boolean {
  return livemode === null ? !minimal : livemode !== expected;
}

async function warn({ tx }: PaymentScene, message: PaymentMessage, sale: Sale) {
  const { event, id, name } = firstOf(sale);
  const text = `The processor suspects that the payment of ${name} is fraud. Refund it before it is disputed, or ignore this.`;
  await raiseAlert(tx, { kind: 'fraud_warning', about: message.objectId, message: text, event, registration: id });
  return 'recorded' as const;
}

async function apply(
  scene: PaymentScene,
  message: PaymentMessage,
  sale: Sale,
  minimal: boolean,
): Promise<PaymentOutcome> {
  switch (message.type) {
    case 'payment_intent.succeeded':
      return applySucceeded(scene, message, sale, minimal);
    case 'payment_intent.processing':
      return applyProcessing(scene, message, sale);
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return applyFailed(scene, message, sale);
    case 'charge.refunded':
      return applyRefunded(scene, message, sale);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return applyRefund(scene, message);
    case 'radar.early_fraud_warning.created':
      return warn(scene, message, sale);
    default:
      if (message.type.startsWith('checkout.session.')) return applySession(scene, message, sale);
      return message.type.startsWith('charge.dispute.') ? applyDispute(scene, message, sale) : 'recorded';
  }
}

async function outcomeOf(
  scene: PaymentScene,
  message: PaymentMessage,
  registration: RegistrationRecord | null,
): Promise<PaymentOutcome> {
  const setting = await settingOf(scene, registration);
  const minimal = (setting.minimalMessages ?? scene.ports.payments.minimalMessages) === 'accepted';
  const expected = expectsLive(scene.ports, scene.sandbox);
  // A message about a connected account says only that something changed: the processor is asked for the new state.
  const aboutAccount = isOtherMode(message.livemode, expected, minimal) ? null : await applyAccount(scene, message);
  if (aboutAccount !== null) return aboutAccount;
  if (isForeign(scene, message, minimal)) return 'ignored';
  if (registration === null) return 'unmatched';
  if (message.type === 'payment_intent.succeeded') {
    const same = await scene.tx.findOne('payment_events', { eventType: message.type, objectId: message.objectId });
    if (same && finalOutcomes.includes(same['outcome'] as PaymentOutcome)) return 'already_done';
  }
  return apply(scene, message, await saleOf(scene.tx, registration), minimal);
}

/** @returns null for an event that was taken before */
export async function receivePayment(scene: PaymentScene, message: PaymentMessage): Promise<PaymentOutcome | null> {
  const { tx } = scene;
  if (await tx.findOne('payment_events', { processorId: message.processorId })) return null;
  const registration = await registrationFor(tx, message);
  const outcome = await outcomeOf(scene, message, registration);
  await tx.create('payment_events', {
    processorId: message.processorId,
    eventType: message.type,
    objectId: message.objectId,
    paymentIntent: message.paymentIntent,
    registration: registration?.id ?? null,
    outcome,
    payload: message.payload,
  });
  return outcome;
}
