/** The forms of networking, points and the attendees’ page: what was not changed means the same after it is saved. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gamificationOf } from '#server/modules/events/gamification/setting.ts';
import { networkingOf } from '#server/modules/events/networking/setting.ts';
import { isShown } from '#server/modules/events/type-features/features.ts';
import type { EventRecord as Draft } from '#server/web/console/screens/event/event-record.ts';
import * as attendeePage from '#server/web/console/screens/event/people/attendee-page-draft.ts';
import * as gamification from '#server/web/console/screens/event/people/gamification-draft.ts';
import * as networking from '#server/web/console/screens/event/people/networking-draft.ts';
import { examples, mapOf, mapText, pairsOf } from '#server/web/console/screens/event/people/word-lists.ts';
import { allRefusals } from '#server/web/parts/as-error.ts';
import type { Json, Values } from '#shared/base/json.ts';
import { mergePatch } from '#shared/base/merge-patch.ts';
import { activityNames, activityTypeOf } from '#shared/gamification/activity-types.ts';
import { badgeIds } from '#shared/gamification/badges.ts';
import { eventTypes } from '#shared/modules/events/event.ts';
import { gamificationFields, networkingFields, scheduleFields } from '#shared/modules/events/settings.ts';
import { featureFields, featureNames } from '#shared/modules/events/type-features.ts';
import type { Field } from '#shared/schema/field.ts';
import { readSetting } from '#shared/schema/read-setting.ts';
import type { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { valuesOf } from '#test/fixtures/valid-record.ts';

type Stored = Values | null;
/** A setting as its record holds it. */
const json = (value: Stored) => value as Json;

const stored = (fields: readonly Field[]): fc.Arbitrary<Stored> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 8, arbitrary: valuesOf(fields, () => []) as fc.Arbitrary<Stored> },
  );
const event = (patch: Readonly<Record<string, unknown>>) => ({ timezone: 'Europe/Berlin', ...patch }) as Draft;

test('networking', () => {
  const meaning = (value: Stored) => {
    const { lexicon, rules, ...rest } = networkingOf({ networking: json(value) });
    const pairs = rules.known.flatMap((a) =>
      rules.known.map((b) => [a, b, rules.complements(a, b), rules.prevents(a, b)]),
    );
    return { ...rest, lexicon: [...lexicon], pairs };
  };
  fc.assert(
    fc.property(stored(networkingFields), (value) => {
      const { networking: patch } = networking.valuesOf(networking.draftOf(event({ networking: value })));
      const saved = mergePatch(value, patch) as Stored;
      expect(meaning(saved)).toEqual(meaning(value));
    }),
  );
});

test('points and badges', () => {
  const meaning = (value: Stored) => {
    const { badge, caps, points, ...rest } = gamificationOf({ gamification: json(value) });
    const types = activityNames.map((name) => activityTypeOf(name, { caps, points, own: [] }));
    return { ...rest, types, badges: badgeIds.map(badge) };
  };
  const byName = (names: readonly string[], value: fc.Arbitrary<unknown>) =>
    fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 });
  const named = fc.record({
    points: byName(activityNames, fc.nat(10_000)),
    caps: byName(activityNames, fc.nat(1_000)),
    badges: byName(badgeIds, fc.record({ enabled: fc.boolean(), prizeDraw: fc.option(fc.boolean()) })),
  });
  fc.assert(
    fc.property(stored(gamificationFields), named, (rest, some) => {
      const value = rest && { ...rest, ...some };
      const draft = gamification.draftOf(event({ gamification: value }));
      const saved = mergePatch(value, gamification.valuesOf(draft).gamification) as Stored;
      expect(meaning(saved)).toEqual(meaning(value));
    }),
  );
});

test('the page of attendees', () => {
  fc.assert(
    fc.property(
      stored(featureFields),
      stored(scheduleFields),
      fc.constantFrom(...eventTypes),
      (features, schedule, type) => {
        const saved = attendeePage.valuesOf(attendeePage.draftOf(event({ features, schedule, type })));
        for (const name of featureNames)
          expect(isShown({ features: json(saved.features), type }, name)).toBe(
            isShown({ features: json(features), type }, name),
          );
        expect(readSetting(scheduleFields, saved.schedule)).toEqual(readSetting(scheduleFields, schedule));
      },
    ),
  );
});

/** What a form says that reads this, at its rows. */
function saidOf(read: () => unknown): Readonly<Record<string, string>> {
  try {
    allRefusals(read);
  } catch (fault) {
    const { errors } = fault as GatehouseError;
    return Object.fromEntries(errors.map(({ message, path }) => [path, message]));
  }
  return {};
}

test('lines of roles are read as they are shown; each line that is wrong is named by its number', () => {
  const map = { founder: ['investor', 'mentor'], 'product manager': ['developer'] };
  expect(mapOf(mapText(map), 'roles', examples.roles)).toEqual(map);
  const wrong = 'founder: a\n\n Founder : b\ninvestor\nmentor: \n: x';
  expect(saidOf(() => mapOf(wrong, 'roles', examples.roles))).toEqual({
    'roles[2]': 'Line 3 begins with “Founder”, as line 1 does. Put both into one line.',
    'roles[3]': 'Line 4, “investor”, has no colon. Write, for example, “founder: investor, mentor”.',
    'roles[4]':
      'Line 5 has nothing after the colon. Write what belongs to “mentor”, for example “founder: investor, mentor”, or remove the line.',
    'roles[5]': 'Line 6 has nothing before the colon. Write, for example, “founder: investor, mentor”.',
  });
  expect(pairsOf('founder, founder', 'pairs')).toEqual([{ first: 'founder', second: 'founder' }]);
  expect(() => pairsOf('founder', 'pairs')).toThrow('Line 1, “founder”');
});

test('everything that is wrong is said at once, with the example of its own field', () => {
  const { draftOf, valuesOf: read } = networking;
  const start = draftOf(event({ networking: null }));
  const wrong = { ...start, minScore: 'x', durationMinutes: '1.5', concepts: 'solar', preventedPairs: 'founder' };
  const said = saidOf(() => read(wrong));
  expect(Object.keys(said).sort()).toEqual(['concepts[0]', 'durationMinutes', 'minScore', 'preventedPairs[0]']);
  // With them what the server would refuse.
  const tooMuch = { ...wrong, maxMatchesPerAttendee: '101', slotMinutes: '1' };
  expect(Object.keys(saidOf(() => read(tooMuch))).toSorted()).toEqual([
    'concepts[0]',
    'durationMinutes',
    'matching.maxMatchesPerAttendee',
    'meetings.slotMinutes',
    'minScore',
    'preventedPairs[0]',
  ]);
  expect(said['concepts[0]']).toContain('“energy: solar, photovoltaics, wind power”');
  const points = gamification.draftOf(event({ gamification: null }));
  const activity = { key: 'a', id: '', name: '', points: '', maxPerDay: 'x' };
  const activities = { ...points.activities, checkin: { points: 'x', cap: '0.5' } };
  expect(
    Object.keys(saidOf(() => gamification.valuesOf({ ...points, activities, size: 'x', own: [activity] }))),
  ).toEqual([
    'points.checkin',
    'caps.checkin',
    'activities[0].name',
    'activities[0].points',
    'activities[0].maxPerDay',
    'size',
  ]);
});
