/** How much goes back after a cancellation: within the window all of it, later a part. Pure; whole minor units only. */

import { isObject } from '#shared/base/json.ts';
import { hourMs } from '#shared/base/time.ts';
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
  const lastFull =
    rules.basis === 'event_start'
      ? timeOf(event.startsAt) - rules.windowHours * hourMs
      : timeOf(registration.paidAt ?? event.startsAt) + rules.windowHours * hourMs;
  return share(nowMs <= lastFull ? 100 : rules.partialRefundPercent);
}
