/**
 * Updates a record inside a transaction that the caller has open, with the same permissions, validation and rules as
 * `platform.run`. For callers that write more than the record in one commit; surfaces use `platform.run`.
 */
import type { Result } from '#shared/base/result.ts';
import type { Clock } from '#shared/base/time.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Transaction } from '../../store/contract.ts';
import type { Actor } from '../policy/actor.ts';
import type { Directory } from '../tenants/directory.ts';
import { type Modules, withOwn } from './registry.ts';
import { ifUnchanged } from './stale-definition.ts';
import { updatePlan, writeRequest } from './write-plans.ts';

export interface RecordUpdate {
  readonly id: string;
  /** Version of the record as it was read in this transaction. */
  readonly version: number;
  readonly input: unknown;
}

export interface WriteWithin {
  readonly definition: CollectionDefinition;
  /** Throws StaleShape where another process changed the collection: `renew`, then begin again. */
  readonly update: (tx: Transaction, update: RecordUpdate) => Promise<Result<StoredRecord>>;
  /** Makes the next call of `WritesWithin` look at the tenant's collections again, where they have changed. */
  readonly renew: () => Promise<void>;
}

/** @returns null: the tenant has no such collection, or is gone itself */
export type WritesWithin = (actor: Actor, collection: string) => Promise<WriteWithin | null>;

export function createWritesWithin(
  directory: Directory,
  modules: Modules,
  clock: Clock,
  newId: () => string,
): WritesWithin {
  return async (actor, collection) => {
    const tenant = await directory.byId(actor.tenant);
    if (!tenant) return null;
    const [store, own] = await Promise.all([directory.open(tenant), directory.own(tenant)]);
    const registry = withOwn(modules.registryOf(tenant.modules), own);
    const definition = registry.collections.get(collection);
    if (!definition) return null;
    const request = writeRequest({ store, registry, modules, clock, newId }, actor, definition);
    return {
      definition,
      update: (tx, { id, input, version }) =>
        ifUnchanged(definition, updatePlan(request, { id, ifVersion: version }, input))(tx),
      async renew() {
        await directory.ownMoved(tenant, own);
      },
    };
  };
}
