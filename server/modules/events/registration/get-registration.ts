/** `events.registration`: the place with a fresh code, who it is for, its payment and its refund. */

import { ok } from '#shared/base/result.ts';
import { getRegistration } from '#shared/modules/events/actions.ts';
import { refunds as refundsCollection } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import { action } from '../../../core/collections/action.ts';
import { firstOf, saleOf } from '../orders/sale.ts';
import { paymentAnswer, paymentsOf } from '../payments/payment-rows.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf, registrationOf } from '../records.ts';
import { whatIsThere } from '../what-is-there.ts';
import { refundAnswer, registrationAnswer } from './registration-answer.ts';

const refundsShownMax = 20;

export function getRegistrationAction(ports: EventsPorts) {
  return action(getRegistration, async (reader, { eventId, registrationId }, { clock }) => {
    const event = await eventOf(reader, eventId);
    if (!event.ok) return event;
    const found = await registrationOf(reader, eventId, registrationId);
    if (!found.ok) return found;
    const registration = found.value;
    const refunds = await whatIsThere(reader).find(refundsCollection, {
      where: where({ registration: registration.id }),
      limit: refundsShownMax,
    });
    const { amount, currency, paymentIntent, paidAt, holdExpiresAt, name, email, company, role } = registration;
    const sale = await saleOf(reader, registration);
    const [payment] = sale.amount === 0 ? [] : await paymentsOf(reader, firstOf(sale).id);
    return ok({
      ...(await registrationAnswer(reader, registration, clock(), ports)),
      eventId,
      attendee: { name, email, company, role },
      confirmedAt: registration.confirmedAt,
      cancelledAt: registration.cancelledAt,
      checkedInAt: registration.checkedInAt,
      payment:
        amount === 0
          ? null
          : {
              ...(payment && paymentAnswer(payment, holdExpiresAt)),
              paymentIntentId: paymentIntent ?? payment?.paymentIntent ?? null,
              amount,
              currency,
              paidAt,
              expiresAt: holdExpiresAt,
            },
      refunds: refunds.map(refundAnswer),
    });
  });
}
