/**
 * Selects the changes of a collection that one subscription receives, by what its actor sees and by a filter over the record
 * itself. The one definition for all dialects. A record that no longer fits, or is no longer visible to the actor, *leaves*:
 * then its id is sent without the record; the subscriber cannot tell whether it left by the filter or by its rights.
 */

import { createNumberOf } from '#shared/base/number-of.ts';
import { ok, type Refusal, type Result } from '#shared/base/result.ts';
import type { Clock } from '#shared/base/time.ts';
import { spendOnWatch } from '#shared/query/allowance.ts';
import { matcher } from '#shared/query/matches.ts';
import { parseWhere } from '#shared/query/parse-where.ts';
import type { Condition } from '#shared/query/query.ts';
import { recordCost } from '#shared/query/record-cost.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Change, ChangeOp } from '../../../store/contract.ts';
import type { Platform, Visibility } from '../../platform.ts';
import type { Actor } from '../../policy/actor.ts';

/** Time for which "now" in a filter is one and the same moment, in ms. */
const momentMs = 1_000;
/** The cost of looking at one change, with any filter. */
const changeSteps = 10;
/** Cost limit of a filter for one record, in steps of 100 ns: it is asked of every change there is. */
export const filterStepsMax = 2_000;

export interface SubscriptionRequest {
  readonly collection: string;
  /** Condition over the record itself, in the words of shared/query; undefined or null: all. */
  readonly where: unknown;
  /** Spelling of `where`: values of a query string are all text. */
  readonly dialect?: 'json' | 'url';
}

/** A change as a subscriber receives it. */
export interface Followed {
  readonly seq: number;
  /** ISO 8601. */
  readonly at: string;
  readonly id: string;
  readonly op: ChangeOp | 'leave';
  /** Event names; none where the record left. */
  readonly types: readonly string[];
  /** Record after the change; of a deletion the last state there was; null where the record left. */
  readonly record: StoredRecord | null;
}

export interface SubscriptionFilter {
  readonly definition: CollectionDefinition;
  /** Equal for subscriptions of one tenant that send the same for every change. */
  readonly key: string;
  /** Approximate cost of looking at one change, in steps of 100 ns (shared/query/cost.ts). */
  readonly steps: number;
  /** @param change of this collection, as the log has it. @returns null where this subscriber does not receive it */
  see(change: Change): Followed | null;
}

/** A collection that was changed is another one, though its name and all filters stay. */
const numberOf = createNumberOf<CollectionDefinition>();

type Test = (record: Readonly<Record<string, unknown>>) => boolean;

function testOf(definition: CollectionDefinition, condition: Condition, clock: Clock): Test {
  let made: { readonly atMs: number; readonly test: Test } | null = null;
  return (record) => {
    const now = clock();
    if (made === null || now < made.atMs || now - made.atMs >= momentMs)
      made = { atMs: now, test: matcher(definition, condition, { now, timeZone: 'UTC' }) };
    return made.test(record);
  };
}

/** A record that comes into the filter is sent as an update, as the log has it: clients add it to their list. */
function followedOf(
  { at, id, op, previous, record, seq, types }: Change,
  visibility: Visibility,
  holds: Test,
): Followed | null {
  const isIn = (values: Readonly<Record<string, unknown>>) => visibility.isVisible(values) && holds(values);
  if (isIn(record)) return { seq, at, id, op, types: visibility.types(types), record: visibility.shown(record) };
  const wasIn = op === 'update' && previous !== null && isIn({ ...record, ...previous });
  return wasIn ? { seq, at, id, op: 'leave', types: [], record: null } : null;
}

/** @returns refusals of the collection and of the filter */
export async function openSubscriptionFilter(
  { platform, clock }: { readonly platform: Platform; readonly clock: Clock },
  actor: Actor,
  { collection, where, dialect = 'json' }: SubscriptionRequest,
): Promise<Result<SubscriptionFilter>> {
  const visibility = await (await platform.follow(actor)).visibilityOf(collection);
  if (!visibility.ok) return visibility;
  const { definition, fields, key } = visibility.value;
  let holds: Test = () => true;
  let filterText = '';
  let steps = changeSteps;
  if (where !== undefined && where !== null) {
    // Without a lookup no path leads through a relation: what the far record is now says nothing of what it was.
    const parsed = parseWhere(fields, where, { dialect });
    if (!parsed.ok) return parsed;
    const cost = recordCost(definition, parsed.value);
    const affordable = spendOnWatch(cost, filterStepsMax);
    if (!affordable.ok) return affordable;
    // An update is looked at as it is and as it was.
    steps += 2 * cost.steps;
    holds = testOf(definition, parsed.value, clock);
    filterText = JSON.stringify(parsed.value);
  }
  return ok({
    definition,
    key: `${numberOf(definition)} ${key} ${filterText}`,
    steps,
    see: (change) => followedOf(change, visibility.value, holds),
  });
}

/** Returns the reason why a subscription to this definition must end; null where the collection has not changed. */
export async function endOfSubscription(
  platform: Platform,
  tenant: string,
  definition: CollectionDefinition,
): Promise<Refusal | null> {
  const { collections } = await platform.registry(tenant);
  const now = collections.get(definition.name);
  if (now === definition) return null;
  if (!now) return { code: 'collection_unknown', message: `The collection ${definition.name} no longer exists.` };
  return {
    code: 'schema_changed',
    message: 'The collection was changed. Read its definition, then subscribe again.',
  };
}
