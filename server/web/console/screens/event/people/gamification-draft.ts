/** The gamification setting as its form holds it. What the form does not show stays as it is. */
import { isObject } from '#shared/base/json.ts';
import { patchTo } from '#shared/base/merge-patch.ts';
import { type ActivityName, activityNames, activityTypes } from '#shared/gamification/activity-types.ts';
import { type BadgeId, badgeIds, badges } from '#shared/gamification/badges.ts';
import { gamificationFields } from '#shared/modules/events/settings.ts';
import { readSetting } from '#shared/schema/read-setting.ts';
import { refuseUnfit } from '../../../../parts/as-error.ts';
import { linesOf } from '../../../../parts/form/lines-of.ts';
import { fieldText, wholeOrNull } from '../../../../parts/form/values.ts';
import type { EventRecord } from '../event-record.ts';
import { activitiesOf, ownDrafts } from './own-activity.ts';

/** Numbers as typed; empty where the default holds. */
export interface ActivityDraft {
  readonly points: string;
  readonly cap: string;
}

export interface BadgeDraft {
  readonly enabled: boolean;
  readonly prizeDraw: boolean;
}

type ByActivity = Readonly<Record<ActivityName, ActivityDraft>>;
type ByBadge = Readonly<Record<BadgeId, BadgeDraft>>;

const member = (map: unknown, name: string): unknown => (isObject(map) ? map[name] : undefined);
const numberText = (value: unknown) => (typeof value === 'number' ? fieldText(value) : '');
const usualOf = (id: BadgeId): BadgeDraft => ({ enabled: true, prizeDraw: badges[id].prizeDraw });
const standardSize = 50;
const usuallyExcluded = ['staff', 'exhibitor'];

function badgeDraft(stored: unknown, id: BadgeId): BadgeDraft {
  const own = member(stored, id);
  const prizeDraw = member(own, 'prizeDraw');
  const enabled = member(own, 'enabled') !== false;
  return { enabled, prizeDraw: typeof prizeDraw === 'boolean' ? prizeDraw : usualOf(id).prizeDraw };
}

const excludedText = (roles: readonly string[] | null | undefined) => (roles ?? usuallyExcluded).join('\n');

export function draftOf({ gamification }: EventRecord) {
  const setting = readSetting(gamificationFields, gamification);
  const { leaderboard } = setting;
  const activities = activityNames.map((name) => {
    const draft = { points: numberText(member(setting.points, name)), cap: numberText(member(setting.caps, name)) };
    return [name, draft] as const;
  });
  return {
    gamification,
    enabled: setting.enabled,
    leaderboard: leaderboard?.enabled ?? true,
    size: fieldText(leaderboard?.size ?? standardSize),
    excludedRoles: excludedText(leaderboard?.excludedRoles),
    prizeDraws: setting.prizeDraws,
    activities: Object.fromEntries(activities) as ByActivity,
    own: ownDrafts(setting.activities ?? []),
    badges: Object.fromEntries(badgeIds.map((id) => [id, badgeDraft(setting.badges, id)])) as ByBadge,
  };
}
export type GamificationDraft = ReturnType<typeof draftOf>;

/** Returns the numbers that differ from the default; null: none does. */
function changedNumbers(
  texts: (name: ActivityName) => string,
  usual: (name: ActivityName) => number | null,
  path: string,
): Readonly<Record<string, number>> | null {
  const changed = activityNames.flatMap((name) => {
    const value = wholeOrNull(texts(name), `${path}.${name}`);
    return value === null || value === usual(name) ? [] : [[name, value] as const];
  });
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}

function changedBadges(drafts: ByBadge): Readonly<Record<string, BadgeDraft>> | null {
  const changed = badgeIds.filter((id) => {
    const { enabled, prizeDraw } = usualOf(id);
    return drafts[id].enabled !== enabled || drafts[id].prizeDraw !== prizeDraw;
  });
  return changed.length > 0 ? Object.fromEntries(changed.map((id) => [id, drafts[id]])) : null;
}

/** @throws GatehouseError beside the row that cannot be read */
export function valuesOf(draft: GamificationDraft): Partial<EventRecord> {
  const { activities, enabled, gamification, prizeDraws } = draft;
  const leaderboard = gamification?.['leaderboard'];
  const { leaderboard: stored } = readSetting(gamificationFields, gamification);
  const isSame = draft.excludedRoles === excludedText(stored?.excludedRoles);
  const setting = {
    ...gamification,
    enabled,
    prizeDraws,
    points: changedNumbers(
      (name) => activities[name].points,
      (name) => activityTypes[name].points,
      'points',
    ),
    caps: changedNumbers(
      (name) => activities[name].cap,
      (name) => activityTypes[name].maxPerDay,
      'caps',
    ),
    activities: activitiesOf(draft.own),
    badges: changedBadges(draft.badges),
    leaderboard: {
      ...(isObject(leaderboard) && leaderboard),
      enabled: draft.leaderboard,
      size: wholeOrNull(draft.size, 'size') ?? standardSize,
      excludedRoles: isSame ? (stored?.excludedRoles ?? null) : linesOf(draft.excludedRoles),
    },
  };
  refuseUnfit(gamificationFields, setting);
  return { gamification: patchTo(gamification, setting) as EventRecord['gamification'] };
}
