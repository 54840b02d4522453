/** `events.request_payment`: the payment is asked for again after the processor has refused. */

import { ok } from '#shared/base/result.ts';
import { requestPayment } from '#shared/modules/events/payment-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { preparedAction } from '../../../core/collections/action.ts';
import { asksSandbox } from '../asks-sandbox.ts';
import { firstOf, saleOf } from '../orders/sale.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf, registrationOf } from '../records.ts';
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
