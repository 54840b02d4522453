/** Computes the refund after a cancellation: within the window all of it, later a part. Pure; whole minor units only. */

import { isObject } from '#shared/base/json.ts';
import { hourMs, isoTime } from '#shared/base/time.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { shareOf } from '#shared/modules/events/money.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { refundFields } from '#shared/modules/events/settings.ts';
import type { ValuesOf } from '#shared/schema/infer.ts';
import { readSetting } from '#shared/schema/read-setting.ts';
import { timeOf } from '../event/event-status.ts';

export type RefundRules = ValuesOf<typeof refundFields>;

/** A rule that is missing, or was stored before there was a schema and does not fit it, has its standard value. */
export function refundRulesOf(event: Pick<EventRecord, 'stripe'>): RefundRules {
  return readSetting(refundFields, isObject(event.stripe) ? event.stripe['refunds'] : null);
}

export interface RefundShare {
  readonly percent: number;
  /** Minor units. */
  readonly amount: number;
}

type Paid = Pick<RegistrationRecord, 'amount' | 'currency' | 'paymentStatus' | 'paidAt'>;

/** The last moment at which all of it goes back by the rules, Unix milliseconds; it belongs to the window. */
function lastFullRefundMs(event: Pick<EventRecord, 'stripe' | 'startsAt'>, { paidAt }: Pick<Paid, 'paidAt'>): number {
  const { basis, windowHours } = refundRulesOf(event);
  if (basis === 'event_start') return timeOf(event.startsAt) - windowHours * hourMs;
  return timeOf(paidAt ?? event.startsAt) + windowHours * hourMs;
}

/** @param asked overrides the window; null: by the rules. Both ends of the window belong to it. */
export function refundShare(
  event: Pick<EventRecord, 'stripe' | 'startsAt'>,
  registration: Paid,
  asked: 'full' | 'partial' | 'none' | null,
  nowMs: number,
): RefundShare {
  const rules = refundRulesOf(event);
  const none = { percent: 0, amount: 0 };
  if (registration.paymentStatus !== 'paid' || asked === 'none') return none;
  const share = (percent: number) => ({
    percent,
    amount: shareOf(registration.amount, percent, registration.currency),
  });
  if (asked === 'full') return share(100);
  if (asked === 'partial') return share(rules.partialRefundPercent);
  if (!rules.enabled) return none;
  return share(nowMs <= lastFullRefundMs(event, registration) ? 100 : rules.partialRefundPercent);
}

/** @returns until when the share that goes back now stays so; null: nothing goes back */
export function refundUntil(
  event: Pick<EventRecord, 'stripe' | 'startsAt' | 'endsAt'>,
  registration: Paid,
  nowMs: number,
): string | null {
  if (refundShare(event, registration, null, nowMs).amount === 0) return null;
  const lastFull = lastFullRefundMs(event, registration);
  // After the event only its organizer refunds.
  const end = timeOf(event.endsAt);
  return isoTime(nowMs <= lastFull ? Math.min(lastFull, end) : end);
}
