/** `events.refund_preview` and `events.cancel_preview`: what a cancellation would do, by the functions that do it. */
import { ok } from '#shared/base/result.ts';
import { type ByHandReason, previewCancel, previewRefund } from '#shared/modules/events/change-actions.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { waitlistEntries } from '#shared/modules/events/waiting-list.ts';
import type { Condition } from '#shared/query/query.ts';
import { action } from '../../../core/collections/action.ts';
import type { Reader } from '../../../store/contract.ts';
import { eventStatusAt } from '../event/event-status.ts';
import { refundable, withoutChanges } from '../payments/settle-refund.ts';
import { eventOf, registrationOf } from '../records.ts';
import { standingPlaces } from '../registration/cancel-places.ts';
import { cancelShare, isOver, mayCancel } from '../registration/cancel-registration.ts';
import { refundShare, refundUntil } from '../registration/refund-rules.ts';
import { paidRowsOf } from './change-rows.ts';

export const previewRefundAction = action(previewRefund, async (reader, { eventId, registrationId }, { clock }) => {
  const event = await eventOf(reader, eventId);
  if (!event.ok) return event;
  const found = await registrationOf(reader, eventId, registrationId);
  if (!found.ok) return found;
  const { currency } = found.value;
  if (isOver(found.value)) return ok({ amount: 0, currency, percent: 0, until: null });
  const may = mayCancel(event.value, found.value, null, clock());
  if (!may.ok) return may;
  const nowMs = clock();
  const share = await cancelShare(reader, event.value, found.value, { asked: null, nowMs });
  const rows = await Promise.all((await paidRowsOf(reader, found.value)).map((row) => withoutChanges(reader, row)));
  // The first of its payments whose share becomes smaller.
  const untils = rows.map((row) => refundUntil(event.value, row, nowMs)).filter((until) => until !== null);
  const until = share.amount === 0 ? null : (untils.sort()[0] ?? null);
  return ok({ ...share, currency, until });
});

const pageMax = 500;

async function* places(reader: Reader, eventId: string): AsyncGenerator<RegistrationRecord> {
  let after: readonly unknown[] | undefined;
  for (;;) {
    const page = await reader.find(registrations, {
      where: standingPlaces(eventId),
      sort: [{ path: 'id', direction: 'asc' }],
      limit: pageMax,
      ...(after && { after }),
    });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < pageMax) return;
    after = [last.id];
  }
}

/** Null: it is refunded automatically, or there is nothing to refund. */
function byHand({ amount, paymentIntent, paymentStatus }: RegistrationRecord): ByHandReason | null {
  if (amount === 0) return null;
  if (paymentStatus === 'disputed') return 'disputed';
  if (paymentStatus === 'payment_review') return 'under_review';
  return paymentStatus === 'paid' && paymentIntent === null ? 'no_processor' : null;
}

interface Sum {
  readonly amount: number;
  readonly currency: string;
  readonly registrations: number;
}

function added<S extends Sum>(sums: Map<string, S>, key: string, none: S, amount: number): void {
  const known = sums.get(key) ?? none;
  sums.set(key, { ...known, amount: known.amount + amount, registrations: known.registrations + 1 });
}

/** Registrations of one order share its payment: what one gets back is not left for the next. */
function leftOfPayments(reader: Reader) {
  const left = new Map<string, number>();
  return async (paymentIntent: string | null, wanted: number): Promise<number> => {
    if (paymentIntent === null) return wanted;
    const known = left.get(paymentIntent) ?? (await refundable(reader, paymentIntent));
    const amount = Math.min(wanted, known);
    left.set(paymentIntent, known - amount);
    return amount;
  };
}

async function sumsOf(reader: Reader, event: EventRecord, nowMs: number) {
  const refunds = new Map<string, Sum>();
  const hands = new Map<string, Sum & { readonly reason: ByHandReason; readonly first: string }>();
  const take = leftOfPayments(reader);
  let people = 0;
  let unpaid = 0;
  for await (const place of places(reader, event.id)) {
    // It holds a seat for someone who is counted already.
    if (place.changeOf !== null) continue;
    people += 1;
    if (place.status === 'pending') unpaid += 1;
    for (const row of await paidRowsOf(reader, place)) {
      const { currency, paymentIntent } = row;
      const none = { amount: 0, currency, registrations: 0 };
      const kept = await withoutChanges(reader, row);
      const reason = byHand(kept);
      if (reason) added(hands, `${reason} ${currency}`, { ...none, reason, first: place.id }, kept.amount);
      const share = reason ? null : refundShare(event, kept, 'full', nowMs);
      const amount = share === null ? 0 : await take(paymentIntent, share.amount);
      if (amount > 0) added(refunds, currency, none, amount);
    }
  }
  return { registrations: people, unpaid, refunds: [...refunds.values()], byHand: [...hands.values()] };
}

export const previewCancelAction = action(previewCancel, async (reader, { eventId }, { clock }) => {
  const found = await eventOf(reader, eventId);
  if (!found.ok) return found;
  if (eventStatusAt(found.value, clock()) === 'completed') return refuseWith('event_over');
  const live: Condition = {
    kind: 'and',
    of: [
      { kind: 'field', path: 'event', op: 'equals', value: eventId },
      { kind: 'field', path: 'state', op: 'in', value: ['waiting', 'offered'] },
    ],
  };
  const hasList = reader.shapeOf(waitlistEntries.name) !== null;
  const waiting = hasList ? await reader.count(waitlistEntries, live) : 0;
  return ok({ ...(await sumsOf(reader, found.value, clock())), waiting });
});
