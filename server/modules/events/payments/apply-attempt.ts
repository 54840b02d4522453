/** What happens before money comes: processing, failed, cancelled intents. Each moves only an unpaid place, never back. */
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { PaymentOutcome, PaymentScene } from './payment-context.ts';
import type { PaymentMessage } from './payment-message.ts';

const messagesMax = 100;

/** Events come in any order: one that is older than what is known of its intent says nothing new. */
async function isStale({ tx }: PaymentScene, message: PaymentMessage): Promise<boolean> {
  const { created } = message;
  if (created === null) return false;
  const known = await tx.find('payment_events', {
    where: where({ paymentIntent: message.objectId }),
    limit: messagesMax,
  });
  return known.some(({ payload }) => {
    const other = (payload as { created?: unknown }).created;
    return typeof other === 'number' && other > created;
  });
}

async function move(
  scene: PaymentScene,
  message: PaymentMessage,
  registration: RegistrationRecord,
  from: readonly RegistrationRecord['paymentStatus'][],
  to: RegistrationRecord['paymentStatus'],
): Promise<PaymentOutcome> {
  if (registration.status !== 'pending' || !from.includes(registration.paymentStatus)) return 'recorded';
  // While one attempt is under way, what becomes of another intent (an older attempt, given up) does not touch it.
  if (registration.paymentStatus === 'processing' && registration.paymentIntent !== message.objectId) return 'recorded';
  if (await isStale(scene, message)) return 'recorded';
  await scene.tx.update('registrations', registration.id, {
    paymentStatus: to,
    paymentIntent: message.objectId,
    // Money that was on its way kept the seat without a hold; now it waits for another attempt no longer.
    ...(to === 'failed' && registration.holdExpiresAt === null && { holdExpiresAt: scene.tx.now }),
  });
  return 'recorded';
}

export function applyProcessing(
  scene: PaymentScene,
  message: PaymentMessage,
  registration: RegistrationRecord,
): Promise<PaymentOutcome> {
  return move(scene, message, registration, ['pending', 'failed'], 'processing');
}

/** The place waits for another attempt until its hold runs out. */
export function applyFailed(
  scene: PaymentScene,
  message: PaymentMessage,
  registration: RegistrationRecord,
): Promise<PaymentOutcome> {
  return move(scene, message, registration, ['pending', 'processing'], 'failed');
}
