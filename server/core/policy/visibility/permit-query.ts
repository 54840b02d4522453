/**
 * Refuses a query that filters, sorts or searches by a field that the actor may not see, because its values could be guessed
 * by queries; holds a query of an own-records collection to the actor's records.
 */
import { isObject } from '#shared/base/json.ts';
import { ok, type Refusal, type Result, refuse } from '#shared/base/result.ts';
import { rankPath } from '#shared/query/order.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import { type Lookup, nestedScope, resolvePath, type Scope } from '#shared/query/target.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Actor } from '../actor.ts';
import { definitionFor, ownCondition, ownField, readableDefinitions } from './record-visibility.ts';

function unknownField(path: string): Refusal {
  const field = path.slice(0, 100);
  return { code: 'unknown_field', message: `Unknown field ${field}.`, path: field };
}

function firstOf<T>(all: readonly T[], check: (one: T) => Refusal | null): Refusal | null {
  for (const one of all) {
    const refusal = check(one);
    if (refusal) return refusal;
  }
  return null;
}

/** The operand of `some`, `elem_match` and their like; any other operand is a value. */
function isCondition(value: unknown): value is Condition {
  return (
    isObject(value) && ['and', 'or', 'not', 'field'].includes(String(value['kind'])) && ('of' in value || 'op' in value)
  );
}

function checkCondition(scope: Scope, condition: Condition, lookup: Lookup): Refusal | null {
  if (condition.kind === 'not') return checkCondition(scope, condition.of, lookup);
  if (condition.kind !== 'field') return firstOf(condition.of, (one) => checkCondition(scope, one, lookup));
  const target = resolvePath(scope, condition.path, lookup);
  if (!target) return unknownField(condition.path);
  if (!isCondition(condition.value)) return null;
  const inner = nestedScope(target, lookup);
  return inner ? checkCondition(inner, condition.value, lookup) : unknownField(condition.path);
}

/** @returns the query held to what the actor may see; refusals: `unknown_field`, `invalid_query` */
export function permitQuery(
  actor: Actor,
  definition: CollectionDefinition,
  query: Query,
  collections: ReadonlyMap<string, CollectionDefinition>,
): Result<Query> {
  if (actor.kind === 'system') return ok(query);
  const readable = readableDefinitions(actor, collections);
  // A collection of which the actor sees some records only is not asked through a relation: the rest would answer, too.
  const lookup: Lookup = (name) => {
    const found = collections.get(name);
    return found && ownField(actor, found) === null ? readable(name) : null;
  };
  const visible = definitionFor(actor, definition);
  const scope: Scope = { of: 'record', definition: visible };
  const inWhere = query.where ? checkCondition(scope, query.where, lookup) : null;
  if (inWhere) return refuse(inWhere);
  for (const { path } of query.sort ?? [])
    if (path !== rankPath && !resolvePath(scope, path, lookup)) return refuse(unknownField(path));
  if (query.search !== undefined && definition.searchable && !visible.searchable)
    return refuse({
      code: 'invalid_query',
      message: 'The search covers fields that you cannot read. Filter instead.',
      path: 'search',
    });
  const mine = ownCondition(actor, definition);
  if (mine === null) return ok(query);
  return ok({ ...query, where: query.where ? { kind: 'and', of: [mine, query.where] } : mine });
}
