/** The actions on an order: pay, ship, cancel, refund, each with the records that belong to it. */
import { type Result, refuse } from '#shared/base/result.ts';
import { cancelOrder, payOrder, refundOrder, shipOrder } from '#shared/modules/commerce/actions.ts';
import type { orders } from '#shared/modules/commerce/sales.ts';
import type { RecordOf } from '#shared/schema/infer.ts';
import { action, type ModuleAction } from '../../core/collections/action.ts';
import type { Transaction } from '../../store/contract.ts';
import { answerOf, needed } from '../common/answer.ts';
import type { RecordWriter } from '../common/record-writer.ts';
import { returnStock } from './stock.ts';

type Order = RecordOf<typeof orders>;

async function orderIn(tx: Transaction, id: string, states: readonly Order['status'][]): Promise<Result<Order>> {
  const found = await needed(tx, 'orders', id, 'order');
  if (!found.ok) return found;
  const order = found.value as unknown as Order;
  if (states.includes(order.status)) return { ok: true, value: order };
  return refuse({
    code: 'state_conflict',
    message: `Order ${order.number} is ${order.status}.`,
    detail: { status: order.status, needed: states },
  });
}

const nothingLeft = (message: string) => refuse({ code: 'nothing_left', message });

export function orderActions(writer: RecordWriter): readonly ModuleAction[] {
  const pay = action(payOrder, async (tx, { orderId, amount, method, reference }, context) => {
    const found = await orderIn(tx, orderId, ['pending']);
    if (!found.ok) return found;
    const { id, currency, totalAmount, paidAmount } = found.value;
    const left = totalAmount - paidAmount;
    const paid = amount ?? left;
    const errand = { tx, context };
    if (paid > 0) {
      const values = { order: id, amount: paid, currency, method, reference: reference ?? null };
      const payment = await writer.create(errand, 'order_payments', values);
      if (!payment.ok) return payment;
    }
    return answerOf(await writer.update(errand, 'orders', id, paid >= left ? { status: 'paid' } : {}));
  });

  const refund = action(refundOrder, async (tx, { orderId, amount, reason, restock }, context) => {
    const found = await orderIn(tx, orderId, ['paid', 'shipped', 'delivered']);
    if (!found.ok) return found;
    const { id, currency, paidAmount, refundedAmount } = found.value;
    const left = paidAmount - refundedAmount;
    if (left <= 0) return nothingLeft('Everything that was paid is already refunded.');
    const errand = { tx, context };
    const back = amount ?? left;
    const refunded = await writer.create(errand, 'order_refunds', { order: id, amount: back, currency, reason });
    if (!refunded.ok) return refunded;
    const returned = restock ? await returnStock(writer, errand, id) : null;
    if (returned && !returned.ok) return returned;
    return answerOf(await writer.update(errand, 'orders', id, back >= left ? { status: 'refunded' } : {}));
  });

  const cancel = action(cancelOrder, async (tx, { orderId }, context) => {
    const found = await orderIn(tx, orderId, ['pending']);
    if (!found.ok) return found;
    const { id, paidAmount } = found.value;
    if (paidAmount > 0)
      return refuse({
        code: 'state_conflict',
        message: 'Part of the order is already paid. Record the rest as paid, then refund it instead.',
        detail: { paidAmount },
      });
    const errand = { tx, context };
    const returned = await returnStock(writer, errand, id);
    return returned.ok ? answerOf(await writer.update(errand, 'orders', id, { status: 'cancelled' })) : returned;
  });

  const ship = action(shipOrder, async (tx, { orderId, carrier, trackingCode, trackingUrl }, context) => {
    const found = await orderIn(tx, orderId, ['paid']);
    if (!found.ok) return found;
    const errand = { tx, context };
    const sent = await writer.create(errand, 'shipments', {
      order: orderId,
      status: 'in_transit',
      carrier: carrier ?? null,
      trackingCode: trackingCode ?? null,
      trackingUrl: trackingUrl ?? null,
    });
    return sent.ok ? answerOf(await writer.update(errand, 'orders', orderId, { status: 'shipped' })) : sent;
  });

  return [pay, refund, cancel, ship];
}
