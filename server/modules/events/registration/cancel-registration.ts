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
import { action } from '../../../core/collections/module.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { dueNow } from '../attempts.ts';
import { eventStatusAt } from '../event/event-status.ts';
import { freeSeat } from '../event/seats.ts';
import { closePayments } from '../payments/payment-rows.ts';
import { eventOf, registrationOf } from '../records.ts';
import { queueMail } from './confirm.ts';
import { refundShare } from './refund-rules.ts';
import { refundAnswer } from './registration-answer.ts';

export interface Cancelling {
  readonly asked: 'full' | 'partial' | 'none' | null;
  readonly cause: 'cancelled' | 'event_cancelled';
  readonly reason: string | null;
  readonly nowMs: number;
}

export function isOver(registration: Pick<RegistrationRecord, 'status'>): boolean {
  return registration.status === 'cancelled' || registration.status === 'expired';
}

/** By the rules, without an organizer who decides otherwise. */
export function mayCancel(event: EventRecord, { checkedInAt }: RegistrationRecord, nowMs: number): Result<null> {
  if (checkedInAt !== null) return refuseWith('checked_in', { detail: { checkedInAt } });
  if (eventStatusAt(event, nowMs) === 'completed')
    return refuseWith('event_ended', { detail: { endsAt: event.endsAt } });
  return ok(null);
}

export async function cancelPlace(
  tx: Transaction,
  event: EventRecord,
  registration: RegistrationRecord,
  how: Cancelling,
): Promise<RegistrationRecord> {
  const share = refundShare(event, registration, how.asked, how.nowMs);
  if (registration.status !== 'waitlisted') await freeSeat(tx, registration);
  if (registration.status === 'pending') await closePayments(tx, registration.id, how.nowMs);
  if (share.amount > 0) {
    await tx.create('refunds', {
      event: event.id,
      registration: registration.id,
      paymentIntent: registration.paymentIntent,
      ...share,
      currency: registration.currency,
      cause: how.cause,
      reason: how.reason,
      state: 'pending',
      ...dueNow(tx.now),
    });
  }
  const cancelled = await tx.update(registrations, registration.id, {
    status: 'cancelled',
    cancelledAt: tx.now,
    holdExpiresAt: null,
    ...(share.amount > 0 && { paymentStatus: 'refund_pending' }),
  });
  await queueMail(tx, cancelled, 'registration_cancelled');
  return cancelled;
}

/** The refund of the cancellation, not one for money that came too late. */
async function refundOf(reader: Reader, registration: RegistrationRecord): Promise<RefundRecord | null> {
  const [refund] = await reader.find(refunds, { where: where({ registration: registration.id }), limit: 1 });
  return refund ?? null;
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
    const may = asked === null ? mayCancel(event.value, registration, nowMs) : ok(null);
    if (!may.ok) return may;
    const how = { asked, cause: 'cancelled', reason: input.reason ?? null, nowMs } as const;
    registration = await cancelPlace(tx, event.value, registration, how);
  }
  const refund = await refundOf(tx, registration);
  const { id, status, paymentStatus } = registration;
  return ok({ id, status, paymentStatus, refund: refund && refundAnswer(refund) });
});
