/** `events.leaderboard`: live, or as it stood at the last full hour or midnight. */
import { isObject } from '#shared/base/json.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import { ranked } from '#shared/gamification/ranking.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { leaderboardEntries, leaderboardSnapshots, snapshotModes } from '#shared/modules/events/gamification.ts';
import { getLeaderboard, setAnonymous } from '#shared/modules/events/gamification-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import { action } from '../../../core/collections/action.ts';
import type { Reader } from '../../../store/contract.ts';
import { attendeeOf, checkValid } from '../attendee.ts';
import { blockedPeople } from '../blocked-people.ts';
import { eventOf } from '../records.ts';
import { boardOrder, changeEntry, entryOf, onBoard, rankOf } from './entries.ts';
import { checkEnabled, gamificationOf } from './setting.ts';

export interface BoardRow {
  readonly rank: number;
  readonly registration: string;
  readonly points: number;
  readonly badges: number;
}

/** The top of the live leaderboard. */
export async function liveRows(reader: Reader, eventId: string, limit: number): Promise<readonly BoardRow[]> {
  const entries = await reader.find(leaderboardEntries, { where: onBoard(eventId), sort: boardOrder, limit });
  return ranked(entries).map(({ badges, points, rank, registration }) => ({ rank, registration, points, badges }));
}

/**
 * Returns the rows with current names. A person who does not want to be named, or is blocked for the reader, has a row
 * without a name: rank and points stay, and the row does not say which of the two it is.
 *
 * @param blocked registrations that are not named to the person who asks
 */
export async function namedRows(reader: Reader, rows: readonly BoardRow[], blocked: ReadonlySet<string> = new Set()) {
  const ids = rows.map(({ registration }) => registration);
  if (ids.length === 0) return [];
  const among = (path: string) => ({
    where: { kind: 'field', path, op: 'in', value: ids } as const,
    limit: ids.length,
  });
  const people = new Map((await reader.find(registrations, among('id'))).map((one) => [one.id, one]));
  const entries = await reader.find(leaderboardEntries, among('registration'));
  const anonymous = entries.filter((entry) => entry.anonymous).map(({ registration }) => registration);
  const unnamed = new Set([...anonymous, ...blocked]);
  return rows.map(({ badges, points, rank, registration }) => {
    const person = unnamed.has(registration) ? undefined : people.get(registration);
    const who = person
      ? { registrationId: person.id, name: person.name, company: person.company }
      : { registrationId: null, name: null, company: null };
    return { rank, ...who, points, badges };
  });
}

const isRow = (row: unknown): row is BoardRow => isObject(row) && typeof row['registration'] === 'string';

interface Board {
  readonly rows: readonly BoardRow[];
  readonly asOf: string | null;
  readonly people: number;
}

async function snapshotBoard(reader: Reader, eventId: string, mode: 'hourly' | 'daily', limit: number): Promise<Board> {
  const [snapshot] = await reader.find(leaderboardSnapshots, {
    where: where({ event: eventId, mode }),
    sort: [{ path: 'asOf', direction: 'desc' }],
    limit: 1,
  });
  if (!snapshot) return { rows: [], asOf: null, people: 0 };
  const stored: unknown = snapshot.entries;
  const rows = Array.isArray(stored) ? stored.filter(isRow) : [];
  return { rows: rows.slice(0, limit), asOf: snapshot.asOf, people: snapshot.people };
}

async function liveBoard(reader: Reader, eventId: string, limit: number, nowMs: number): Promise<Board> {
  const people = await reader.count(leaderboardEntries, onBoard(eventId));
  return { rows: await liveRows(reader, eventId, limit), asOf: isoTime(nowMs), people };
}

function checkShown(event: EventRecord): Result<null> {
  const setting = gamificationOf(event);
  const enabled = checkEnabled(setting);
  if (!enabled.ok) return enabled;
  return setting.hasLeaderboard ? ok(null) : refuseWith('leaderboard_disabled');
}

async function placeOf(reader: Reader, event: string, registrationId: string) {
  const entry = await entryOf(reader, event, registrationId);
  const { anonymous, badges, points } = entry;
  return { rank: await rankOf(reader, entry), registrationId, points, badges, anonymous };
}

export const leaderboardAction = action(getLeaderboard, async (reader, input, { actor, clock }) => {
  const event = await eventOf(reader, input.eventId);
  if (!event.ok) return event;
  const shown = checkShown(event.value);
  if (!shown.ok) return shown;
  const mode = snapshotModes.find((one) => one === input.snapshot);
  if (input.snapshot && !mode)
    return refuseWith('snapshot_unknown', { path: 'snapshot', detail: { allowed: snapshotModes } });
  const { registrationId } = input;
  const asking = registrationId ? await attendeeOf(reader, { ...input, registrationId }, actor, 'events:read') : null;
  if (asking && !asking.ok) return asking;
  const limit = input.limit ?? gamificationOf(event.value).size;
  const board = mode
    ? await snapshotBoard(reader, event.value.id, mode, limit)
    : await liveBoard(reader, event.value.id, limit, clock());
  return ok({
    leaderboard: await namedRows(reader, board.rows, asking ? await blockedPeople(reader, asking.value.id) : undefined),
    ...(asking && { me: await placeOf(reader, event.value.id, asking.value.id) }),
    meta: { mode: mode ?? 'live', asOf: board.asOf, people: board.people },
  });
});

export const setAnonymousAction = action(setAnonymous, async (tx, input, { actor }) => {
  const event = await eventOf(tx, input.eventId);
  if (!event.ok) return event;
  const registration = await attendeeOf(tx, input, actor);
  if (!registration.ok) return registration;
  const valid = checkValid(registration.value);
  if (!valid.ok) return valid;
  const entry = await changeEntry(tx, event.value, registration.value, { points: 0, badges: false });
  await tx.update(leaderboardEntries, entry.id, { anonymous: input.anonymous });
  return ok({ registrationId: registration.value.id, anonymous: input.anonymous });
});
