/**
 * `events.checkin_stats`: counts over indexes and leaps from one value to the next, never a walk through all check-ins,
 * so that it costs the same at 100,000 as at 100. The mean time is over the latest check-ins: how fast it goes now.
 */

import { defaultList } from '#shared/admission/facts.ts';
import { ok } from '#shared/base/result.ts';
import { isoTime, minuteMs, secondMs } from '#shared/base/time.ts';
import type { EventRecord, TicketTypeRecord } from '#shared/modules/events/event.ts';
import { type CheckinRecord, checkins, kiosks as kiosksCollection } from '#shared/modules/events/gate.ts';
import { checkinStats } from '#shared/modules/events/gate-actions.ts';
import { type Condition, where } from '#shared/query/query.ts';
import { action } from '../../../core/collections/action.ts';
import type { Reader } from '../../../store/contract.ts';
import { mainListKey } from '../event/event-ground.ts';
import { timeOf } from '../event/event-status.ts';
import { eventOf, ticketTypesOf } from '../records.ts';
import { gateSetupOf } from './gate-setup.ts';
import { hourEnd, hourStart } from './hours.ts';
import { insideRoom } from './rooms.ts';

/** The latest check-ins whose mean is shown. */
const meanOver = 500;
/** Gates and hours shown; three weeks of hours. */
const gatesMax = 200;
const hoursMax = 504;
const kiosksMax = 200;

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

/** The first check-in after a point in the order of one field. */
async function next(
  reader: Reader,
  event: string,
  path: 'gate' | 'checkedInAt',
  beyond: Condition | null,
): Promise<CheckinRecord | null> {
  const [found] = await reader.find(checkins, {
    where: beyond ? and(field('event', 'equals', event), beyond) : where({ event }),
    sort: [{ path, direction: 'asc' }],
    limit: 1,
  });
  return found ?? null;
}

/** An override of these admits a person who is already counted. */
const countedBefore = ['already_checked_in', 'exit_first'];
const newEntry: Condition = {
  kind: 'or',
  of: [field('overrode', 'equals', null), { kind: 'field', path: 'overrode', op: 'not_in', value: countedBefore }],
};

/** Entries that were let in within the last so many minutes, by the scans themselves: re-entries count, refusals do not. */
async function pace(reader: Reader, of: Readonly<Record<string, unknown>>, nowMs: number) {
  const within = (minutes: number) => {
    const since = field('scannedAt', 'greater_than', isoTime(nowMs - minutes * minuteMs));
    return reader.count('scans', and(where({ ...of, verdict: 'admitted', direction: 'entry' }), newEntry, since));
  };
  return {
    lastMinute: await within(1),
    last5Minutes: await within(5),
    last15Minutes: await within(15),
    last60Minutes: await within(60),
  };
}

async function perGate(reader: Reader, event: string, nowMs: number) {
  const gates: ({ gate: string; checkedIn: number } & Awaited<ReturnType<typeof pace>>)[] = [];
  let found = await next(reader, event, 'gate', field('gate', 'not_equals', null));
  while (found?.gate && gates.length < gatesMax) {
    const { gate } = found;
    const checkedIn = await reader.count('checkins', where({ event, gate }));
    gates.push({ gate, checkedIn, ...(await pace(reader, { event, gate }, nowMs)) });
    found = await next(reader, event, 'gate', field('gate', 'greater_than', gate));
  }
  return gates;
}

/** Kiosks of the event, also those without admissions: a row of zeroes shows that something is wrong. */
async function perKiosk(reader: Reader, event: string, nowMs: number) {
  const kiosks = await reader.find(kiosksCollection, {
    where: where({ event }),
    sort: [{ path: 'name', direction: 'asc' }],
    limit: kiosksMax,
  });
  const rows: ({ kiosk: string; name: string; checkedIn: number } & Awaited<ReturnType<typeof pace>>)[] = [];
  for (const { id: kiosk, name } of kiosks) {
    const checkedIn = await reader.count('checkins', where({ event, kiosk }));
    rows.push({ kiosk, name, checkedIn, ...(await pace(reader, { event, kiosk }, nowMs)) });
  }
  return rows;
}

