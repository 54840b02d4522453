/** Refunds of payments that came too late, twice, or for tickets that were cancelled meanwhile. */
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { freePlace } from '../orders/places.ts';
import { firstOf, type Sale, updateRegistrations } from '../orders/sale.ts';
import { oweRefund } from './owe-refund.ts';
import type { PaymentOutcome, PaymentScene } from './payment-context.ts';
import type { PaymentMessage } from './payment-message.ts';

type Cause = 'late_payment' | 'paid_twice';

async function refund(
  { tx }: PaymentScene,
  message: PaymentMessage,
  registration: RegistrationRecord,
  amount: number,
  cause: Cause,
): Promise<void> {
  const { event, id } = registration;
  const currency = message.currency ?? registration.currency;
  const of = { event, id, currency, paymentIntent: message.objectId };
  await oweRefund(tx, of, { amount, cause, percent: 100, reason: null });
}

async function noteRefunded({ tx }: PaymentScene, message: PaymentMessage, sale: Sale, of: ReadonlySet<string>) {
  const patch = { paymentStatus: 'refund_pending', paymentIntent: message.objectId, paidAt: tx.now };
  await updateRegistrations(tx, sale, ({ id }) => of.has(id), patch);
}

/**
 * Pays back the whole payment. Once for each intent: what came to `refund_due` is not applied again (receive-payment.ts).
 *
 * @param cause `late_payment`: each unpaid registration gets its part; `paid_twice`: no registration is touched
 */
export async function payBack(
  scene: PaymentScene,
  message: PaymentMessage,
  sale: Sale,
  cause: Cause,
): Promise<PaymentOutcome> {
  const first = firstOf(sale);
  const whole = message.amounts[0] ?? sale.amount;
  const late = cause === 'late_payment' ? sale.registrations.filter(({ paidAt }) => paidAt === null) : [];
  let left = whole;
  for (const one of late) {
    if (one.status === 'pending') await freePlace(scene.tx, one);
    const part = Math.min(left, one.amount);
    if (part > 0) await refund(scene, message, one, part, cause);
    left -= part;
  }
  // More than the price of the registrations, or a payment that belongs to none of them.
  if (left > 0) await refund(scene, message, first, left, cause);
  const pending = ({ status }: RegistrationRecord) => status === 'pending';
  const released = await updateRegistrations(scene.tx, sale, (one) => late.includes(one) && pending(one), {
    status: 'expired',
    holdExpiresAt: null,
  });
  const costly = late.filter(({ amount }) => amount > 0);
  await noteRefunded(scene, message, released, new Set((costly.length > 0 ? costly : late).map(({ id }) => id)));
  return 'refund_due';
}

/**
 * Some of a sale were cancelled between asking for the money and its coming: their part goes back.
 *
 * @param amount minor units by which the payment is more than what is due
 */
export async function payBackCancelled(
  scene: PaymentScene,
  message: PaymentMessage,
  sale: Sale,
  amount: number,
): Promise<void> {
  let left = amount;
  const noted = new Set<string>();
  const cancelled = sale.registrations.filter(({ paidAt, status }) => status === 'cancelled' && paidAt === null);
  const latestFirst = [...cancelled].sort((a, b) => ((a.cancelledAt ?? '') < (b.cancelledAt ?? '') ? 1 : -1));
  for (const one of latestFirst) {
    if (one.amount === 0 || one.amount > left) continue;
    await refund(scene, message, one, one.amount, 'late_payment');
    noted.add(one.id);
    left -= one.amount;
  }
  if (left > 0) await refund(scene, message, firstOf(sale), left, 'late_payment');
  await noteRefunded(scene, message, sale, noted);
}
