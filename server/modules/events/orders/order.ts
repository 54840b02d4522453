/** `events.order` and `events.get_order`. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '#shared/base/json.ts';
import { ok } from '#shared/base/result.ts';
import { isoTime, secondMs } from '#shared/base/time.ts';
import { type TicketOrderRecord, ticketOrders } from '#shared/modules/events/order.ts';
import { getOrder, placeOrder as placeOrderDefinition } from '#shared/modules/events/order-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { where } from '#shared/query/query.ts';
import { action, preparedAction } from '../../../core/collections/module.ts';
import type { Actor } from '../../../core/policy/actor.ts';
import type { Reader } from '../../../store/contract.ts';
import { asksSandbox } from '../asks-sandbox.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf } from '../records.ts';
import { orderAnswer } from './order-answer.ts';
import { orderOf } from './order-of.ts';
import { placeOrder } from './place-order.ts';
import { isGuest } from './read-items.ts';

/** The same order, from the same person, so soon after: a second click on the button. */
const doubleClickMs = 30 * secondMs;
const sameMax = 20;

function hashOf(input: unknown, { from, id, kind }: Actor): string {
  return createHash('sha256')
    .update(canonicalJson([kind, id, from ?? null, input]))
    .digest('hex');
}

async function sameBefore(reader: Reader, requestHash: string, nowMs: number): Promise<TicketOrderRecord | null> {
  const since = isoTime(nowMs - doubleClickMs);
  const found = await reader.find(ticketOrders, { where: where({ requestHash }), limit: sameMax });
  return found.find(({ createdAt, status }) => createdAt >= since && ['open', 'confirmed'].includes(status)) ?? null;
}

export function orderAction(ports: EventsPorts) {
  return preparedAction(placeOrderDefinition, asksSandbox(ports), async (tx, input, { actor, clock }, sandbox) => {
    const nowMs = clock();
    const found = await eventOf(tx, input.eventId);
    if (!found.ok) return found;
    const event = found.value;
    const shown = { pagesUrl: ports.pagesUrl, isGuest: isGuest(actor) };
    const requestHash = hashOf(input, actor);
    const same = await sameBefore(tx, requestHash, nowMs);
    if (same) return ok(await orderAnswer(tx, same, event, shown));
    // Staff who sell have the terms in another form.
    if (event.terms && isGuest(actor) && input.acceptTerms !== true)
      return refuseWith('terms_not_accepted', { path: 'acceptTerms' });
    const { buyer, items, method, total, voucher } = input;
    const request = { items, voucher, buyer, method, total, requestHash, asksQuestions: true };
    const placed = await placeOrder(tx, event, request, { actor, nowMs, sandbox, ports });
    return placed.ok ? ok(await orderAnswer(tx, placed.value.order, event, shown)) : placed;
  });
}

export function getOrderAction(ports: EventsPorts) {
  return action(getOrder, async (reader, { eventId, orderId }, { actor }) => {
    const event = await eventOf(reader, eventId);
    if (!event.ok) return event;
    const order = await orderOf(reader, eventId, orderId);
    if (!order.ok) return order;
    return ok(
      await orderAnswer(reader, order.value, event.value, { pagesUrl: ports.pagesUrl, isGuest: isGuest(actor) }),
    );
  });
}
