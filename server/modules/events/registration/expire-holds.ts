/**
 * Timed job: seats that were held and not paid go back. Money that is on its way, or under review, keeps its seat; where a
 * processor has a payment page open, it is asked to close it first (payments/open-payments.ts).
 */

import { ok } from '#shared/base/result.ts';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import type { Condition } from '#shared/query/query.ts';
import { firstDue, type TimedJob } from '../../../core/collections/follower.ts';
import type { Transaction } from '../../../store/contract.ts';
import { followRegistrations } from '../orders/follow-registrations.ts';
import { holdMs } from '../orders/holds.ts';
import { freePlace } from '../orders/places.ts';
import { firstOf, saleOf, updateRegistrations } from '../orders/sale.ts';
import { pageLifeMs } from '../payments/charge-terms.ts';
import { closePayments } from '../payments/payment-rows.ts';
import { throwIfRefused } from '../throw-if-refused.ts';

const batchMax = 200;
/** A payment page that was made late keeps the seat as long as it lives. */
const longestHoldMs = holdMs + pageLifeMs;
/** Extra time that a seat is held for the processor’s answer, in ms. Money that comes later still is paid back. */
const closingMs = 15 * minuteMs;
/** A bank transfer has days, which the row says. */
const longestMs = (row: Readonly<Record<string, unknown>>) =>
  Math.max(longestHoldMs, Number(row['holdMinutes'] ?? 0) * minuteMs);
/** Batches in one run; what is left waits for the next. */
const batchesMax = 50;

const held: Condition = {
  kind: 'and',
  of: [
    { kind: 'field', path: 'status', op: 'equals', value: 'pending' },
    { kind: 'field', path: 'paymentStatus', op: 'in', value: ['pending', 'failed'] },
  ],
};

function overdue(now: string): Condition {
  return { kind: 'and', of: [held, { kind: 'field', path: 'holdExpiresAt', op: 'less_than', value: now }] };
}

function isOverdue(registration: RegistrationRecord | null, now: string): registration is RegistrationRecord {
  if (registration?.status !== 'pending' || registration.holdExpiresAt === null) return false;
  return registration.holdExpiresAt < now && ['pending', 'failed'].includes(registration.paymentStatus);
}

/** Expires a registration with the others of its order: they are paid together, or not at all. */
async function expireSale(tx: Transaction, registration: RegistrationRecord, nowMs: number): Promise<void> {
  const sale = await saleOf(tx, registration);
  const isHeld = ({ paymentStatus, status }: RegistrationRecord) =>
    status === 'pending' && (paymentStatus === 'pending' || paymentStatus === 'failed');
  if (await closePayments(tx, firstOf(sale).id, nowMs)) {
    await updateRegistrations(tx, sale, isHeld, { holdExpiresAt: isoTime(nowMs + closingMs) });
  } else {
    for (const one of sale.registrations.filter(isHeld)) await freePlace(tx, one);
    await updateRegistrations(tx, sale, isHeld, { status: 'expired', holdExpiresAt: null });
  }
  await followRegistrations(tx, sale.order?.id ?? null);
}

export const expireHolds: TimedJob = {
  name: 'events.expire-holds',
  everyMs: minuteMs,
  scheduled: [
    {
      collection: 'registrations',
      field: 'holdExpiresAt',
      waiting: { kind: 'field', path: 'status', op: 'equals', value: 'pending' },
      longestMs,
    },
    // An order says the same as its registrations.
    {
      collection: 'ticket_orders',
      field: 'holdExpiresAt',
      waiting: { kind: 'field', path: 'status', op: 'equals', value: 'open' },
      longestMs,
    },
  ],
  nextDue: (context, { lastRunMs }) =>
    firstDue(context, { collection: 'registrations', field: 'holdExpiresAt', where: held }, lastRunMs),
  async run({ clock, reader, commit }) {
    const now = isoTime(clock());
    for (let batch = 0; batch < batchesMax; batch++) {
      const found = await reader.find('registrations', { where: overdue(now), limit: batchMax });
      if (found.length === 0) return;
      const done = await commit(async (tx) => {
        for (const { id } of found) {
          // It may have been paid since it was found.
          const registration = await tx.get(registrations, id);
          if (isOverdue(registration, now)) await expireSale(tx, registration, clock());
        }
        return ok(null);
      });
      throwIfRefused(done);
    }
  },
};
