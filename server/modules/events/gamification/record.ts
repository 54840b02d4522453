/** Records an activity with its points, badges and total, in one transaction: all of it, or nothing. */

import { eventDay } from '#shared/admission/event-day.ts';
import { must } from '#shared/base/assert.ts';
import { isoTime } from '#shared/base/time.ts';
import { activityTypeOf, onlySubject, pointsFor } from '#shared/gamification/activity-types.ts';
import type { BadgeId } from '#shared/gamification/badges.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import {
  type ActivityRecord,
  activities,
  type LeaderboardEntryRecord,
  leaderboardEntries,
} from '#shared/modules/events/gamification.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Transaction } from '../../../store/contract.ts';
import { awardEarned, ensureBadges, revokeUnearned } from './award-badges.ts';
import { entryFor } from './entries.ts';
import { gamificationOf } from './setting.ts';

export interface Happened {
  /** A type that the event knows. */
  readonly type: string;
  readonly subjectId: string | null;
  readonly occurredMs: number;
  readonly source: ActivityRecord['source'];
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

export interface Recorded {
  readonly activity: ActivityRecord;
  readonly entry: LeaderboardEntryRecord;
  readonly duplicate: boolean;
  readonly capped: boolean;
  readonly points: number;
  readonly badges: readonly BadgeId[];
}

export async function recordHappened(
  tx: Transaction,
  event: EventRecord,
  registration: RegistrationRecord,
  { metadata = null, occurredMs, source, subjectId: subject, type: name }: Happened,
): Promise<Recorded> {
  const type = must(activityTypeOf(name, gamificationOf(event)), 'a type that the event knows');
  const subjectId = type.once ? onlySubject : (subject ?? onlySubject);
  const whose = { event: event.id, registration: registration.id };
  const entry = await entryFor(tx, event, registration);
  const known = await tx.findOne(activities, { ...whose, type: name, subjectId });
  if (known) return { activity: known, entry, duplicate: true, capped: known.capped, points: 0, badges: [] };
  await ensureBadges(tx, event.id);
  const day = eventDay(occurredMs, event.timezone);
  const earned = await tx.count(activities, where({ registration: registration.id, type: name, day, capped: false }));
  const { capped, points } = pointsFor(type, earned);
  const activity = await tx.create(activities, {
    ...whose,
    type: name,
    subjectId,
    points,
    capped,
    occurredAt: isoTime(occurredMs),
    day,
    source,
    metadata,
  });
  const total = points === 0 ? entry : await addPoints(tx, entry, points);
  const badges = await awardEarned(tx, event, total);
  return { activity, entry: total, duplicate: false, capped, points, badges };
}

function addPoints(tx: Transaction, { id, points }: LeaderboardEntryRecord, more: number) {
  return tx.update(leaderboardEntries, id, { points: points + more, reachedAt: tx.now });
}

/** Takes back an activity that turned out not to have happened, with its points and the badges it earned. */
export async function withdraw(
  tx: Transaction,
  event: EventRecord,
  registration: RegistrationRecord,
  { subjectId, type }: Pick<ActivityRecord, 'type' | 'subjectId'>,
): Promise<void> {
  const gone = await tx.findOne(activities, { event: event.id, registration: registration.id, type, subjectId });
  if (!gone) return;
  await tx.delete(activities, gone.id);
  const entry = await entryFor(tx, event, registration);
  if (gone.points > 0) await addPoints(tx, entry, -gone.points);
  await revokeUnearned(tx, event.id, entry, gone);
}
