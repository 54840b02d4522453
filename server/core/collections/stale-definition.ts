/**
 * A tenant's collections may change between a request's first look at them and its turn at the store. What was checked
 * against a definition that no longer stands is not written, and a question in its words is refused, never a fault.
 */
import { canonicalJson } from '#shared/base/json.ts';
import type { Refusal, Result } from '#shared/base/result.ts';
import { operators } from '#shared/query/operators.ts';
import { rankPath } from '#shared/query/order.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import { type Lookup, nestedScope, resolvePath, type Scope } from '#shared/query/target.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { StaleShape, type Transaction } from '../../store/contract.ts';

export const schemaChanged: Refusal = {
  code: 'schema_changed',
  message: 'The collection was changed during this request. Read its definition, then send the request again.',
};

/** Throws StaleShape where the store's table is no longer what the values were checked for. */
export function ifUnchanged<T>(
  definition: CollectionDefinition,
  plan: (tx: Transaction) => Promise<Result<T>>,
): (tx: Transaction) => Promise<Result<T>> {
  return async (tx) => {
    const shape = tx.shapeOf(definition.name);
    if (shape !== definition && canonicalJson(shape) !== canonicalJson(definition))
      throw new StaleShape(`${definition.name} has changed since it was looked up`);
    return plan(tx);
  };
}

function conditionStands(scope: Scope, condition: Condition, lookup: Lookup): boolean {
  if (condition.kind === 'not') return conditionStands(scope, condition.of, lookup);
  if (condition.kind !== 'field') return condition.of.every((one) => conditionStands(scope, one, lookup));
  const target = resolvePath(scope, condition.path, lookup);
  if (!target || !operators[condition.op].fits.includes(target.kind)) return false;
  if (!['some', 'every', 'none', 'elem_match'].includes(condition.op)) return true;
  const inner = nestedScope(target, lookup);
  return inner !== null && conditionStands(inner, condition.value as Condition, lookup);
}

/** Whether every name in the question still names something that can be asked so. */
export function isAnswerable(definition: CollectionDefinition, query: Query, lookup: Lookup): boolean {
  const scope: Scope = { of: 'record', definition };
  const sorted = (query.sort ?? []).every(({ path }) => path === rankPath || resolvePath(scope, path, lookup) !== null);
  return sorted && (query.where === undefined || conditionStands(scope, query.where, lookup));
}
