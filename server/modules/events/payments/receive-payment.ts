/**
 * One message of the processor, taken once: stored whole under its own id, applied to its registration, and what came
 * of it kept beside it. Duplicates, disorder and strangers are all answered the same; only the record tells them apart.
 */

import { isId } from '#shared/base/id.ts';
import { events } from '#shared/modules/events/event.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { stripeFields } from '#shared/modules/events/settings.ts';
import { readSetting } from '#shared/schema/read-setting.ts';
import type { Reader } from '../../../store/contract.ts';
import { applyFailed, applyProcessing } from './apply-attempt.ts';
import { applyRefunded } from './apply-refunded.ts';
import { applySucceeded } from './apply-succeeded.ts';
import type { PaymentOutcome, PaymentScene } from './payment-context.ts';
import type { PaymentMessage } from './payment-message.ts';

/** Said once and for all of one object; two events may describe the same change. */
const finalOutcomes: readonly PaymentOutcome[] = ['confirmed', 'already_done', 'refund_due'];

async function registrationFor(reader: Reader, message: PaymentMessage): Promise<RegistrationRecord | null> {
  const { registrationId, paymentIntent } = message;
  if (registrationId !== null) {
    return isId(registrationId) ? await reader.get(registrations, registrationId) : null;
  }
  if (paymentIntent === null) return null;
  return await reader.findOne(registrations, { paymentIntent });
}

async function settingOf({ tx }: PaymentScene, registration: RegistrationRecord | null) {
  const event = registration && (await tx.get(events, registration.event));
  return readSetting(stripeFields, event?.stripe);
}

type PaymentSetting = Awaited<ReturnType<typeof settingOf>>;

/** Another mode, or another organizer's account: stored, and not believed. */
function isForeign(
  { sandbox }: PaymentScene,
  { account, livemode }: PaymentMessage,
  registration: RegistrationRecord | null,
  { connectAccountId }: PaymentSetting,
  minimal: boolean,
): boolean {
  if (livemode === null ? !minimal : livemode !== !sandbox) return true;
  return account !== null && registration !== null && connectAccountId !== account;
}

async function apply(
  scene: PaymentScene,
  message: PaymentMessage,
  registration: RegistrationRecord,
  minimal: boolean,
): Promise<PaymentOutcome> {
  switch (message.type) {
    case 'payment_intent.succeeded':
      return applySucceeded(scene, message, registration, minimal);
    case 'payment_intent.processing':
      return applyProcessing(scene, message, registration);
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return applyFailed(scene, message, registration);
    case 'charge.refunded':
      return applyRefunded(scene, message, registration);
    default:
      return 'recorded';
  }
}

async function outcomeOf(
  scene: PaymentScene,
  message: PaymentMessage,
  registration: RegistrationRecord | null,
): Promise<PaymentOutcome> {
  const setting = await settingOf(scene, registration);
  const minimal = (setting.minimalMessages ?? scene.ports.payments.minimalMessages) === 'accepted';
  if (isForeign(scene, message, registration, setting, minimal)) return 'ignored';
  if (registration === null) return 'unmatched';
  if (message.type === 'payment_intent.succeeded') {
    const same = await scene.tx.findOne('payment_events', { eventType: message.type, objectId: message.objectId });
    if (same && finalOutcomes.includes(same['outcome'] as PaymentOutcome)) return 'already_done';
  }
  return apply(scene, message, registration, minimal);
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
