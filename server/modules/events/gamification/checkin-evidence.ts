/** Check-ins as activities: one for each day with an entry; an entry that was undone is none. */
import { eventDay } from '#shared/admission/event-day.ts';
import { isUnproven } from '#shared/admission/reconcile.ts';
import { undoneIds } from '#shared/admission/undo.ts';
import { hourMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { onlySubject } from '#shared/gamification/activity-types.ts';
import { earlyMinutes } from '#shared/gamification/badges.ts';
import { type EventRecord, events } from '#shared/modules/events/event.ts';
import { checkins } from '#shared/modules/events/gate.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Transaction } from '../../../store/contract.ts';
import { checkValid } from '../attendee.ts';
import { ticketScans } from '../checkin/ticket-scans.ts';
import { timeOf } from '../event/event-status.ts';
import { activitiesOf } from './award-badges.ts';
import { type Happened, recordAll, withdraw } from './record.ts';
import { gamificationOf } from './setting.ts';

/** Time from the opening of the doors to the start of an event where `doorsOpenAt` is not set. */
const doorsBeforeMs = 2 * hourMs;
/** Check-in lists of one event that a ticket can be on. */
const listsMax = 1_000;

async function entriesOf(tx: Transaction, registration: RegistrationRecord): Promise<readonly number[]> {
  const rows = await tx.find(checkins, { where: where({ registration: registration.id }), limit: listsMax });
  const times: number[] = [];
  for (const { list } of rows) {
    const scans = await ticketScans(tx, registration, list);
    const undone = undoneIds(scans);
    for (const scan of scans)
      if (scan.verdict === 'admitted' && scan.direction !== 'exit' && !undone.has(scan.id) && !isUnproven(scan))
        times.push(timeOf(scan.scannedAt));
  }
  return times.toSorted((a, b) => a - b);
}

/** Doors open once for an event, on its first day. */
function earlyUntil({ doorsOpenAt, startsAt }: EventRecord): number {
  return (doorsOpenAt ? timeOf(doorsOpenAt) : timeOf(startsAt) - doorsBeforeMs) + earlyMinutes * minuteMs;
}

/** Brings the activities of a registration in line with its check-ins. */
export async function recordCheckins(tx: Transaction, registrationId: string): Promise<void> {
  const registration = await tx.get(registrations, registrationId);
  const event = registration && (await tx.get(events, registration.event));
  if (!registration || !event || !gamificationOf(event).enabled || !checkValid(registration).ok) return;
  const entries = await entriesOf(tx, registration);
  const firstOfDay = new Map<string, number>();
  for (const ms of entries) {
    const day = eventDay(ms, event.timezone);
    if (!firstOfDay.has(day)) firstOfDay.set(day, ms);
  }
  const known = await activitiesOf(tx, registrationId);
  for (const { subjectId, type } of known.filter((one) => one.type === 'checkin'))
    if (!firstOfDay.has(subjectId)) await withdraw(tx, event, registration, { type, subjectId });
  const happened: Happened[] = [...firstOfDay].map(([subjectId, occurredMs]) => ({
    ...{ type: 'checkin', subjectId, occurredMs, source: 'evidence' },
  }));
  const until = earlyUntil(event);
  const [first] = entries;
  if (first !== undefined && first <= until)
    happened.push({
      ...{ type: 'early_checkin', subjectId: onlySubject, occurredMs: first, source: 'evidence' },
      metadata: { until: isoTime(until) },
    });
  else await withdraw(tx, event, registration, { type: 'early_checkin', subjectId: onlySubject });
  await recordAll(tx, event, registration, happened);
}
