/** What the resolvers of one operation share: who asks, of whom, and the records they look up together. */

import type { Clock } from '#shared/base/time.ts';
import type { Allowance } from '#shared/query/allowance.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { CursorStamp } from '../../core/paging/cursor.ts';
import type { Platform, Registry } from '../../core/platform.ts';
import type { Actor } from '../../core/policy/actor.ts';
import { readableDefinitions } from '../../core/policy/visibility/record-visibility.ts';
import { recordLoader } from './load-records.ts';

export interface GraphqlParts {
  readonly platform: Platform;
  readonly cursors: CursorStamp;
  readonly clock: Clock;
}

export interface Asking extends GraphqlParts {
  readonly actor: Actor;
  readonly registry: Registry;
  /** Null where there is none, or none the actor may see. */
  load(collection: string, id: string): Promise<StoredRecord | null>;
  /** After a write: what was looked up before may be something else now. */
  forget(): void;
  /** What the operation may ask in all. */
  readonly allowance: Allowance;
  /** Where a subscription continues after its connection broke, in place of its `since`. */
  readonly resumeAfter: number | null;
}

export function askingOf(
  parts: GraphqlParts,
  actor: Actor,
  registry: Registry,
  { allowance, resumeAfter = null }: { readonly allowance: Allowance; readonly resumeAfter?: number | null },
): Asking {
  const loader = recordLoader(parts.platform, actor, allowance);
  return { ...parts, actor, registry, allowance, resumeAfter, load: loader.load, forget: loader.forget };
}

/** The collections that filters may lead into: those the actor may read, with the fields it may see. */
export function readable({ actor, registry }: Asking): (collection: string) => CollectionDefinition | null {
  return readableDefinitions(actor, registry.collections);
}
