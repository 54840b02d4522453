/** The networking setting of an event, complete and ready to be used. */
import { isObject } from '#shared/base/json.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import {
  matchingFields,
  meetingSettingFields,
  networkingFields,
  weightFields,
} from '#shared/modules/events/settings.ts';
import { type Lexicon, lexiconOf } from '#shared/networking/lexicon.ts';
import { type Shares, sharesOf } from '#shared/networking/people-table.ts';
import { type RoleRules, roleRules } from '#shared/networking/roles.ts';
import { type ScorePart, scoreParts, type Weights } from '#shared/networking/score.ts';
import type { ValuesOf } from '#shared/schema/infer.ts';
import { readSetting } from '#shared/schema/read-setting.ts';

export interface NetworkingSetting {
  readonly enabled: boolean;
  readonly optInRequired: boolean;
  /** Points of 100 from which a pair is suggested. */
  readonly minScore: number;
  readonly maxMatches: number;
  readonly weights: Weights;
  readonly shares: Shares;
  readonly rules: RoleRules;
  readonly lexicon: Lexicon;
  /** The organizer lets the text of profiles leave the server. */
  readonly sendsText: boolean;
  readonly meetings: ValuesOf<typeof meetingSettingFields>;
}

const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : null);

/** A map of lists of texts, as the schema of the setting lets nothing else in; null: none. */
function listsIn(value: unknown): Readonly<Record<string, readonly string[]>> | null {
  if (!isObject(value)) return null;
  const entries = Object.entries(value).map(
    ([name, list]) => [name, Array.isArray(list) ? list.map(String) : []] as const,
  );
  return Object.fromEntries(entries);
}

function weightsOf(stored: unknown): Weights {
  const read = readSetting(weightFields, stored);
  const entries = scoreParts.map((part): readonly [ScorePart, number] => [part, read[part]]);
  return Object.fromEntries(entries) as Record<ScorePart, number>;
}

/** Built once for each text of the setting: rules and lexicon take a millisecond. */
const known = new Map<string, NetworkingSetting>();
const knownMax = 200;

export function settingKey({ networking }: Pick<EventRecord, 'networking'>): string {
  return JSON.stringify(networking ?? null);
}

export function networkingOf(event: Pick<EventRecord, 'networking'>): NetworkingSetting {
  const key = settingKey(event);
  const kept = known.get(key);
  if (kept) return kept;
  if (known.size >= knownMax) known.clear();
  const made = readNetworking(event.networking);
  known.set(key, made);
  return made;
}

function readNetworking(stored: unknown): NetworkingSetting {
  const { complementaryRoles, enabled, optInRequired, preventedPairs } = readSetting(networkingFields, stored);
  const matching = member(stored, 'matching');
  const { maxMatchesPerAttendee, minScore } = readSetting(matchingFields, matching);
  const weights = weightsOf(member(matching, 'weights'));
  const semantic = member(stored, 'semantic');
  return {
    enabled,
    optInRequired,
    minScore,
    maxMatches: maxMatchesPerAttendee,
    weights,
    shares: sharesOf(weights),
    rules: roleRules(listsIn(complementaryRoles), preventedPairs?.map(({ first, second }) => [first, second]) ?? null),
    lexicon: lexiconOf(listsIn(member(semantic, 'concepts'))),
    sendsText: member(semantic, 'provider') === 'embeddings',
    meetings: readSetting(meetingSettingFields, member(stored, 'meetings')),
  };
}
