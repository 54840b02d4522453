/**
 * Decides which features an event offers. Its type sets only what pages show first; a feature is off where the event says so.
 */
import { ok, type Result } from '#shared/base/result.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type FeatureName, featureFields, shownByType } from '#shared/modules/events/type-features.ts';
import { readSetting } from '#shared/schema/read-setting.ts';
import type { Reader } from '../../../store/contract.ts';
import { eventOf } from '../records.ts';

export function isShown({ features, type }: Pick<EventRecord, 'features' | 'type'>, feature: FeatureName): boolean {
  return readSetting(featureFields, features)[feature] ?? shownByType[type]?.includes(feature) ?? false;
}

/** @returns the event, where it offers the feature */
export async function eventWith(reader: Reader, eventId: string, feature: FeatureName): Promise<Result<EventRecord>> {
  const event = await eventOf(reader, eventId);
  if (!event.ok) return event;
  const isOff = readSetting(featureFields, event.value.features)[feature] === false;
  return isOff ? refuseWith('feature_off', { detail: { feature } }) : ok(event.value);
}
