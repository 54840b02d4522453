/** `events.mark_order_paid`: the organizer has seen a bank transfer. Confirms what the order has, once. */
import { must } from '#shared/base/assert.ts';
import { ok, type Result } from '#shared/base/result.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import type { TicketOrderRecord } from '#shared/modules/events/order.ts';
import { markOrderPaid } from '#shared/modules/events/order-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { action } from '../../../core/collections/action.ts';
import type { Transaction } from '../../../store/contract.ts';
import { changeFits } from '../changes/complete-change.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf } from '../records.ts';
import { confirmRegistration } from '../registration/confirm.ts';
import { followRegistrations } from './follow-registrations.ts';
import { orderAnswer } from './order-answer.ts';
import { orderOf } from './order-of.ts';
import { takePlacesAgain } from './places.ts';
import { checkOpen } from './price-items.ts';
import { registrationsOfOrder } from './sale.ts';

/** The registrations that wait for the payment. The seats of an expired order are taken again, all or none. */
async function waiting(
  tx: Transaction,
  event: EventRecord,
  all: readonly RegistrationRecord[],
  nowMs: number,
): Promise<Result<readonly RegistrationRecord[]>> {
  const found = all.filter(({ status }) => status === 'pending' || status === 'expired');
  const expired = found.filter(({ status }) => status === 'expired');
  if (found.length === 0) return refuseWith('order_not_open');
  for (const one of found) if (!(await changeFits(tx, one))) return refuseWith('order_not_open');
  if (expired.length === 0) return ok(found);
  const open = checkOpen(event, nowMs);
  if (!open.ok) return open;
  return (await takePlacesAgain(tx, event, expired)) ? ok(found) : refuseWith('ticket_sold_out', { path: 'orderId' });
}

export interface Transferred {
  readonly nowMs: number;
  /** Time when the money came; null: now. */
  readonly paidAt: string | null;
  readonly ports: EventsPorts;
}

/** Confirms what the order has; one that is confirmed already is answered as it is. */
export async function markPaid(
  tx: Transaction,
  event: EventRecord,
  order: TicketOrderRecord,
  { nowMs, paidAt, ports }: Transferred,
): Promise<Result<TicketOrderRecord>> {
  if (order.method !== 'bank_transfer') return refuseWith('not_bank_transfer', { detail: { method: order.method } });
  if (order.status === 'confirmed') return ok(order);
  const people = await waiting(tx, event, await registrationsOfOrder(tx, order), nowMs);
  if (!people.ok) return people;
  for (const one of people.value) {
    const paymentStatus = one.amount > 0 ? 'paid' : 'not_required';
    const { id } = await confirmRegistration(tx, one, { paymentStatus }, ports);
    if (paidAt && one.amount > 0) await tx.update(registrations, id, { paidAt });
  }
  return ok(must(await followRegistrations(tx, order.id), 'the order'));
}

export function markOrderPaidAction(ports: EventsPorts) {
  return action(markOrderPaid, async (tx, { eventId, orderId, paidAt }, { clock }) => {
    const event = await eventOf(tx, eventId);
    if (!event.ok) return event;
    const found = await orderOf(tx, eventId, orderId);
    if (!found.ok) return found;
    const paid = await markPaid(tx, event.value, found.value, { nowMs: clock(), paidAt: paidAt ?? null, ports });
    return paid.ok
      ? ok(await orderAnswer(tx, paid.value, event.value, { pagesUrl: ports.pagesUrl, isGuest: false }))
      : paid;
  });
}
