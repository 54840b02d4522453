/**
 * Compiles a condition to SQL over one row, or over one element of an array in a row. This file has `and`, `or`, `not` and
 * the operators whose operand is a condition (`elem_match`, `some`, `none`, `every`); operators.ts has the others.
 */
import { assert, must } from '#shared/base/assert.ts';
import { operators } from '#shared/query/operators.ts';
import type { Condition } from '#shared/query/query.ts';
import { nestedScope, resolvePath, type Scope, type Target } from '#shared/query/target.ts';
import { accessTo, type Source } from './access.ts';
import type { Access, Compiling } from './dialect.ts';
import { allOf, anyOf, not } from './logic.ts';
import { compileOperator } from './operators.ts';
import { type Sql, sql } from './sql.ts';
import { arrayOf } from './values.ts';

type FieldCondition = Extract<Condition, { kind: 'field' }>;
type Inner = (scope: Scope, source: Source) => Sql;

function someElementOf(access: Access, target: Target, state: Compiling, inner: Inner): Sql {
  const alias = state.newAlias();
  const scope = must(nestedScope(target), 'elements to look into');
  const source: Source =
    scope.of === 'group' ? { of: 'document', document: sql`${alias}.value` } : { of: 'element', alias };
  const elements = state.dialect.each(arrayOf(access, target, state), alias);
  return sql`EXISTS (SELECT 1 FROM ${elements} WHERE ${inner(scope, source)})`;
}

/** One at the other end for which `inner` holds; ids whose record was deleted are ignored. */
function someRelated(access: Access, target: Target, state: Compiling, inner: Inner): Sql {
  const { dialect } = state;
  const scope = must(nestedScope(target, state.lookup), 'the definition at the other end of the relation');
  assert(scope.of === 'record', 'a relation leads to records');
  const far = state.newAlias();
  const table = dialect.table(scope.definition.name);
  const holds = inner(scope, { of: 'row', alias: far });
  if (target.kind === 'relation')
    return sql`EXISTS (SELECT 1 FROM ${table} AS ${far} WHERE ${far}."id" = ${access.value} AND ${holds})`;
  const id = state.newAlias();
  const ids = dialect.each(access.container, id);
  return sql`EXISTS (SELECT 1 FROM ${ids} CROSS JOIN ${table} AS ${far} WHERE ${far}."id" = ${dialect.elementText(id)} AND ${holds})`;
}

function compileField(scope: Scope, condition: FieldCondition, source: Source, state: Compiling): Sql {
  const { op, path } = condition;
  const target = must(resolvePath(scope, path, state.lookup), `a field ${path}`);
  assert(operators[op].fits.includes(target.kind), `${op} on ${path}: not on a field of kind ${target.kind}`);
  const access = accessTo(target, source, state);
  const inner: Inner = (below, from) => compileCondition(below, condition.value as Condition, from, state);
  switch (op) {
    case 'elem_match':
      return someElementOf(access, target, state, inner);
    case 'some':
      return someRelated(access, target, state, inner);
    case 'none':
      return not(state, () => someRelated(access, target, state, inner));
    case 'every':
      return not(state, () =>
        someRelated(access, target, state, (below, from) => not(state, () => inner(below, from))),
      );
    default:
      return compileOperator[op]({ access, target, operand: condition.value, state });
  }
}

/** Throws for an unknown field or an operator that does not fit it: a bug, because surfaces parse the condition before. */
export function compileCondition(scope: Scope, condition: Condition, source: Source, state: Compiling): Sql {
  switch (condition.kind) {
    case 'and':
      return allOf(
        condition.of.map((part) => compileCondition(scope, part, source, state)),
        state,
      );
    case 'or':
      return anyOf(
        condition.of.map((part) => compileCondition(scope, part, source, state)),
        state,
      );
    case 'not':
      return not(state, () => compileCondition(scope, condition.of, source, state));
    case 'field':
      return compileField(scope, condition, source, state);
  }
}
