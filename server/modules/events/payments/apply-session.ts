/** `checkout.session.*`: links the page to its payment. The payment's own message confirms, never the end of a session. */
import type { Sale } from '../orders/sale.ts';
import { applyFailed, applyProcessing } from './apply-attempt.ts';
import type { PaymentOutcome, PaymentScene } from './payment-context.ts';
import type { PaymentMessage } from './payment-message.ts';
import { isOpen, paymentByIntent } from './payment-rows.ts';

export async function applySession(scene: PaymentScene, message: PaymentMessage, sale: Sale): Promise<PaymentOutcome> {
  const { tx } = scene;
  const { isPaid, objectId, paymentIntent, type } = message;
  const payment = await paymentByIntent(tx, null, objectId);
  if (payment && payment.paymentIntent === null && paymentIntent !== null)
    await tx.update('payments', payment.id, { paymentIntent });
  if (type === 'checkout.session.expired') {
    if (payment && isOpen(payment)) await tx.update('payments', payment.id, { state: 'closed', nextAttemptAt: null });
    return 'recorded';
  }
  if (paymentIntent === null || isPaid) return 'recorded';
  const aboutIntent = { ...message, objectId: paymentIntent };
  if (type === 'checkout.session.completed') return applyProcessing(scene, aboutIntent, sale);
  return type === 'checkout.session.async_payment_failed' ? applyFailed(scene, aboutIntent, sale) : 'recorded';
}