/** The people inside, by check-in list; an event without gates counts on a list that has no record. */
async function perList(reader: Reader, event: EventRecord, nowMs: number) {
  const setup = await gateSetupOf(reader, event);
  const declared = setup.lists.map(({ id, key, name, capacity }) => ({ id, key, name, capacity }));
  const withoutGates = { id: defaultList, key: defaultList, name: 'Admission', capacity: null };
  const rows: { list: string; name: string; checkedIn: number; inside: number; capacity: number | null }[] = [];
  for (const { id, key, name, capacity } of setup.gates.length === 0 ? [withoutGates] : declared) {
    const checkedIn = await reader.count('checkins', where({ event: event.id, list: id }));
    const room = { room: { kind: 'list', id }, capacity: 0, gate: null, list: id } as const;
    rows.push({ list: key, name, checkedIn, inside: await insideRoom(reader, setup, room, nowMs), capacity });
  }
  return rows;
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
  const latest = await reader.find(checkins, {
    where: where({ event }),
    sort: [{ path: 'checkedInAt', direction: 'desc' }],
    limit: meanOver,
  });
  const measured = latest.flatMap(({ durationMs }) => (durationMs === null ? [] : [durationMs]));
  if (measured.length === 0) return null;
  return Math.round(measured.reduce((sum, ms) => sum + ms, 0) / measured.length) / secondMs;
}

/** The event's own capacity, else the sum of its ticket types where none of them is unlimited. */
function capacityOf(event: EventRecord, types: readonly TicketTypeRecord[]): number | null {
  if (event.capacity !== null) return event.capacity;
  // Add-ons are sold to people who have a ticket already.
  const tickets = types.filter(({ kind }) => kind !== 'add_on');
  if (tickets.length === 0 || tickets.some(({ quantity }) => quantity < 0)) return null;
  return tickets.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** The totals of all gates that boards show. */
export interface GateFigures {
  /** People, not admissions: a person admitted to the hall and to a workshop counts once. */
  readonly checkedIn: number;
  readonly byGate: Awaited<ReturnType<typeof perGate>>;
}

export async function gateFigures(reader: Reader, event: string, nowMs: number): Promise<GateFigures> {
  const came = and(field('event', 'equals', event), field('checkedInAt', 'not_equals', null));
  return { checkedIn: await reader.count('registrations', came), byGate: await perGate(reader, event, nowMs) };
}

export const checkinStatsAction = action(checkinStats, async (reader, { eventId }, { clock }) => {
  const event = await eventOf(reader, eventId);
  if (!event.ok) return event;
  const byHour = await perHour(reader, event.value);
  const busiest = byHour.reduce<(typeof byHour)[number] | null>(
    (best, hour) => (hour.checkedIn > (best?.checkedIn ?? 0) ? hour : best),
    null,
  );
  const nowMs = clock();
  const { checkedIn, byGate } = await gateFigures(reader, eventId, nowMs);
  const byList = await perList(reader, event.value, nowMs);
  const capacity = capacityOf(event.value, await ticketTypesOf(reader, eventId));
  return ok({
    checkedIn,
    avgCheckinTime: (await meanSeconds(reader, eventId)) ?? 0,
    peakHour: busiest?.hour ?? null,
    capacityRemaining: capacity === null ? null : Math.max(0, capacity - checkedIn),
    insideNow: byList.find(({ list }) => list === mainListKey)?.inside ?? 0,
    byGate,
    byKiosk: await perKiosk(reader, eventId, nowMs),
    byList,
    byHour,
    conflicts: await reader.count('checkin_conflicts', where({ event: eventId })),
    reports: await reader.count('admission_reports', where({ event: eventId, acknowledgedAt: null })),
  });
});
