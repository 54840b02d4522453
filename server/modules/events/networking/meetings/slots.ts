/** Finds a time and a place at which two people can meet: from their time, the tables, the hours of the event. */
import { ok, type Result } from '#shared/base/result.ts';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import {
  type MeetingLocationRecord,
  type MeetingRecord,
  meetingLocations,
  meetings,
} from '#shared/modules/events/meeting.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { sessions } from '#shared/modules/events/schedule.ts';
import { isWithin, meetingHours } from '#shared/networking/meeting-hours.ts';
import { type Condition, where } from '#shared/query/query.ts';
import { overlaps, type Span } from '#shared/schedule/overlaps.ts';
import type { Reader } from '../../../../store/contract.ts';
import { takenTimeOf } from '../../person-time.ts';
import { sessionsOf } from '../../schedule/records.ts';

/** Maximum numbers that are read: tables of an event, and meetings of it at one time. */
const tablesMax = 1_000;
const atOnceMax = 5_000;
/** Times that are looked at for one proposal: a week in steps of 5 minutes. */
const slotsMax = 2_016;

/**
 * Least time before a meeting that the server chooses: the other person has to read the proposal, answer it and come. A time
 * that a person names may be sooner, because two who stand beside each other know what they do.
 */
export const leastLeadMs = 15 * minuteMs;

export interface Slot extends Span {
  readonly location: string | null;
}

export interface Wanted {
  /** Registrations of the two. */
  readonly people: readonly [string, string];
  /** ISO 8601; null: the server chooses the first time that suits. */
  readonly startsAt: string | null;
  /** Length of the meeting. */
  readonly minutes: number;
  /** Steps from the start of the event in which the server looks for a time. */
  readonly stepMinutes: number;
  /** Id of a table; null: any free one, or none where the event has no tables. */
  readonly location: string | null;
  /** The meeting that is moved, whose own time and table count as free; null: a new one. */
  readonly meeting: MeetingRecord | null;
  readonly nowMs: number;
}

const field = (path: string, op: 'less_than' | 'greater_than' | 'in', value: unknown): Condition => ({
  kind: 'field',
  path,
  op,
  value,
});

export async function tablesOf(reader: Reader, event: string): Promise<readonly MeetingLocationRecord[]> {
  return await reader.find(meetingLocations, {
    where: where({ event, active: true }),
    sort: [{ path: 'position', direction: 'asc' }],
    limit: tablesMax,
  });
}

/** Tables that are used at that time, also those that are kept for a meeting whose new time is not answered. */
async function usedTables(
  reader: Reader,
  event: string,
  span: Span,
  except: string | null,
): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  for (const [starts, ends, table] of [
    ['startsAt', 'endsAt', 'location'],
    ['heldStartsAt', 'heldEndsAt', 'heldLocation'],
  ] as const) {
    const of = [
      where({ event }),
      field('status', 'in', ['proposed', 'confirmed']),
      field(starts, 'less_than', span.endsAt),
      field(ends, 'greater_than', span.startsAt),
    ];
    const found = await reader.find(meetings, { where: { kind: 'and', of }, limit: atOnceMax });
    for (const meeting of found) {
      const at = meeting[table];
      if (meeting.id !== except && at !== null) used.add(at);
    }
  }
  return used;
}

async function tableAt(
  reader: Reader,
  event: string,
  tables: readonly MeetingLocationRecord[],
  span: Span,
  { location, meeting }: Pick<Wanted, 'location' | 'meeting'>,
): Promise<{ readonly location: string | null } | null> {
  if (tables.length === 0) return { location: null };
  const used = await usedTables(reader, event, span, meeting?.id ?? null);
  const free = tables.find(({ id }) => !used.has(id) && (location === null || id === location));
  return free ? { location: free.id } : null;
}

function spanAt(startMs: number, minutes: number): Span {
  return { startsAt: isoTime(startMs), endsAt: isoTime(startMs + minutes * minuteMs) };
}

async function slotAt(reader: Reader, event: EventRecord, wanted: Wanted, startsAt: string): Promise<Result<Slot>> {
  const span = spanAt(Date.parse(startsAt), wanted.minutes);
  const isInside = span.startsAt >= event.startsAt && span.endsAt <= event.endsAt;
  if (!isInside || span.startsAt < isoTime(wanted.nowMs))
    return refuseWith('outside_event', {
      path: 'startsAt',
      detail: { startsAt: event.startsAt, endsAt: event.endsAt },
    });
  const conflicts = (await takenBy(reader, wanted)).filter((one) => overlaps(one, span));
  if (conflicts.length > 0)
    return refuseWith('meeting_conflict', {
      path: 'startsAt',
      detail: { conflicts: conflicts.map(({ id, kind }) => ({ kind, id })) },
    });
  const table = await tableAt(reader, event.id, await tablesOf(reader, event.id), span, wanted);
  if (!table) return refuseWith('no_table_available', { path: wanted.location === null ? 'startsAt' : 'locationId' });
  return ok({ ...span, ...table });
}

async function takenBy(reader: Reader, { meeting, people }: Wanted) {
  const taken = (await Promise.all(people.map((person) => takenTimeOf(reader, person)))).flat();
  return taken.filter(({ id, kind }) => kind !== 'meeting' || id !== meeting?.id);
}

/** Returns the hours in which the server may set a meeting; a time that a person names may be any time of the event. */
export async function hoursOf(reader: Reader, event: EventRecord): Promise<readonly Span[]> {
  // A server without a schedule.
  const all = reader.shapeOf(sessions.name) === null ? [] : await sessionsOf(reader, event.id);
  return meetingHours(
    event,
    all.filter(({ status }) => status !== 'cancelled'),
  );
}

/**
 * The first time at which both and a table are free, within `hoursOf` and not before `leastLeadMs` from now, in steps from the
 * start of the event.
 */
async function firstSlot(reader: Reader, event: EventRecord, wanted: Wanted): Promise<Result<Slot>> {
  const [begin, end] = [Date.parse(event.startsAt), Date.parse(event.endsAt)];
  const stepMs = wanted.stepMinutes * minuteMs;
  const steps = Math.max(0, Math.ceil((wanted.nowMs + leastLeadMs - begin) / stepMs));
  const taken = await takenBy(reader, wanted);
  const tables = await tablesOf(reader, event.id);
  const hours = await hoursOf(reader, event);
  for (let n = 0; n < slotsMax; n += 1) {
    const startMs = begin + (steps + n) * stepMs;
    if (startMs + wanted.minutes * minuteMs > end) break;
    const span = spanAt(startMs, wanted.minutes);
    if (!isWithin(hours, span)) continue;
    // A meeting is not moved to the time that it has.
    if (span.startsAt === wanted.meeting?.startsAt || taken.some((one) => overlaps(one, span))) continue;
    const table = await tableAt(reader, event.id, tables, span, wanted);
    if (table) return ok({ ...span, ...table });
  }
  return refuseWith('no_common_slot', { path: 'startsAt' });
}

export async function findSlot(reader: Reader, event: EventRecord, wanted: Wanted): Promise<Result<Slot>> {
  const { location, startsAt } = wanted;
  if (location !== null) {
    const table = await reader.get(meetingLocations, location);
    if (table?.event !== event.id || !table.active) return refuseWith('no_table_available', { path: 'locationId' });
  }
  return startsAt === null ? firstSlot(reader, event, wanted) : slotAt(reader, event, wanted, startsAt);
}
