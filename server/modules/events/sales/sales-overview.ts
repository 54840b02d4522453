/**
 * `events.sales`: counts by state and day, and a walk through what was paid, page by page. Long reads run beside the
 * main thread, and pages are read again with the next request, so that nothing has to be kept.
 */
import { ok } from '#shared/base/result.ts';
import { dayMs, isoTime } from '#shared/base/time.ts';
import { dayStart } from '#shared/base/zoned-input.ts';
import { refunds, registrations } from '#shared/modules/events/registration.ts';
import { salesDays, salesOverview } from '#shared/modules/events/sales.ts';
import type { Condition } from '#shared/query/query.ts';
import { where } from '#shared/query/query.ts';
import { action } from '../../../core/collections/action.ts';
import type { Reader } from '../../../store/contract.ts';
import { everyRecord } from '../../common/every-record.ts';
import { eventOf } from '../records.ts';

/** Money that came in, also where some of it is on its way out again. */
const paidStatuses = ['paid', 'refund_pending', 'refunded', 'partially_refunded', 'disputed'];

const and = (...of: readonly Condition[]): Condition => ({ kind: 'and', of });
const field = (path: string, op: 'in' | 'greater_than' | 'greater_than_equal' | 'less_than', value: unknown) =>
  ({ kind: 'field', path, op, value }) as const;

interface Revenue {
  currency: string;
  paid: number;
  refunded: number;
  refundPending: number;
}

async function revenueOf(reader: Reader, event: string): Promise<readonly Revenue[]> {
  const sums = new Map<string, Revenue>();
  const sumOf = (currency: string) => {
    const sum = sums.get(currency) ?? { currency, paid: 0, refunded: 0, refundPending: 0 };
    sums.set(currency, sum);
    return sum;
  };
  const paid = and(where({ event }), field('paymentStatus', 'in', paidStatuses), field('amount', 'greater_than', 0));
  for await (const { amount, currency } of everyRecord(reader, registrations, paid)) sumOf(currency).paid += amount;
  const goingBack = and(where({ event }), field('state', 'in', ['pending', 'succeeded']));
  for await (const { amount, currency, state } of everyRecord(reader, refunds, goingBack))
    sumOf(currency)[state === 'pending' ? 'refundPending' : 'refunded'] += amount;
  return [...sums.values()].sort((a, b) => b.paid - a.paid);
}

/** Days are those of the zone: one of 23 or 25 hours when clocks change. */
async function perDay(reader: Reader, event: string, timeZone: string, nowMs: number) {
  const today = dayStart(nowMs, timeZone);
  // Noon plus 24 hours is always in the next calendar day, also on the day the clocks change.
  const starts = Array.from({ length: salesDays + 1 }, (_, n) =>
    dayStart(today + dayMs / 2 + (n - salesDays + 1) * dayMs, timeZone),
  );
  const days: { day: string; registered: number }[] = [];
  for (const [n, start] of starts.slice(0, salesDays).entries()) {
    const within = and(
      where({ event }),
      field('createdAt', 'greater_than_equal', isoTime(start)),
      field('createdAt', 'less_than', isoTime(starts[n + 1] ?? start + dayMs)),
    );
    days.push({ day: isoTime(start), registered: await reader.count('registrations', within) });
  }
  return days;
}

export const salesOverviewAction = action(salesOverview, async (reader, { eventId }, { clock }) => {
  const found = await eventOf(reader, eventId);
  if (!found.ok) return found;
  const { id, timezone } = found.value;
  const countOf = (values: Readonly<Record<string, unknown>>) =>
    reader.count('registrations', where({ event: id, ...values }));
  const paid = and(where({ event: id, status: 'confirmed' }), field('paymentStatus', 'in', paidStatuses));
  return ok({
    confirmed: await countOf({ status: 'confirmed' }),
    pending: await countOf({ status: 'pending' }),
    paid: await reader.count('registrations', paid),
    byDay: await perDay(reader, id, timezone, clock()),
    revenue: await revenueOf(reader, id),
  });
});
