/** A buyer corrects an order that is not paid: the first ends in the transaction of the second, with its seats. */
import { ok, type Result } from '#shared/base/result.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { ticketOrders } from '#shared/modules/events/order.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { where } from '#shared/query/query.ts';
import type { Transaction } from '../../../store/contract.ts';
import { cancelPlace } from '../registration/cancel-registration.ts';
import { registrationsOfOrder } from './sale.ts';

/** Maximum number of open orders of one cart. */
const ordersMax = 50;

/** Refuses with `order_being_paid` where money is on its way. An order that is paid stays: the new one is another. */
export async function endOrdersOfCart(
  tx: Transaction,
  event: EventRecord,
  cart: string,
  nowMs: number,
): Promise<Result<null>> {
  const found = await tx.find(ticketOrders, {
    where: where({ cart, event: event.id, status: 'open' }),
    limit: ordersMax,
  });
  const moving = found.find(({ paymentStatus }) => paymentStatus !== 'pending' && paymentStatus !== 'failed');
  if (moving) return refuseWith('order_being_paid', { detail: { number: moving.number } });
  const how = { asked: null, cause: 'cancelled', reason: null, nowMs, isSilent: true } as const;
  for (const order of found)
    for (const one of await registrationsOfOrder(tx, order))
      if (one.status === 'pending') await cancelPlace(tx, event, one, how);
  return ok(null);
}
