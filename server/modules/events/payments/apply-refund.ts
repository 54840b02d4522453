/** `refund.*`: what becomes of a refund, step by step, in any order. Known by its own id or by ours in its metadata. */
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
  // A message about an earlier round says nothing about the one that runs now.
  if (refund.processorId !== null && refund.processorId !== message.objectId) return 'recorded';
  if (message.status === 'succeeded') await refundSucceeded(scene.tx, refund, message.objectId);
  if (message.status === 'failed' || message.status === 'canceled')
    await refundFailed(scene.tx, refund, `The bank did not take it (${message.status}).`);
  return 'recorded';
}
