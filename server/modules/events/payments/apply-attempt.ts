/** Applies the messages before a payment: processing, failed, cancelled intents. They change pending registrations alone. */
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import { followRegistrations } from '../orders/follow-registrations.ts';
import { type Sale, updateRegistrations } from '../orders/sale.ts';
import type { PaymentOutcome, PaymentScene } from './payment-context.ts';
import type { PaymentMessage } from './payment-message.ts';

const messagesMax = 100;

/** Messages come in any order: one that is older than another of its intent says nothing new. */
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
  sale: Sale,
  from: readonly RegistrationRecord['paymentStatus'][],
  to: RegistrationRecord['paymentStatus'],
): Promise<PaymentOutcome> {
  // Messages about another intent (an older attempt that was given up) do not change the attempt under way.
  const moves = ({ paymentIntent, paymentStatus, status }: RegistrationRecord) =>
    status === 'pending' &&
    from.includes(paymentStatus) &&
    (paymentStatus !== 'processing' || paymentIntent === message.objectId);
  if (!sale.registrations.some(moves) || (await isStale(scene, message))) return 'recorded';
  await updateRegistrations(scene.tx, sale, moves, ({ holdExpiresAt }) => ({
    paymentStatus: to,
    paymentIntent: message.objectId,
    // A payment on its way kept the seat without a hold; it has failed, so the seat is not kept for another attempt.
    ...(to === 'failed' && holdExpiresAt === null && { holdExpiresAt: scene.tx.now }),
  }));
  await followRegistrations(scene.tx, sale.order?.id ?? null);
  return 'recorded';
}

export function applyProcessing(scene: PaymentScene, message: PaymentMessage, sale: Sale): Promise<PaymentOutcome> {
  return move(scene, message, sale, ['pending', 'failed'], 'processing');
}

/** The places wait for another attempt until their hold runs out; those that are kept without a hold wait no longer. */
export function applyFailed(scene: PaymentScene, message: PaymentMessage, sale: Sale): Promise<PaymentOutcome> {
  return move(scene, message, sale, ['pending', 'processing'], 'failed');
}
