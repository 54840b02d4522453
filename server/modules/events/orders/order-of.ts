/** An order by its id; one of another event is not found. */
import { ok, type Result } from '#shared/base/result.ts';
import { type TicketOrderRecord, ticketOrders } from '#shared/modules/events/order.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { Reader } from '../../../store/contract.ts';

export async function orderOf(reader: Reader, eventId: string, orderId: string): Promise<Result<TicketOrderRecord>> {
  const order = await reader.get(ticketOrders, orderId);
  return order?.event === eventId ? ok(order) : refuseWith('order_not_found', { path: 'orderId' });
}
