/** `events.cancel_order`: all registrations of an order, each by the event's rules. */
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { ticketOrders } from '#shared/modules/events/order.ts';
import { cancelOrder } from '#shared/modules/events/order-actions.ts';
import { type RefundRecord, refunds } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import { action } from '../../../core/collections/action.ts';
import type { Reader } from '../../../store/contract.ts';
import { eventOf } from '../records.ts';
import { cancelPlace, isOver, mayCancel } from '../registration/cancel-registration.ts';
import { refundAnswer } from '../registration/registration-answer.ts';
import { whatIsThere } from '../what-is-there.ts';
import { orderOf } from './order-of.ts';
import { registrationsOfOrder } from './sale.ts';

const refundsMax = 100;

async function refundsOfAll(reader: Reader, ids: readonly string[]): Promise<readonly RefundRecord[]> {
  const found: RefundRecord[] = [];
  for (const registration of ids)
    found.push(...(await whatIsThere(reader).find(refunds, { where: where({ registration }), limit: refundsMax })));
  return found;
}

export const cancelOrderAction = action(cancelOrder, async (tx, input, { clock }) => {
  const event = await eventOf(tx, input.eventId);
  if (!event.ok) return event;
  const found = await orderOf(tx, input.eventId, input.orderId);
  if (!found.ok) return found;
  const nowMs = clock();
  const asked = input.refund ?? null;
  const standing = (await registrationsOfOrder(tx, found.value)).filter((one) => !isOver(one));
  for (const one of standing) {
    const may = mayCancel(event.value, one, asked, nowMs);
    if (!may.ok) return may;
  }
  const how = { asked, cause: 'cancelled', reason: input.reason ?? null, nowMs } as const;
  for (const one of standing) await cancelPlace(tx, event.value, one, how);
  const order = must(await tx.get(ticketOrders, found.value.id), 'the order');
  const registrations = await registrationsOfOrder(tx, order);
  const back = await refundsOfAll(
    tx,
    registrations.map(({ id }) => id),
  );
  return ok({
    ...{ id: order.id, number: order.number, status: order.status, paymentStatus: order.paymentStatus },
    registrations: registrations.map(({ id, paymentStatus, status }) => ({ id, status, paymentStatus })),
    refunds: back.map((refund) => ({ ...refundAnswer(refund), registration: refund.registration })),
  });
});
