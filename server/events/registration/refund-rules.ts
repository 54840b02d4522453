/** How much goes back (events.md 2): within the window all of it, later a part. Pure; whole minor units only. */

import { isObject } from '#shared/base/json.ts';
import { hourMs } from '#shared/base/time.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { shareOf } from '#shared/modules/events/money.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { timeOf } from '../event/event-status.ts';

export interface RefundRules {
  readonly enabled: boolean;
  readonly windowHours: number;
  readonly partialRefundPercent: number;
  readonly basis: 'payment' | 'event_start';
}

const standardRules: RefundRules = { enabled: true, windowHours: 72, partialRefundPercent: 50, basis: 'payment' };

export function refundRulesOf(event: Pick<EventRecord, 'stripe'>): RefundRules {
  const refunds = isObject(event.stripe) ? event.stripe['refunds'] : null;
  // Checked when it was written; a rule that is missing has its standard value.
  return isObject(refunds) ? { ...standardRules, ...(refunds as Partial<RefundRules>) } : standardRules;
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
