/**
 * `events.cancel_registration`, and the cancelling itself, which a cancelled event uses too: the seat is free, the
 * refund due and the mail queued in one transaction. Again: the same answer, no second refund.
 */

import { ok, type Result } from '#shared/base/result.ts';
import { cancelRegistration } from '#shared/modules/events/actions.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import {
  type RefundRecord,
  type RegistrationRecord,
  refunds,
  registrations,
} from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import { action } from '../../../core/collections/action.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { changesOf, isInForce, paidRowsOf } from '../changes/change-rows.ts';
import { eventStatusAt } from '../event/event-status.ts';
import { queueMail } from '../letters/queue-mail.ts';
import { cancelledTogether } from '../letters/together.ts';
import { followRegistrations } from '../orders/follow-registrations.ts';
import { freePlace } from '../orders/places.ts';
import { firstOf, saleOf } from '../orders/sale.ts';
import { isOfCancellation, oweRefund } from '../payments/owe-refund.ts';
import { closePayments } from '../payments/payment-rows.ts';
import { refundable, withoutChanges } from '../payments/settle-refund.ts';
import { eventOf, registrationOf } from '../records.ts';
import { whatIsThere } from '../what-is-there.ts';
import { type RefundShare, refundShare } from './refund-rules.ts';
import { refundAnswer } from './registration-answer.ts';
import { releaseTime } from './release-time.ts';

export interface Cancelling {
  /** What the organizer says goes back; null: the rules decide. */
  readonly asked: 'full' | 'partial' | 'none' | null;
  readonly cause: 'cancelled' | 'event_cancelled';
  readonly reason: string | null;
  readonly nowMs: number;
  /** The person gets no email: another order takes its place, or another system has cancelled it. */
  readonly isSilent?: boolean;
}

export function isOver(registration: Pick<RegistrationRecord, 'status'>): boolean {
  return registration.status === 'cancelled' || registration.status === 'expired';
}

/** Refuses with `checked_in` and `event_ended`, unless the organizer says what goes back. */
export function mayCancel(
  event: EventRecord,
  { checkedInAt }: Pick<RegistrationRecord, 'checkedInAt'>,
  asked: Cancelling['asked'],
  nowMs: number,
): Result<null> {
  if (asked !== null) return ok(null);
  if (checkedInAt !== null) return refuseWith('checked_in', { detail: { checkedInAt } });
  const isOver = eventStatusAt(event, nowMs) === 'completed';
  return isOver ? refuseWith('event_ended', { detail: { endsAt: event.endsAt } }) : ok(null);
}

/**
 * Returns what cancelling gives back: by the rules, at most what is left of its payment. Also shown before a cancellation.
 * @param asked overrides the rules; null: by the rules
 */
export async function cancelShare(
  reader: Reader,
  event: EventRecord,
  registration: RegistrationRecord,
  how: Pick<Cancelling, 'asked' | 'nowMs'>,
): Promise<RefundShare> {
  let sum: RefundShare = { percent: 0, amount: 0 };
  for (const row of await paidRowsOf(reader, registration)) {
    const { amount, percent } = await shareOfRow(reader, event, row, how);
    sum = { percent: sum.amount === 0 ? percent : sum.percent, amount: sum.amount + amount };
  }
  return sum;
}

/** Returns the refund of one payment; a change of ticket type has its own. Without the payments part nothing is owed. */
export async function shareOfRow(
  reader: Reader,
  event: EventRecord,
  row: RegistrationRecord,
  { asked, nowMs }: Pick<Cancelling, 'asked' | 'nowMs'>,
): Promise<RefundShare> {
  const share = refundShare(event, await withoutChanges(reader, row), asked, nowMs);
  if (reader.shapeOf(refunds.name) === null) return { percent: 0, amount: 0 };
  if (share.amount === 0) return share;
  return { ...share, amount: Math.min(share.amount, await refundable(reader, row.paymentIntent)) };
}

/** Its changes end with it: those that wait for money, and what was paid for the others. */
async function cancelChanges(tx: Transaction, event: EventRecord, id: string, how: Cancelling): Promise<void> {
  for (const change of await changesOf(tx, id)) {
    if (change.status === 'pending') await cancelPlace(tx, event, change, how);
    if (!isInForce(change)) continue;
    const share = await shareOfRow(tx, event, change, how);
    if (share.amount > 0) await oweRefund(tx, change, { ...how, ...share });
    const paymentStatus = share.amount > 0 ? 'refund_pending' : change.paymentStatus;
    await tx.update(registrations, change.id, { confirmedAt: null, paymentStatus });
    await followRegistrations(tx, change.order);
  }
}

export async function cancelPlace(
  tx: Transaction,
  event: EventRecord,
  registration: RegistrationRecord,
  how: Cancelling,
): Promise<RegistrationRecord> {
  const share = await shareOfRow(tx, event, registration, how);
  if (registration.status !== 'waitlisted') await freePlace(tx, registration);
  if (registration.status === 'pending') await stopPayment(tx, registration, how.nowMs);
  if (share.amount > 0) await oweRefund(tx, registration, { ...how, ...share });
  if (registration.changeOf === null) await cancelChanges(tx, event, registration.id, how);
  const cancelled = await tx.update(registrations, registration.id, {
    status: 'cancelled',
    cancelledAt: tx.now,
    holdExpiresAt: null,
    ...(share.amount > 0 && { paymentStatus: 'refund_pending' }),
  });
  await releaseTime(tx, cancelled);
  // A cancelled change leaves the ticket as it was: no mail. Tickets of one order and address get one mail together.
  const hasNoMail =
    registration.changeOf !== null || how.isSilent || (await cancelledTogether(tx, cancelled)).length > 1;
  if (!hasNoMail)
    await queueMail(tx, cancelled, how.cause === 'event_cancelled' ? 'event_cancelled' : 'registration_cancelled');
  await followRegistrations(tx, cancelled.order);
  return cancelled;
}

/** Its amount is asked for no longer. Others of the order can still be paid: `events.request_payment` begins it again. */
async function stopPayment(tx: Transaction, registration: RegistrationRecord, nowMs: number): Promise<void> {
  const sale = await saleOf(tx, registration);
  const others = sale.registrations.filter(({ id, status }) => id !== registration.id && status === 'pending');
  if (others.length > 0 && registration.amount === 0) return;
  await closePayments(tx, firstOf(sale).id, nowMs, others.length > 0);
}

const refundsMax = 100;

/** The refund of the cancellation; null: there is none. */
async function refundOf(reader: Reader, registration: RegistrationRecord): Promise<RefundRecord | null> {
  const found = await whatIsThere(reader).find(refunds, {
    where: where({ registration: registration.id }),
    limit: refundsMax,
  });
  return found.find(isOfCancellation) ?? null;
}

export const cancelRegistrationAction = action(cancelRegistration, async (tx, input, { clock }) => {
  const event = await eventOf(tx, input.eventId);
  if (!event.ok) return event;
  const found = await registrationOf(tx, input.eventId, input.registrationId);
  if (!found.ok) return found;
  let registration = found.value;
  const asked = input.refund ?? null;
  if (!isOver(registration)) {
    const nowMs = clock();
    const may = mayCancel(event.value, registration, asked, nowMs);
    if (!may.ok) return may;
    const how = { asked, cause: 'cancelled', reason: input.reason ?? null, nowMs } as const;
    registration = await cancelPlace(tx, event.value, registration, how);
  }
  const refund = await refundOf(tx, registration);
  const { id, status, paymentStatus } = registration;
  return ok({ id, status, paymentStatus, refund: refund && refundAnswer(refund) });
});
