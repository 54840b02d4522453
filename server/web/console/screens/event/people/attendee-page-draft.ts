/** The settings of the attendees' pages, as their form holds them. */
import { fromZonedInput, zonedInput } from '#shared/base/zoned-input.ts';
import { scheduleFields } from '#shared/modules/events/settings.ts';
import { type FeatureName, featureFields, featureNames } from '#shared/modules/events/type-features.ts';
import { readSetting } from '#shared/schema/read-setting.ts';
import type { EventRecord } from '../event-record.ts';

/** Whether a feature is as the type of the event has it, always shown, or off. */
export type Choice = 'type' | 'shown' | 'off';
export const choices: readonly Choice[] = ['type', 'shown', 'off'];

function choiceOf(stored: boolean | null | undefined): Choice {
  if (typeof stored !== 'boolean') return 'type';
  return stored ? 'shown' : 'off';
}

const openText = (at: string | null, timezone: string) => (at === null ? '' : zonedInput(Date.parse(at), timezone));

export function draftOf({ features, schedule, timezone, type }: EventRecord) {
  const { bookings, bookingsOpenAt, ratings } = readSetting(scheduleFields, schedule);
  const shown = readSetting(featureFields, features);
  const chosen = featureNames.map((name) => [name, choiceOf(shown[name])] as const);
  return {
    features,
    schedule,
    timezone,
    type,
    chosen: Object.fromEntries(chosen) as Readonly<Record<FeatureName, Choice>>,
    bookings,
    bookingsOpenAt: openText(bookingsOpenAt, timezone),
    ratings,
  };
}
type Draft = ReturnType<typeof draftOf>;

export function valuesOf({ bookings, bookingsOpenAt, chosen, features, ratings, schedule, timezone }: Draft) {
  const own = featureNames.map((name) => [name, chosen[name] === 'type' ? null : chosen[name] === 'shown'] as const);
  const { bookingsOpenAt: before } = readSetting(scheduleFields, schedule);
  return {
    features: { ...features, ...Object.fromEntries(own) },
    schedule: {
      ...schedule,
      bookings,
      // The field shows minutes: a moment that was not changed keeps its seconds.
      bookingsOpenAt: bookingsOpenAt === openText(before, timezone) ? before : fromZonedInput(bookingsOpenAt, timezone),
      ratings,
    },
  } satisfies Partial<EventRecord>;
}
