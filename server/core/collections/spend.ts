/**
 * Takes the cost of a query from the allowance of its request before the query runs: the one place, for every surface. Called
 * by run-operation.ts.
 */
import { ok, type Result } from '#shared/base/result.ts';
import { Allowance } from '#shared/query/allowance.ts';
import { indexedFields, questionCost } from '#shared/query/cost.ts';
import type { Query } from '#shared/query/query.ts';
import type { Lookup } from '#shared/query/target.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { TenantStore } from '../../store/contract.ts';

/** Time for which a number of records is used again, in ms. */
const knownMs = 2_000;

interface Known {
  readonly records: number;
  readonly untilMs: number;
}

const known = new WeakMap<TenantStore, Map<string, Known>>();

async function recordsOf(store: TenantStore, collection: string): Promise<number> {
  const size = known.get(store)?.get(collection);
  if (size && size.untilMs > performance.now()) return size.records;
  return remember(store, collection, await store.estimatedRows(collection));
}

function remember(store: TenantStore, collection: string, records: number): number {
  const sizes = known.get(store) ?? new Map<string, Known>();
  known.set(store, sizes.set(collection, { records, untilMs: performance.now() + knownMs }));
  return records;
}

export interface Spending {
  readonly store: TenantStore;
  readonly definition: CollectionDefinition;
  readonly query: Query;
  readonly counted: boolean;
  readonly lookup: Lookup;
  /** Fields that the asker may know of. */
  readonly isKnown: (name: string) => boolean;
  readonly allowance: Allowance | undefined;
}

/** @returns the allowance that the cost was taken from; refuses with `query_too_costly` where it is too small */
export async function spend(asked: Spending): Promise<Result<Allowance>> {
  const { allowance = new Allowance(), definition, isKnown, query, store } = asked;
  const costOf = (records: number) => questionCost(definition, query, { ...asked, records });
  const estimated = await recordsOf(store, definition.name);
  let cost = costOf(estimated);
  // Before a refusal the records are counted, unless half of the estimate would be refused, too: it may be too high.
  if (cost.steps > allowance.left && costOf(estimated / 2).steps <= allowance.left)
    cost = costOf(remember(store, definition.name, await store.count(definition.name)));
  const spent = allowance.spend(cost, indexedFields(definition).filter(isKnown));
  return spent.ok ? ok(allowance) : spent;
}
