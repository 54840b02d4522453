/** `events.request_payment` and `events.retry_refund`: what can be asked again after the processor has refused. */

import { ok } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import { requestPayment, retryRefund } from '#shared/modules/events/payment-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { refunds } from '#shared/modules/events/registration.ts';
import { action, preparedAction } from '../../../core/collections/module.ts';
import { asksSandbox } from '../asks-sandbox.ts';
import { dueNow } from '../attempts.ts';
import { followRegistrations } from '../orders/follow-registrations.ts';
import { firstOf, saleOf } from '../orders/sale.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf, registrationOf } from '../records.ts';
import { refundAnswer } from '../registration/registration-answer.ts';
import { canCharge } from './can-charge.ts';
import { paymentSettingOf } from './charge-terms.ts';
import { attemptsMax, beginPayment, isOpen, paymentAnswer, paymentsOf } from './payment-rows.ts';
import { processorFor } from './processors.ts';

export function requestPaymentAction(ports: EventsPorts) {
  return preparedAction(
    requestPayment,
    asksSandbox(ports),
    async (tx, { eventId, registrationId }, { actor, clock }, sandbox) => {
      const event = await eventOf(tx, eventId);
      if (!event.ok) return event;
      const found = await registrationOf(tx, eventId, registrationId);
      if (!found.ok) return found;
      const registration = found.value;
      const { id, paymentStatus, status } = registration;
      const sale = await saleOf(tx, registration);
      const isOnline = paymentSettingOf(event.value).enabled && sale.order?.method !== 'bank_transfer';
      const processor = isOnline ? processorFor(ports, sandbox) : null;
      const isDue =
        status === 'pending' && sale.amount > 0 && (paymentStatus === 'pending' || paymentStatus === 'failed');
      if (!isDue || !processor) return refuseWith('payment_not_due', { detail: { status, paymentStatus } });
      const known = await paymentsOf(tx, firstOf(sale).id);
      let payment = known.find((one) => isOpen(one)) ?? null;
      if (!payment) {
        if (known.length >= attemptsMax) return refuseWith('payment_attempts_used');
        const may = await canCharge(tx, event.value, sandbox, ports);
        if (!may.ok) return may;
        const wanted = { tenant: actor.tenant, event: event.value, sale, pagesUrl: ports.pagesUrl, nowMs: clock() };
        payment = await beginPayment(tx, wanted, processor);
      }
      return ok({ id, status, paymentStatus, payment: paymentAnswer(payment, registration.holdExpiresAt) });
    },
  );
}

export const retryRefundAction = action(retryRefund, async (tx, { eventId, refundId }, { clock }) => {
  const refund = await tx.get(refunds, refundId);
  if (refund?.event !== eventId) return refuseWith('refund_not_found', { path: 'refundId' });
  if (refund.state !== 'failed') return refuseWith('refund_not_failed', { detail: { state: refund.state } });
  const again = { state: 'pending' as const, round: refund.round + 1, problem: null, ...dueNow(isoTime(clock())) };
  const next = await tx.update(refunds, refundId, again);
  const registration = await registrationOf(tx, eventId, refund.registration);
  if (
    registration.ok &&
    registration.value.paymentStatus === 'paid' &&
    registration.value.paymentIntent === refund.paymentIntent
  )
    await tx.update('registrations', refund.registration, { paymentStatus: 'refund_pending' });
  if (registration.ok) await followRegistrations(tx, registration.value.order);
  return ok({ refund: refundAnswer(next) });
});
