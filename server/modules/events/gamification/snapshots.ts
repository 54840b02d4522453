/**
 * Job: stores leaderboards as they stood at the last full hour and the last midnight of the event’s zone. The job runs a
 * little later; points that were recorded in between are taken off again. Badges are counted as at the run.
 */
import { ok } from '#shared/base/result.ts';
import { dayMs, hourMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { dayStart } from '#shared/base/zoned-input.ts';
import { zoneOrUtc } from '#shared/base/zoned-time.ts';
import { ranked } from '#shared/gamification/ranking.ts';
import { type EventRecord, events } from '#shared/modules/events/event.ts';
import {
  type ActivityRecord,
  activities,
  type LeaderboardEntryRecord,
  leaderboardEntries,
  leaderboardSnapshots,
  leaderboards,
} from '#shared/modules/events/gamification.ts';
import type { Condition } from '#shared/query/query.ts';
import { firstDue, type TimedJob } from '../../../core/collections/follower.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { timeOf } from '../event/event-status.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { boardOrder, equals, onBoard } from './entries.ts';
import type { BoardRow } from './leaderboard.ts';
import { gamificationOf } from './setting.ts';

/** Events that one run looks at. */
const eventsMax = 200;
/** Rows of a snapshot. */
const rowsMax = 200;
/** Activities recorded since the moment of a snapshot; with more the server was down, and the next hour has its own. */
const sinceMax = 20_000;

type Mode = 'hourly' | 'daily';

function momentOf(mode: Mode, { timezone }: EventRecord, nowMs: number): number {
  return mode === 'hourly' ? Math.floor(nowMs / hourMs) * hourMs : dayStart(nowMs, zoneOrUtc(timezone));
}

function since(event: string, asOf: string): Condition {
  return {
    kind: 'and',
    of: [equals('event', event), { kind: 'field', path: 'createdAt', op: 'greater_than', value: asOf }],
  };
}

async function reachedBy(reader: Reader, registration: string, asOf: string): Promise<string> {
  const [last] = await reader.find(activities, {
    where: {
      kind: 'and',
      of: [
        equals('registration', registration),
        { kind: 'field', path: 'points', op: 'greater_than', value: 0 },
        { kind: 'field', path: 'createdAt', op: 'less_than_equal', value: asOf },
      ],
    },
    sort: [{ path: 'createdAt', direction: 'desc' }],
    limit: 1,
  });
  return last?.createdAt ?? asOf;
}

/** The entry as it stood before the later activities. */
async function earlier(
  reader: Reader,
  entry: LeaderboardEntryRecord,
  later: readonly ActivityRecord[],
  asOf: string,
): Promise<LeaderboardEntryRecord> {
  const points = entry.points - later.reduce((sum, one) => sum + one.points, 0);
  return { ...entry, points, reachedAt: await reachedBy(reader, entry.registration, asOf) };
}

interface Standings {
  readonly rows: readonly BoardRow[];
  readonly people: number;
}

async function standingsAt(reader: Reader, event: string, asOf: string): Promise<Standings> {
  const later = await reader.find(activities, { where: since(event, asOf), limit: sinceMax });
  const byPerson = Map.groupBy(later, ({ registration }) => registration);
  // Without the later points each of these may fall, and as many others rise into the rows.
  const top = await reader.find(leaderboardEntries, {
    where: onBoard(event),
    sort: boardOrder,
    limit: rowsMax + byPerson.size,
  });
  const people = await reader.count(leaderboardEntries, onBoard(event));
  const then: LeaderboardEntryRecord[] = [];
  let gone = 0;
  for (const [registration, those] of byPerson) {
    const entry = await reader.findOne(leaderboardEntries, { registration });
    if (!entry?.ranked || entry.points === 0) continue;
    const before = await earlier(reader, entry, those, asOf);
    if (before.points > 0) then.push(before);
    else gone += 1;
  }
  const all = [...top.filter(({ registration }) => !byPerson.has(registration)), ...then];
  const rows = ranked(all)
    .slice(0, rowsMax)
    .map(({ badges, points, rank, registration }) => ({ rank, registration, points, badges }));
  return { rows, people: people - gone };
}

async function store(tx: Transaction, event: EventRecord, mode: Mode, asOf: string): Promise<void> {
  if (await tx.findOne(leaderboardSnapshots, { event: event.id, mode, asOf })) return;
  const { people, rows } = await standingsAt(tx, event.id, asOf);
  // Before anyone has points there is nothing to show.
  if (people > 0) await tx.create(leaderboardSnapshots, { event: event.id, mode, asOf, entries: rows, people });
}

/** @returns the next full hour */
export function nextSnapshot(now: string): string {
  return isoTime((Math.floor(Date.parse(now) / hourMs) + 1) * hourMs);
}

/** Tells whether the scores still change: until a day after the end, when the last kiosk has uploaded what it saw. */
function isMoving({ endsAt }: EventRecord, nowMs: number): boolean {
  return nowMs < timeOf(endsAt) + dayMs;
}

async function storeDue(tx: Transaction, id: string, nowMs: number): Promise<void> {
  const board = await tx.get(leaderboards, id);
  if (!board || (board.snapshotDueAt ?? tx.now) > isoTime(nowMs)) return;
  const event = await tx.get(events, board.event);
  const setting = event && gamificationOf(event);
  if (event && setting?.enabled && setting.hasLeaderboard)
    for (const mode of setting.snapshots) await store(tx, event, mode, isoTime(momentOf(mode, event, nowMs)));
  const snapshotDueAt = event && isMoving(event, nowMs) ? nextSnapshot(isoTime(nowMs)) : null;
  await tx.update(leaderboards, id, { snapshotDueAt });
}

const due: Condition = { kind: 'field', path: 'snapshotDueAt', op: 'exists', value: true };

export const storeSnapshots: TimedJob = {
  name: 'events.store-leaderboards',
  everyMs: minuteMs,
  scheduled: [{ collection: leaderboards.name, field: 'snapshotDueAt', waiting: due, longestMs: () => hourMs }],
  nextDue: (context, { lastRunMs }) =>
    firstDue(context, { collection: leaderboards.name, field: 'snapshotDueAt' }, lastRunMs),
  async run({ clock, commit, reader }) {
    const nowMs = clock();
    const found = await reader.find(leaderboards, {
      where: { kind: 'field', path: 'snapshotDueAt', op: 'less_than_equal', value: isoTime(nowMs) },
      sort: [{ path: 'snapshotDueAt', direction: 'asc' }],
      limit: eventsMax,
    });
    for (const { id } of found) throwIfRefused(await commit(async (tx) => ok(await storeDue(tx, id, nowMs))));
  },
};
