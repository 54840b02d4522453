/** Records an activity with its points, badges and total, in one transaction: all of it, or nothing. */

import { eventDay } from '#shared/admission/event-day.ts';
import { must } from '#shared/base/assert.ts';
import { isoTime } from '#shared/base/time.ts';
import { activityTypeOf, onlySubject, pointsFor } from '#shared/gamification/activity-types.ts';
import type { BadgeId } from '#shared/gamification/badges.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { type ActivityRecord, activities, type LeaderboardEntryRecord } from '#shared/modules/events/gamification.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Transaction } from '../../../store/contract.ts';
import { awardEarned, revokeUnearned } from './award-badges.ts';
import { changeEntry } from './entries.ts';
import { gamificationOf } from './setting.ts';

export interface Happened {
  /** A type that the event knows. */
  readonly type: string;
  /** Null: the type has one subject alone. */
  readonly subjectId: string | null;
  /** Unix milliseconds. */
  readonly occurredMs: number;
  readonly source: ActivityRecord['source'];
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

export interface Recorded {
  readonly activity: ActivityRecord;
  readonly entry: LeaderboardEntryRecord;
  /** The activity was recorded before. */
  readonly duplicate: boolean;
  /** The limit of its day was reached: it earned no points. */
  readonly capped: boolean;
  /** Points that this record has added; 0 for a duplicate. */
  readonly points: number;
  readonly badges: readonly BadgeId[];
}

/** Records one activity; see `recordAll`. */
export async function recordHappened(
  tx: Transaction,
  event: EventRecord,
  registration: RegistrationRecord,
  happened: Happened,
): Promise<Recorded> {
  const [recorded] = await recordAll(tx, event, registration, [happened]);
  return must(recorded, 'an answer for each activity');
}

/**
 * Badges are evaluated once for all of them, and the total is written once: an entry at the gate is two activities, and a
 * thousand people come within minutes.
 *
 * @returns in their order; the badges are those of all together
 */
export async function recordAll(
  tx: Transaction,
  event: EventRecord,
  registration: RegistrationRecord,
  all: readonly Happened[],
): Promise<readonly Recorded[]> {
  if (all.length === 0) return [];
  const added: Added[] = [];
  for (const one of all) added.push(await addActivity(tx, event, registration, one));
  const points = added.reduce((sum, one) => sum + one.points, 0);
  const badges = added.some(({ duplicate }) => !duplicate) ? await awardEarned(tx, event, registration.id) : [];
  const entry = await changeEntry(tx, event, registration, { points, badges: badges.length > 0 });
  return added.map((one) => ({ ...one, entry, badges }));
}

type Added = Omit<Recorded, 'entry' | 'badges'>;

async function addActivity(
  tx: Transaction,
  event: EventRecord,
  registration: RegistrationRecord,
  { metadata = null, occurredMs, source, subjectId: subject, type: name }: Happened,
): Promise<Added> {
  const type = must(activityTypeOf(name, gamificationOf(event)), 'a type that the event knows');
  const subjectId = type.once ? onlySubject : (subject ?? onlySubject);
  const whose = { event: event.id, registration: registration.id };
  const known = await tx.findOne(activities, { ...whose, type: name, subjectId });
  if (known) return { activity: known, duplicate: true, capped: known.capped, points: 0 };
  const day = eventDay(occurredMs, event.timezone);
  const today = where({ registration: registration.id, type: name, day, capped: false });
  const { capped, points } = pointsFor(type, type.maxPerDay === null ? 0 : await tx.count(activities, today));
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
  return { activity, duplicate: false, capped, points };
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
  const badges = await revokeUnearned(tx, event.id, registration.id, gone);
  await changeEntry(tx, event, registration, { points: -gone.points, badges });
}
