/**
 * `events.add_sample_event`: an event with people, orders and, in a sandbox with the built-in processor, test payments,
 * in one transaction. What is sold goes through the same way as any sale.
 */
import { must } from '#shared/base/assert.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { createEvent } from '#shared/modules/events/actions.ts';
import { type EventRecord, events } from '#shared/modules/events/event.ts';
import { ticketOrders } from '#shared/modules/events/order.ts';
import { payments } from '#shared/modules/events/payment.ts';
import { addSampleEvent } from '#shared/modules/events/sample-actions.ts';
import { validate } from '#shared/schema/validate.ts';
import { preparedAction } from '../../../core/collections/action.ts';
import type { Transaction } from '../../../store/contract.ts';
import { asksSandbox } from '../asks-sandbox.ts';
import { makeEvent } from '../event/create-event.ts';
import { readEventAnswer } from '../event/event-answer.ts';
import { markPaid } from '../orders/mark-order-paid.ts';
import { placeOrder, type SaleScene } from '../orders/place-order.ts';
import { registrationsOfOrder, saleOfOrder } from '../orders/sale.ts';
import { isBuiltIn } from '../payments/processors.ts';
import { payAtOnce } from '../payments/test-processor.ts';
import type { EventsPorts } from '../ports.ts';
import { cancelPlace } from '../registration/cancel-registration.ts';
import { type SampleOrder, sampleEvent, sampleOrders, samplePeople } from './sample-content.ts';

export function addSampleAction(ports: EventsPorts) {
  return preparedAction(
    addSampleEvent,
    asksSandbox(ports),
    async (tx, { timezone }, { actor, clock, collections, writes }, sandbox) => {
      const nowMs = clock();
      const there = await tx.findOne(events, { sample: true });
      if (there) return ok(await readEventAnswer(tx, there, nowMs));
      // A server without the part of payments has no tables for money: its sample has what is free or open.
      const takesMoney = collections?.has(payments.name) === true;
      const online = sandbox && takesMoney && isBuiltIn(ports, sandbox);
      const input = validate(createEvent.input, sampleEvent(nowMs, timezone ?? 'UTC', online), { mode: 'create' });
      if (!input.ok) return input;
      const made = await makeEvent(tx, input.value, { writes, sandbox, ports });
      if (!made.ok) return made;
      const event = await tx.update(events, made.value.id, { sample: true });
      const filled = await fill(tx, event, { online, takesMoney }, { actor, nowMs, sandbox, ports });
      if (!filled.ok) return filled;
      const shown = sandbox ? event : await tx.update(events, event.id, { status: 'draft' });
      return ok(await readEventAnswer(tx, shown, nowMs));
    },
  );
}

/** Payments that the event takes: sample orders whose end needs another one are left out. */
interface Ways {
  readonly online: boolean;
  readonly takesMoney: boolean;
}

async function fill(
  tx: Transaction,
  event: EventRecord,
  { online, takesMoney }: Ways,
  scene: SaleScene,
): Promise<Result<null>> {
  let next = 0;
  for (const wanted of sampleOrders) {
    const people = samplePeople.slice(next, next + wanted.tickets.length);
    next += wanted.tickets.length;
    if (wanted.ends === 'refunded' && !online) continue;
    if (wanted.ends === 'paid' && !takesMoney) continue;
    const made = await sell(tx, event, wanted, people, online, scene);
    if (!made.ok) return made;
  }
  return ok(null);
}

async function sell(
  tx: Transaction,
  event: EventRecord,
  { tickets, method, ends }: SampleOrder,
  people: typeof samplePeople,
  online: boolean,
  scene: SaleScene,
): Promise<Result<null>> {
  const items = tickets.map((ticketType, n) => ({ ticketType, attendee: must(people[n], 'a person for each ticket') }));
  const request = { items, method: online ? method : ('bank_transfer' as const), asksQuestions: false };
  const placed = await placeOrder(tx, event, request, scene);
  if (!placed.ok) return placed;
  const { order } = placed.value;
  if (ends === 'free' || ends === 'open') return ok(null);
  if (order.method === 'bank_transfer') {
    const paid = await markPaid(tx, event, order, { nowMs: scene.nowMs, paidAt: null, ports: scene.ports });
    return paid.ok ? ok(null) : paid;
  }
  const paid = await payAtOnce(tx, await saleOfOrder(tx, order), { ...scene, tenant: scene.actor.tenant });
  if (!paid.ok || ends === 'paid') return paid.ok ? ok(null) : paid;
  const standing = must(await tx.get(ticketOrders, order.id), 'the order');
  const how = { asked: 'full', cause: 'cancelled', reason: 'Sample', nowMs: scene.nowMs } as const;
  for (const one of await registrationsOfOrder(tx, standing)) await cancelPlace(tx, event, one, how);
  return ok(null);
}
