/** Reads the group `gamification` of an event, with the default of each value that the group leaves out. */
import { isObject } from '#shared/base/json.ts';
import { ok, type Refusal, type Result } from '#shared/base/result.ts';
import {
  type ActivitySetting,
  activityNames,
  isActivityName,
  type OwnActivity,
} from '#shared/gamification/activity-types.ts';
import { type BadgeId, badgeIds, badgeOf } from '#shared/gamification/badges.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { refusal, refuseWith } from '#shared/modules/events/refusals.ts';
import { gamificationFields } from '#shared/modules/events/settings.ts';
import { readSetting } from '#shared/schema/read-setting.ts';

const excludedByDefault = ['staff', 'exhibitor'];

export interface BadgeSetting {
  readonly enabled: boolean;
  readonly prizeDraw: boolean;
}

export interface GamificationSetting extends ActivitySetting {
  readonly own: readonly (OwnActivity & { readonly name: string })[];
  readonly enabled: boolean;
  readonly hasLeaderboard: boolean;
  /** Number of rows that the leaderboard shows. */
  readonly size: number;
  readonly snapshots: readonly ('hourly' | 'daily')[];
  readonly excludedRoles: readonly string[];
  readonly prizeDraws: boolean;
  readonly badge: (id: BadgeId) => BadgeSetting;
}

const numbersIn = (stored: unknown): Readonly<Record<string, number>> =>
  isObject(stored)
    ? Object.fromEntries(
        Object.entries(stored).filter((entry): entry is [string, number] => Number.isInteger(entry[1])),
      )
    : {};

export function gamificationOf({ gamification }: Pick<EventRecord, 'gamification'>): GamificationSetting {
  const setting = readSetting(gamificationFields, gamification);
  const { leaderboard } = setting;
  const own = isObject(setting.badges) ? setting.badges : {};
  return {
    enabled: setting.enabled,
    points: numbersIn(setting.points),
    caps: numbersIn(setting.caps),
    own: setting.activities ?? [],
    hasLeaderboard: leaderboard?.enabled ?? true,
    size: leaderboard?.size ?? 50,
    snapshots: leaderboard?.snapshots ?? ['hourly', 'daily'],
    excludedRoles: leaderboard?.excludedRoles ?? excludedByDefault,
    prizeDraws: setting.prizeDraws,
    badge(id) {
      const stored = own[id];
      const { enabled, prizeDraw } = isObject(stored) ? stored : {};
      return {
        enabled: enabled !== false,
        prizeDraw: typeof prizeDraw === 'boolean' ? prizeDraw : badgeOf(id).prizeDraw,
      };
    },
  };
}

export function checkEnabled(setting: GamificationSetting): Result<null> {
  return setting.enabled ? ok(null) : refuseWith('gamification_disabled');
}

const keysOf = (value: unknown) => (isObject(value) ? Object.keys(value) : []);

/** Returns the problems of a stored group: without them a misspelt name would silently change nothing. */
export function gamificationProblems(stored: unknown): readonly Refusal[] {
  if (!isObject(stored)) return [];
  const problems: Refusal[] = [];
  const { activities } = readSetting(gamificationFields, stored);
  const own = (activities ?? []).map(({ id }) => id);
  own.forEach((id, at) => {
    if (isActivityName(id) || own.indexOf(id) !== at)
      problems.push(refusal('duplicate_activity_id', { path: `gamification.activities[${at}].id` }));
  });
  for (const group of ['points', 'caps'])
    for (const key of keysOf(stored[group]))
      if (!isActivityName(key))
        problems.push(
          refusal('activity_type_unknown', {
            path: `gamification.${group}.${key}`,
            detail: { allowed: activityNames },
          }),
        );
  for (const key of keysOf(stored['badges']))
    if (!badgeIds.some((id) => id === key))
      problems.push(
        refusal('award_badge_unknown', { path: `gamification.badges.${key}`, detail: { allowed: badgeIds } }),
      );
  return problems;
}
