/**
 * Compiles the value of a path to SQL: a column, a place in a column's JSON, an element of an array, or one of these in a
 * related record. The value of a related record is a scalar subquery, null where the record is missing: the same as in a
 * filter that is evaluated in memory.
 */

import { assert, must } from '#shared/base/assert.ts';
import type { Hop, Target } from '#shared/query/target.ts';
import type { Access, CompileContext, Compiling, Dialect } from './dialect.ts';
import { name } from './name.ts';
import { Sql, sql } from './sql.ts';

/** Starting point of the paths of a scope. */
export type Source =
  /** A row of a table under this alias. */
  | { readonly of: 'row'; readonly alias: Sql }
  /** An element that is an object, as a JSON document. */
  | { readonly of: 'document'; readonly document: Sql }
  /** An element of an array under this alias. */
  | { readonly of: 'element'; readonly alias: Sql };

export function compiling(dialect: Dialect, context: CompileContext): Compiling {
  let count = 0;
  let under = 0;
  let unsure = false;
  return {
    ...context,
    dialect,
    newAlias: () => new Sql(`q${++count}`),
    negated(make) {
      under++;
      const made = make();
      under--;
      return made;
    },
    maybe(atLeast) {
      unsure = true;
      return under % 2 === 0 ? atLeast : dialect.no;
    },
    isUnsure: () => unsure,
  };
}

function fromSource(source: Source, target: Target, { dialect }: Compiling): Access {
  const { kind } = target;
  const below = [...target.inner, ...target.keys];
  switch (source.of) {
    case 'row': {
      const column = sql`${source.alias}.${name(must(target.column, 'a column'))}`;
      return below.length > 0 ? dialect.inside(dialect.document(column), below, kind) : dialect.column(column, kind);
    }
    case 'document':
      return dialect.inside(source.document, [must(target.column, 'a field'), ...below], kind);
    case 'element':
      if (below.length === 0) return dialect.element(source.alias, kind);
      return dialect.inside(dialect.elementObject(source.alias), below, kind);
  }
}

function acrossHop(hop: Hop, source: Source, state: Compiling, rest: (far: Source) => Access): Access {
  const target: Target = { ...hop, kind: 'relation', type: { name: 'id' }, hops: [], keys: [], field: null };
  const id = fromSource(source, target, state);
  const alias = state.newAlias();
  const far = rest({ of: 'row', alias });
  const across = (expression: Sql): Sql =>
    sql`(SELECT ${expression} FROM ${state.dialect.table(hop.to.name)} AS ${alias} WHERE ${alias}."id" = ${id.value})`;
  return {
    value: across(far.value),
    container: across(far.container),
    type: across(far.type),
    json: across(far.json),
  };
}

export function accessTo(target: Target, source: Source, state: Compiling, hops = target.hops): Access {
  const [hop, ...rest] = hops;
  if (!hop) return fromSource(source, target, state);
  assert(source.of !== 'element', 'plain elements lead nowhere');
  return acrossHop(hop, source, state, (far) => accessTo(target, far, state, rest));
}
