/** `events.order` and `events.get_order`: places an order of several tickets, and answers one. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '#shared/base/json.ts';
import { ok } from '#shared/base/result.ts';
import { isoTime, secondMs } from '#shared/base/time.ts';
import { type TicketOrderRecord, ticketOrders } from '#shared/modules/events/order.ts';
import { getOrder, placeOrder as placeOrderDefinition } from '#shared/modules/events/order-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type Condition, where } from '#shared/query/query.ts';
import type { InputOf } from '#shared/schema/infer.ts';
import { action, type EarlyRefusal, type PreparedRun, preparedAction } from '../../../core/collections/action.ts';
import type { Actor } from '../../../core/policy/actor.ts';
import type { Reader } from '../../../store/contract.ts';
import { asksSandbox } from '../asks-sandbox.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf } from '../records.ts';
import { orderAnswer } from './order-answer.ts';
import { orderOf } from './order-of.ts';
import { type OrderRequest, placeOrder } from './place-order.ts';
import { isGuest } from './read-items.ts';
import { refuseSoldOut } from './refuse-sold-out.ts';
import { endOrdersOfCart } from './replace-order.ts';
import { mayBeSoldOut } from './sold-out-hints.ts';

/** The same order from the same person within this time is a second click on the button. */
const doubleClickMs = 30 * secondMs;

function hashOf({ cart: _cart, ...input }: { readonly cart?: unknown }, { from, id, kind }: Actor): string {
  return createHash('sha256')
    .update(canonicalJson([kind, id, from ?? null, input]))
    .digest('hex');
}

async function sameBefore(reader: Reader, requestHash: string, nowMs: number): Promise<TicketOrderRecord | null> {
  const of: Condition[] = [
    where({ requestHash }),
    { kind: 'field', path: 'createdAt', op: 'greater_than_equal', value: isoTime(nowMs - doubleClickMs) },
    { kind: 'field', path: 'status', op: 'in', value: ['open', 'confirmed'] },
  ];
  const [same] = await reader.find(ticketOrders, { where: { kind: 'and', of }, limit: 1 });
  return same ?? null;
}

type Input = InputOf<typeof placeOrderDefinition.input>;

function requestOf(input: Input, requestHash: string): OrderRequest {
  const { buyer, cart = null, items, method, total, voucher } = input;
  return { items, voucher, buyer, method, total, cart, requestHash, asksQuestions: true };
}

function refuseEarly(ports: EventsPorts): EarlyRefusal<Input> {
  return async (reader, input, { actor, clock }) => {
    if (!mayBeSoldOut(input.eventId)) return ok(null);
    const nowMs = clock();
    const found = await eventOf(reader, input.eventId);
    if (!found.ok) return ok(null);
    const event = found.value;
    const { cart = null } = input;
    const requestHash = hashOf(input, actor);
    // A second click gets the answer to the first one; an order that is replaced gives its seats back first.
    if (await sameBefore(reader, requestHash, nowMs)) return ok(null);
    if (cart !== null && (await reader.findOne(ticketOrders, { cart, event: event.id, status: 'open' })))
      return ok(null);
    if (event.terms && isGuest(actor) && input.acceptTerms !== true) return ok(null);
    const sandbox = await ports.payments.isSandbox(actor.tenant);
    return refuseSoldOut(reader, event, requestOf(input, requestHash), { actor, nowMs, sandbox, ports });
  };
}

export function orderAction(ports: EventsPorts) {
  const run: PreparedRun<typeof placeOrderDefinition, boolean> = async (tx, input, { actor, clock }, sandbox) => {
    const nowMs = clock();
    const found = await eventOf(tx, input.eventId);
    if (!found.ok) return found;
    const event = found.value;
    const shown = { pagesUrl: ports.pagesUrl, isGuest: isGuest(actor) };
    const requestHash = hashOf(input, actor);
    const same = await sameBefore(tx, requestHash, nowMs);
    if (same) return ok(await orderAnswer(tx, same, event, shown));
    // Staff who sell tickets show the terms in another form.
    if (event.terms && isGuest(actor) && input.acceptTerms !== true)
      return refuseWith('terms_not_accepted', { path: 'acceptTerms' });
    const { cart = null } = input;
    const ended = cart === null ? ok(null) : await endOrdersOfCart(tx, event, cart, nowMs);
    if (!ended.ok) return ended;
    const placed = await placeOrder(tx, event, requestOf(input, requestHash), { actor, nowMs, sandbox, ports });
    return placed.ok ? ok(await orderAnswer(tx, placed.value.order, event, shown)) : placed;
  };
  return preparedAction(placeOrderDefinition, asksSandbox(ports), run, refuseEarly(ports));
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
