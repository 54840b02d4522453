/** A type of activity that the organizer adds, as a form holds it. */
import { isActivityName } from '#shared/gamification/activity-types.ts';
import { refuseField } from '../../../../parts/as-error.ts';
import { keyFor } from '../../../../parts/form/key-for.ts';
import { fieldText, wholeOrNull } from '../../../../parts/form/values.ts';
import { t } from '../../../../parts/text/text.ts';

export interface OwnActivityDraft {
  /** Key of its row in the form. */
  readonly key: string;
  /** Empty: made from the name when it is saved. Points that were earned are kept by it. */
  readonly id: string;
  readonly name: string;
  readonly points: string;
  readonly maxPerDay: string;
}

export function newActivity(): OwnActivityDraft {
  return { key: crypto.randomUUID(), id: '', name: '', points: '', maxPerDay: '1' };
}

/** Ids begin with a letter and have no hyphens. */
function idFor(name: string, taken: readonly string[]): string {
  const plain = `own_${keyFor(name, []).replaceAll('-', '_')}`;
  let id = plain;
  for (let n = 2; taken.includes(id) || isActivityName(id); n++) id = `${plain}_${n}`;
  return id;
}

/** @throws GatehouseError at the fields `activities[n].name` and so on that lack something */
export function activitiesOf(drafts: readonly OwnActivityDraft[]) {
  const taken = drafts.map(({ id }) => id).filter(Boolean);
  return drafts.map(({ id, maxPerDay, name, points }, n) => {
    const path = (field: string) => `activities[${n}].${field}`;
    if (name.trim() === '') refuseField(path('name'), 'required', t('every_activity_needs_a_name'), null);
    const worth = wholeOrNull(points, path('points')) ?? pointsMissing(path('points'), name);
    const key = id || idFor(name, taken);
    taken.push(key);
    return { id: key, name: name.trim(), points: worth, maxPerDay: wholeOrNull(maxPerDay, path('maxPerDay')) ?? 1 };
  });
}

const pointsMissing = (path: string, name: string): number =>
  refuseField(path, 'required', name.trim() ? t('how_many_points_is_worth', { name }) : t('how_many_points'), 0);

interface OwnActivity {
  readonly id: string;
  readonly name: string;
  readonly points: number;
  readonly maxPerDay: number;
}

export function ownDrafts(stored: readonly OwnActivity[]): readonly OwnActivityDraft[] {
  return stored.map(({ id, maxPerDay, name, points }) => ({
    key: id,
    id,
    name,
    points: fieldText(points),
    maxPerDay: fieldText(maxPerDay),
  }));
}
