/**
 * Applies a `refund.*` message of the payment processor: the refund succeeds or fails. Messages may come in any order. The refund
 * is found by the processor's id, else by our id in the message's metadata.
 */
import { isId } from '#shared/base/id.ts';
import { type RefundRecord, refunds } from '#shared/modules/events/registration.ts';
import type { PaymentOutcome, PaymentScene } from './payment-context.ts';
import type { PaymentMessage } from './payment-message.ts';
import { refundFailed, refundSucceeded } from './settle-refund.ts';

async function refundOf({ tx }: PaymentScene, { objectId, refundId }: PaymentMessage): Promise<RefundRecord | null> {
  const known = await tx.findOne(refunds, { processorId: objectId });
  if (known || refundId === null || !isId(refundId)) return known;
  return await tx.get(refunds, refundId);
}

export async function applyRefund(scene: PaymentScene, message: PaymentMessage): Promise<PaymentOutcome> {
  const refund = await refundOf(scene, message);
  if (!refund) return 'recorded';
  // The message belongs to an earlier attempt at this refund.
  if (refund.processorId !== null && refund.processorId !== message.objectId) return 'recorded';
  if (message.status === 'succeeded') await refundSucceeded(scene.tx, refund, message.objectId);
  if (message.status === 'failed' || message.status === 'canceled')
    await refundFailed(scene.tx, refund, `The bank did not take it (${message.status}).`);
  return 'recorded';
}
