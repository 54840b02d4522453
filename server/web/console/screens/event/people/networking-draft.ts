/** The networking setting as its form holds it. What the form does not show stays as it is. */
import { isObject } from '#shared/base/json.ts';
import { patchTo } from '#shared/base/merge-patch.ts';
import { networkingFields, weightFields } from '#shared/modules/events/settings.ts';
import { usualComplementaryRoles, usualPreventedPairs } from '#shared/networking/roles.ts';
import { type ScorePart, scoreParts } from '#shared/networking/score.ts';
import { readSetting } from '#shared/schema/read-setting.ts';
import { refuseUnfit } from '../../../../parts/as-error.ts';
import { fieldText, numberOrNull, wholeOrNull } from '../../../../parts/form/values.ts';
import type { EventRecord } from '../event-record.ts';
import { examples, mapOf, mapText, pairsOf, pairsText, type WordPair } from './word-lists.ts';

const usualRoles = mapText(usualComplementaryRoles);
const usualPairs = pairsText(usualPreventedPairs.map(([first, second]) => ({ first, second })));

/** Keeps an unchanged value as it is stored: a role with a comma in it would be read back as two. */
function ifChanged<T>(text: string, stored: T, textOf: (stored: T) => string, read: (text: string) => T): T {
  return text === textOf(stored) ? stored : read(text);
}

const rolesText = (map: unknown) => (isObject(map) ? mapText(map) : usualRoles);
const pairLines = (pairs: readonly WordPair[] | null) => (pairs ? pairsText(pairs) : usualPairs);

/** @returns the setting, with its defaults */
function read(networking: EventRecord['networking']) {
  return readSetting(networkingFields, { matching: {}, meetings: {}, ...networking });
}

export function draftOf({ networking }: EventRecord) {
  const { complementaryRoles, enabled, matching, meetings, optInRequired, preventedPairs, semantic } = read(networking);
  const weights = readSetting(weightFields, matching?.weights);
  const weightTexts = scoreParts.map((part) => [part, fieldText(weights[part])] as const);
  return {
    networking,
    enabled,
    optInRequired,
    minScore: fieldText(matching?.minScore),
    maxMatchesPerAttendee: fieldText(matching?.maxMatchesPerAttendee),
    weights: Object.fromEntries(weightTexts) as Readonly<Record<ScorePart, string>>,
    complementaryRoles: rolesText(complementaryRoles),
    preventedPairs: pairLines(preventedPairs),
    provider: semantic?.provider ?? 'lexical',
    concepts: mapText(semantic?.concepts),
    meetings: meetings?.enabled ?? true,
    durationMinutes: fieldText(meetings?.durationMinutes),
    slotMinutes: fieldText(meetings?.slotMinutes),
    maxPerAttendee: fieldText(meetings?.maxPerAttendee),
    maxProposals: fieldText(meetings?.maxProposals),
  };
}
export type NetworkingDraft = ReturnType<typeof draftOf>;

/** A field that was emptied is left out: the setting has its default again. */
function numbers(
  texts: Readonly<Record<string, string>>,
  read: (text: string, path: string) => number | null,
): Readonly<Record<string, number>> {
  const all = Object.entries(texts).map(([name, text]) => [name, read(text, name)] as const);
  return Object.fromEntries(all.filter((entry): entry is [string, number] => entry[1] !== null));
}

/** @throws GatehouseError beside the row that cannot be read */
export function valuesOf(draft: NetworkingDraft): Partial<EventRecord> {
  const { durationMinutes, maxMatchesPerAttendee, maxPerAttendee, maxProposals, minScore, networking, slotMinutes } =
    draft;
  const stored = read(networking);
  const concepts = ifChanged<unknown>(draft.concepts, stored.semantic?.concepts, mapText, (text) => {
    const map = mapOf(text, 'concepts', examples.concepts);
    return Object.keys(map).length > 0 ? map : null;
  });
  const setting = {
    ...networking,
    enabled: draft.enabled,
    optInRequired: draft.optInRequired,
    matching: {
      ...numbers({ minScore }, numberOrNull),
      ...numbers({ maxMatchesPerAttendee }, wholeOrNull),
      weights: numbers(draft.weights, numberOrNull),
    },
    complementaryRoles: ifChanged<unknown>(draft.complementaryRoles, stored.complementaryRoles, rolesText, (text) =>
      mapOf(text, 'complementaryRoles', examples.roles),
    ),
    preventedPairs: ifChanged<readonly WordPair[] | null>(
      draft.preventedPairs,
      stored.preventedPairs,
      pairLines,
      (text) => pairsOf(text, 'preventedPairs'),
    ),
    semantic: { provider: draft.provider, concepts },
    meetings: {
      enabled: draft.meetings,
      ...numbers({ durationMinutes, slotMinutes, maxPerAttendee, maxProposals }, wholeOrNull),
    },
  };
  refuseUnfit(networkingFields, setting);
  return { networking: patchTo(networking, setting) as EventRecord['networking'] };
}
