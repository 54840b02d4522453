/** The context that the resolvers of one operation share: the caller, its tenant, and the record loader. */

import type { Clock } from '#shared/base/time.ts';
import type { Allowance } from '#shared/query/allowance.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { CursorStamp } from '../../core/paging/cursor.ts';
import type { Caller, Platform } from '../../core/platform.ts';
import { readableDefinitions } from '../../core/policy/visibility/record-visibility.ts';
import { recordLoader } from './load-records.ts';

export interface GraphqlParts {
  readonly platform: Platform;
  readonly cursors: CursorStamp;
  readonly clock: Clock;
}

export interface Asking extends GraphqlParts {
  readonly caller: Caller;
  /** Null where there is none, or none the actor may see. */
  load(collection: string, id: string): Promise<StoredRecord | null>;
  /** Forgets what was looked up before a write: it may be something else now. */
  forget(): void;
  /** Limit of what the operation may ask in all. */
  readonly allowance: Allowance;
  /** Position at which a subscription continues after its connection broke, in place of its `since`. */
  readonly resumeAfter: number | null;
}

export interface AskingOptions {
  /** Limit of what the operation may ask in all. */
  readonly allowance: Allowance;
  /** Position at which a subscription continues after its connection broke. */
  readonly resumeAfter?: number | null;
}

/** @param isLasting true for a subscription: what it looks up after days is read as the tenant is then */
export function askingOf(
  parts: GraphqlParts,
  caller: Caller,
  { allowance, resumeAfter = null }: AskingOptions,
  isLasting: boolean,
): Asking {
  const run: Caller['run'] = isLasting ? (operation) => parts.platform.run(caller.actor, operation) : caller.run;
  const loader = recordLoader(run, allowance);
  return { ...parts, caller, allowance, resumeAfter, load: loader.load, forget: loader.forget };
}

/** The collections that filters may lead into: those the actor may read, with the fields it may see. */
export function readable({ caller }: Asking): (collection: string) => CollectionDefinition | null {
  return readableDefinitions(caller.actor, caller.registry.collections);
}
