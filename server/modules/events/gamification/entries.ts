/**
 * The row that holds a person's points: made with the first activity or choice of anonymity, changed in the transaction of
 * each activity.
 */

import { isExcluded } from '#shared/gamification/ranking.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { ticketTypes } from '#shared/modules/events/event.ts';
import { badgeAwards, type LeaderboardEntryRecord, leaderboardEntries } from '#shared/modules/events/gamification.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { type Condition, where } from '#shared/query/query.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { gamificationOf } from './setting.ts';

export const equals = (path: string, value: unknown): Condition => ({ kind: 'field', path, op: 'equals', value });
export const above = (path: string, value: unknown): Condition => ({ kind: 'field', path, op: 'greater_than', value });

/** Everyone on the leaderboard: with points, not cancelled, and of no role that the event excludes. */
export const onBoard = (eventId: string): Condition => withPoints(eventId, true);

/** Entries with points that are not, or no longer, on the leaderboard: one more when a person has cancelled. */
export const offBoard = (eventId: string): Condition => withPoints(eventId, false);

const withPoints = (eventId: string, ranked: boolean): Condition => ({
  kind: 'and',
  of: [equals('event', eventId), equals('ranked', ranked), above('points', 0)],
});

/** The order of `compareStandings`; the store adds the id. */
export const boardOrder = [
  { path: 'points', direction: 'desc' },
  { path: 'reachedAt', direction: 'asc' },
] as const;

/** Whether the person may be on the leaderboard: neither cancelled nor of a role or ticket type that the event excludes. */
export async function isRanked(
  reader: Reader,
  event: EventRecord,
  { role, status, ticketType }: RegistrationRecord,
): Promise<boolean> {
  if (status !== 'confirmed' && status !== 'pending') return false;
  const type = await reader.get(ticketTypes, ticketType);
  return !isExcluded([role, type?.key ?? null], gamificationOf(event).excludedRoles);
}

const noPoints = { points: 0, badges: 0, ranked: true, anonymous: false };

/** Returns the entry of a registration, or an initial one where it has no activity. */
export async function entryOf(
  reader: Reader,
  event: string,
  registration: string,
): Promise<Pick<LeaderboardEntryRecord, 'event' | keyof typeof noPoints>> {
  return (await reader.findOne(leaderboardEntries, { registration })) ?? { event, ...noPoints };
}

export interface EntryChange {
  /** More points, or fewer. */
  readonly points: number;
  /** Whether the person got or lost badges. */
  readonly badges: boolean;
}

/** One write at most. @returns the entry as it is now; made where there was none */
export async function changeEntry(
  tx: Transaction,
  event: EventRecord,
  registration: RegistrationRecord,
  { badges, points }: EntryChange,
): Promise<LeaderboardEntryRecord> {
  const found = await tx.findOne(leaderboardEntries, { registration: registration.id });
  const changed = {
    ...(points !== 0 && { points: (found?.points ?? 0) + points, reachedAt: tx.now }),
    ...(badges && { badges: await badgesOf(tx, registration.id) }),
  };
  if (found) return Object.keys(changed).length === 0 ? found : await tx.update(leaderboardEntries, found.id, changed);
  return await tx.create(leaderboardEntries, {
    event: event.id,
    registration: registration.id,
    points: 0,
    reachedAt: tx.now,
    badges: 0,
    ranked: await isRanked(tx, event, registration),
    anonymous: false,
    ...changed,
  });
}

/** @returns how many a person holds */
export function badgesOf(reader: Reader, registration: string): Promise<number> {
  return reader.count(badgeAwards, where({ registration, state: 'awarded' }));
}

/** @returns 1 plus the number of people with more points; null: the person is on no leaderboard, as without points */
export async function rankOf(
  reader: Reader,
  { event, points, ranked }: Pick<LeaderboardEntryRecord, 'event' | 'points' | 'ranked'>,
): Promise<number | null> {
  if (!ranked || points === 0) return null;
  const more: Condition = {
    kind: 'and',
    of: [equals('event', event), equals('ranked', true), above('points', points)],
  };
  return 1 + (await reader.count(leaderboardEntries, more));
}
