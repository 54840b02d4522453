/** Awards what a person has earned: one evaluation after each activity, in its transaction. */
import { isObject } from '#shared/base/json.ts';
import {
  type AwardFacts,
  type BadgeId,
  badgeIds,
  badgeOf,
  dwellSecondsMin,
  earnedBadges,
} from '#shared/gamification/badges.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { exhibitors } from '#shared/modules/events/exhibitor.ts';
import {
  type ActivityRecord,
  achievementBadges,
  activities,
  badgeAwards,
  type LeaderboardEntryRecord,
} from '#shared/modules/events/gamification.ts';
import { sessions } from '#shared/modules/events/schedule.ts';
import { where } from '#shared/query/query.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { whatIsThere } from '../what-is-there.ts';
import { gamificationOf } from './setting.ts';

/** Activities of one person at one event that are looked at. */
const activitiesMax = 5_000;

export function activitiesOf(reader: Reader, registrationId: string): Promise<readonly ActivityRecord[]> {
  return reader.find(activities, { where: where({ registration: registrationId }), limit: activitiesMax });
}

const detailOf = ({ metadata }: ActivityRecord, name: string): unknown => (isObject(metadata) ? metadata[name] : null);

async function tracksOf(reader: Reader, eventId: string, attended: readonly ActivityRecord[]) {
  const byTrack = Map.groupBy(attended, (one) => detailOf(one, 'track'));
  const tracks: { attended: number; inAll: number }[] = [];
  for (const [track, those] of byTrack) {
    if (typeof track !== 'string') continue;
    const inAll = await reader.count(sessions, where({ event: eventId, track, status: 'scheduled' }));
    tracks.push({ attended: those.length, inAll });
  }
  return tracks;
}

/** @param done all activities of the person */
export async function factsOf(reader: Reader, eventId: string, done: readonly ActivityRecord[]): Promise<AwardFacts> {
  const of = (type: string) => done.filter((one) => one.type === type);
  const meetings = of('meeting_completed');
  const booths = of('booth_visit');
  const companies = new Set(meetings.map((one) => detailOf(one, 'company')).filter((one) => typeof one === 'string'));
  const attended = of('session_attended');
  // Activities outlast the part that they came from, where its line is removed later.
  const there = whatIsThere(reader);
  return {
    checkins: of('checkin').length,
    early: of('early_checkin').length > 0,
    profileComplete: of('profile_completed').length > 0,
    sessions: attended.length,
    mutualMatches: of('match_mutual').length,
    ratings: of('session_rated').length,
    votes: of('poll_vote').length,
    meetings: meetings.length,
    companies: companies.size,
    approvedQuestions: of('question_approved').length,
    booths: booths.length,
    boothsStayed: booths.filter((one) => Number(detailOf(one, 'dwellSeconds')) >= dwellSecondsMin).length,
    boothsInAll: booths.length === 0 ? 0 : await there.count(exhibitors, where({ event: eventId, removedAt: null })),
    tracks: await tracksOf(there, eventId, attended),
  };
}

/** The 15 rows of an event, with its first activity. */
async function ensureBadges(tx: Transaction, eventId: string): Promise<void> {
  if (await tx.findOne(achievementBadges, { event: eventId, key: badgeIds[0] })) return;
  for (const key of badgeIds) {
    const { name, rarity } = badgeOf(key);
    await tx.create(achievementBadges, { event: eventId, key, name, rarity, holders: 0 });
  }
}

/** The caller counts the person's badges. @returns whether it is new to the person */
export async function award(
  tx: Transaction,
  { event, registration }: Pick<LeaderboardEntryRecord, 'event' | 'registration'>,
  badge: BadgeId,
): Promise<boolean> {
  const known = await tx.findOne(badgeAwards, { registration, badge });
  if (known?.state === 'awarded') return false;
  const awarded = { state: 'awarded', awardedAt: tx.now } as const;
  if (known) await tx.update(badgeAwards, known.id, awarded);
  else await tx.create(badgeAwards, { event, registration, badge, ...awarded });
  return true;
}

/** The caller counts the person's badges. @returns the badges that are new to the person */
export async function awardEarned(
  tx: Transaction,
  event: EventRecord,
  registration: string,
): Promise<readonly BadgeId[]> {
  await ensureBadges(tx, event.id);
  const setting = gamificationOf(event);
  const facts = await factsOf(tx, event.id, await activitiesOf(tx, registration));
  const given: BadgeId[] = [];
  for (const id of earnedBadges(facts).filter((id) => setting.badge(id).enabled))
    if (await award(tx, { event: event.id, registration }, id)) given.push(id);
  return given;
}

/** Takes away badges that an activity, which turned out not to have happened, had earned. @returns whether there were any */
export async function revokeUnearned(
  tx: Transaction,
  eventId: string,
  registration: string,
  gone: ActivityRecord,
): Promise<boolean> {
  const left = await activitiesOf(tx, registration);
  const before = earnedBadges(await factsOf(tx, eventId, [...left, gone]));
  const after = new Set(earnedBadges(await factsOf(tx, eventId, left)));
  let isAny = false;
  for (const badge of before.filter((id) => !after.has(id))) {
    const known = await tx.findOne(badgeAwards, { registration, badge });
    if (known?.state !== 'awarded') continue;
    await tx.update(badgeAwards, known.id, { state: 'revoked' });
    isAny = true;
  }
  return isAny;
}
