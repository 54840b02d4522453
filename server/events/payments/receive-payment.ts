/**
 * One message of the processor, taken once: stored whole under its own id, applied to its registration, and what came
 * of it kept beside it. Duplicates, disorder and strangers are all answered the same; only the record tells them apart.
 */
import { isId } from '#shared/base/id.ts';
import { isObject } from '#shared/base/json.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import type { PaymentEventRecord, RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Reader, Transaction } from '../../store/contract.ts';
import type { EventsPorts } from '../ports.ts';
import { applyFailed, applyProcessing } from './apply-attempt.ts';
import { applyRefunded } from './apply-refunded.ts';
import { applySucceeded } from './apply-succeeded.ts';
import type { PaymentMessage } from './payment-message.ts';

export type PaymentOutcome = PaymentEventRecord['outcome'];

export interface PaymentScene {
  readonly tx: Transaction;
  readonly tenant: string;
  readonly nowMs: number;
  readonly ports: Pick<EventsPorts, 'randomBytes' | 'payments'>;
}

/** Said once and for all of one object; two events may describe the same change. */
const finalOutcomes: readonly PaymentOutcome[] = ['confirmed', 'already_done', 'refund_due'];

async function registrationFor(reader: Reader, message: PaymentMessage): Promise<RegistrationRecord | null> {
  const { registrationId, paymentIntent } = message;
  if (registrationId !== null) {
    return isId(registrationId)
      ? ((await reader.get('registrations', registrationId)) as RegistrationRecord | null)
      : null;
  }
  if (paymentIntent === null) return null;
  return (await reader.findOne('registrations', { paymentIntent })) as RegistrationRecord | null;
}

/** Another mode, or another organizer's account: not ours to believe. */
async function isForeign(
  scene: PaymentScene,
  message: PaymentMessage,
  registration: RegistrationRecord | null,
): Promise<boolean> {
  const { livemode } = scene.ports.payments;
  if (livemode !== undefined && message.livemode !== null && message.livemode !== livemode) return true;
  if (message.account === null || registration === null) return false;
  const event = (await scene.tx.get('events', registration.event)) as EventRecord | null;
  const connected = isObject(event?.stripe) ? event.stripe['connectAccountId'] : null;
  return connected !== message.account;
}

async function apply(
  scene: PaymentScene,
  message: PaymentMessage,
  registration: RegistrationRecord,
): Promise<PaymentOutcome> {
  switch (message.type) {
    case 'payment_intent.succeeded':
      return applySucceeded(scene, message, registration);
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
  if (await isForeign(scene, message, registration)) return 'ignored';
  if (registration === null) return 'unmatched';
  if (message.type === 'payment_intent.succeeded') {
    const same = await scene.tx.findOne('payment_events', { eventType: message.type, objectId: message.objectId });
    if (same && finalOutcomes.includes(same['outcome'] as PaymentOutcome)) return 'already_done';
  }
  return apply(scene, message, registration);
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
