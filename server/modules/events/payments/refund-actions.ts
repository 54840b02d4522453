/** The actions of organizers on refunds that did not complete by themselves: try again, or pay back by hand. */
import { ok } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import { markRefundPaid, retryRefund } from '#shared/modules/events/payment-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { refunds } from '#shared/modules/events/registration.ts';
import { action } from '../../../core/collections/action.ts';
import { dueNow } from '../attempts.ts';
import { followRegistrations } from '../orders/follow-registrations.ts';
import { registrationOf } from '../records.ts';
import { refundAnswer } from '../registration/registration-answer.ts';
import { refundPaidByHand } from './settle-refund.ts';

export const retryRefundAction = action(retryRefund, async (tx, { eventId, refundId }, { clock }) => {
  const refund = await tx.get(refunds, refundId);
  if (refund?.event !== eventId) return refuseWith('refund_not_found', { path: 'refundId' });
  if (refund.state !== 'failed') return refuseWith('refund_not_failed', { detail: { state: refund.state } });
  const again = { state: 'pending' as const, round: refund.round + 1, problem: null, ...dueNow(isoTime(clock())) };
  const next = await tx.update(refunds, refundId, again);
  const registration = await registrationOf(tx, eventId, refund.registration);
  if (
    registration.ok &&
    registration.value.paymentStatus === 'paid' &&
    registration.value.paymentIntent === refund.paymentIntent
  )
    await tx.update('registrations', refund.registration, { paymentStatus: 'refund_pending' });
  if (registration.ok) await followRegistrations(tx, registration.value.order);
  return ok({ refund: refundAnswer(next) });
});

export const markRefundPaidAction = action(markRefundPaid, async (tx, { eventId, paidAt, refundId }) => {
  const refund = await tx.get(refunds, refundId);
  if (refund?.event !== eventId) return refuseWith('refund_not_found', { path: 'refundId' });
  // Again: the same answer.
  if (refund.state === 'succeeded' && refund.method === 'by_hand') return ok({ refund: refundAnswer(refund) });
  // Nothing was asked of a processor, and nothing is about to be.
  const isIdle = refund.state === 'pending' && refund.nextAttemptAt === null && refund.processorId === null;
  if (!isIdle && refund.state !== 'failed')
    return refuseWith('refund_not_by_hand', { detail: { state: refund.state } });
  return ok({ refund: refundAnswer(await refundPaidByHand(tx, refund, paidAt ?? tx.now)) });
});
