/**
 * `events.checkin_stats`: counts over indexes and leaps from one value to the next, never a walk through all check-ins,
 * so that it costs the same at 100,000 as at 100. The mean time is over the latest check-ins: how fast it goes now.
 */
import { ok } from '#shared/base/result.ts';
import { isoTime, secondMs } from '#shared/base/time.ts';
import type { EventRecord, TicketTypeRecord } from '#shared/modules/events/event.ts';
import type { CheckinRecord } from '#shared/modules/events/gate.ts';
import { checkinStats } from '#shared/modules/events/gate-actions.ts';
import { type Condition, where } from '#shared/query/query.ts';
import { action } from '../../collections/module.ts';
import type { Reader } from '../../store/contract.ts';
import { timeOf } from '../event/event-status.ts';
import { eventOf, ticketTypesOf } from '../records.ts';
import { hourEnd, hourStart } from './hours.ts';

/** The latest check-ins whose mean is shown. */
const meanOver = 500;
/** Gates and hours shown; three weeks of hours. */
const gatesMax = 200;
const hoursMax = 504;

function and(...of: readonly Condition[]): Condition {
  return { kind: 'and', of };
}

function field(
  path: string,
  op: 'equals' | 'not_equals' | 'greater_than' | 'greater_than_equal' | 'less_than',
  value: unknown,
): Condition {
  return { kind: 'field', path, op, value };
}

/** The first check-in behind a point in the order of one field. */
async function next(
  reader: Reader,
  event: string,
  path: 'gate' | 'checkedInAt',
  beyond: Condition | null,
): Promise<CheckinRecord | null> {
  const [found] = await reader.find('checkins', {
    where: beyond ? and(field('event', 'equals', event), beyond) : where({ event }),
    sort: [{ path, direction: 'asc' }],
    limit: 1,
  });
  return (found as CheckinRecord | undefined) ?? null;
}

async function perGate(reader: Reader, event: string) {
  const gates: { gate: string; checkedIn: number }[] = [];
  let found = await next(reader, event, 'gate', field('gate', 'not_equals', null));
  while (found?.gate && gates.length < gatesMax) {
    const { gate } = found;
    gates.push({ gate, checkedIn: await reader.count('checkins', where({ event, gate })) });
    found = await next(reader, event, 'gate', field('gate', 'greater_than', gate));
  }
  return gates;
}

async function perHour(reader: Reader, event: EventRecord) {
  const hours: { hour: string; checkedIn: number }[] = [];
  let found = await next(reader, event.id, 'checkedInAt', null);
  while (found && hours.length < hoursMax) {
    const start = hourStart(timeOf(found.checkedInAt), event.timezone);
    const [from, to] = [isoTime(start), isoTime(hourEnd(start))];
    const within = and(
      field('event', 'equals', event.id),
      field('checkedInAt', 'greater_than_equal', from),
      field('checkedInAt', 'less_than', to),
    );
    hours.push({ hour: from, checkedIn: await reader.count('checkins', within) });
    found = await next(reader, event.id, 'checkedInAt', field('checkedInAt', 'greater_than_equal', to));
  }
  return hours;
}

async function meanSeconds(reader: Reader, event: string): Promise<number | null> {
  const latest = (await reader.find('checkins', {
    where: where({ event }),
    sort: [{ path: 'checkedInAt', direction: 'desc' }],
    limit: meanOver,
  })) as readonly CheckinRecord[];
  const measured = latest.flatMap(({ durationMs }) => (durationMs === null ? [] : [durationMs]));
  if (measured.length === 0) return null;
  return Math.round(measured.reduce((sum, ms) => sum + ms, 0) / measured.length) / secondMs;
}

/** The event's own capacity, else the sum of its ticket types where none of them is unlimited. */
function capacityOf(event: EventRecord, types: readonly TicketTypeRecord[]): number | null {
  if (event.capacity !== null) return event.capacity;
  if (types.length === 0 || types.some(({ quantity }) => quantity < 0)) return null;
  return types.reduce((sum, { quantity }) => sum + quantity, 0);
}

export const checkinStatsAction = action(checkinStats, async (reader, { eventId }) => {
  const event = await eventOf(reader, eventId);
  if (!event.ok) return event;
  // People, not admissions: somebody who went to the hall and to a workshop came once.
  const came = and(field('event', 'equals', eventId), field('checkedInAt', 'not_equals', null));
  const checkedIn = await reader.count('registrations', came);
  const byHour = await perHour(reader, event.value);
  const busiest = byHour.reduce<(typeof byHour)[number] | null>(
    (best, hour) => (hour.checkedIn > (best?.checkedIn ?? 0) ? hour : best),
    null,
  );
  const capacity = capacityOf(event.value, await ticketTypesOf(reader, eventId));
  return ok({
    checkedIn,
    avgCheckinTime: (await meanSeconds(reader, eventId)) ?? 0,
    peakHour: busiest?.hour ?? null,
    capacityRemaining: capacity === null ? null : Math.max(0, capacity - checkedIn),
    byGate: await perGate(reader, eventId),
    byHour,
    conflicts: await reader.count('checkin_conflicts', where({ event: eventId })),
  });
});
