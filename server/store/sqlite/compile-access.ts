/**
 * How SQL gets at the value of a path: a column, a place in a column's JSON, an element of json_each, or the same of a
 * record at the other end of a relation (a scalar subquery, null where there is none, as in memory).
 */
import { assert, must } from '#shared/base/assert.ts';
import type { Moment } from '#shared/query/meaning.ts';
import type { Hop, Lookup, Target } from '#shared/query/target.ts';
import { name, Sql, sql } from './compile-sql.ts';

export interface CompileContext extends Moment {
  /** The definitions of the store's other tables; needed where conditions lead through relations. */
  readonly lookup?: Lookup;
}

/** Where the paths of a scope begin. */
export type Source =
  /** A row of a table under this alias. */
  | { readonly of: 'row'; readonly alias: Sql }
  /** An element that is an object, as JSON text. */
  | { readonly of: 'document'; readonly document: Sql }
  /** An element of json_each under this alias. */
  | { readonly of: 'element'; readonly alias: Sql };

export interface Access {
  /** The value; arrays, objects and points as JSON text; null where there is none. */
  readonly value: Sql;
  /** In JSON: its json_type, null where the path is not there. */
  readonly type: Sql;
  /** In JSON: the value as JSON text, null where the path is not there. */
  readonly json: Sql;
}

/** One statement under way: aliases count from 1, so that equal queries give equal text for the statement cache. */
export interface Compiling extends CompileContext {
  readonly newAlias: () => Sql;
}

export function compiling(context: CompileContext): Compiling {
  let count = 0;
  return { ...context, newAlias: () => new Sql(`q${++count}`) };
}

/** A path in JSON. Keys cannot hold quotes or backslashes (target.ts); it is bound, never spliced. */
function jsonPath(steps: readonly string[]): string {
  return `$${steps.map((step) => `."${step}"`).join('')}`;
}

function inDocument(document: Sql, steps: readonly string[]): Access {
  const path = jsonPath(steps);
  return {
    value: sql`json_extract(${document}, ${path})`,
    type: sql`json_type(${document}, ${path})`,
    json: sql`(${document} -> ${path})`,
  };
}

function wholeElement(alias: Sql): Access {
  return {
    value: sql`${alias}.value`,
    type: sql`${alias}.type`,
    json: sql`CASE WHEN ${alias}.type IN ('object', 'array') THEN ${alias}.value WHEN ${alias}.type IN ('true', 'false', 'null') THEN ${alias}.type ELSE json_quote(${alias}.value) END`,
  };
}

function fromSource(source: Source, target: Target): Access {
  const below = [...target.inner, ...target.keys];
  switch (source.of) {
    case 'row': {
      const column = sql`${source.alias}.${name(must(target.column, 'a column'))}`;
      if (below.length > 0) return inDocument(column, below);
      return { ...inDocument(column, []), value: target.kind === 'json' ? inDocument(column, []).value : column };
    }
    case 'document':
      return inDocument(source.document, [must(target.column, 'a field'), ...below]);
    case 'element':
      if (below.length === 0) return wholeElement(source.alias);
      return inDocument(sql`CASE WHEN ${source.alias}.type = 'object' THEN ${source.alias}.value END`, below);
  }
}

/** JSON writes large whole doubles as integers; as a REAL they are the double again. */
function withNumbers(target: Target, source: Source, access: Access): Access {
  const isColumn = source.of === 'row' && target.inner.length === 0;
  if (target.kind !== 'number' || isColumn) return access;
  return { ...access, value: sql`CAST(${access.value} AS REAL)` };
}

function acrossHop(hop: Hop, source: Source, state: Compiling, rest: (far: Source) => Access): Access {
  const id = fromSource(source, { ...hop, kind: 'relation', type: { name: 'id' }, hops: [], keys: [], field: null });
  const alias = state.newAlias();
  const far = rest({ of: 'row', alias });
  const across = (expression: Sql): Sql =>
    sql`(SELECT ${expression} FROM ${name(hop.to.name)} AS ${alias} WHERE ${alias}."id" = ${id.value})`;
  return { value: across(far.value), type: across(far.type), json: across(far.json) };
}

export function accessTo(target: Target, source: Source, state: Compiling, hops = target.hops): Access {
  const [hop, ...rest] = hops;
  if (!hop) return withNumbers(target, source, fromSource(source, target));
  assert(source.of !== 'element', 'plain elements lead nowhere');
  return acrossHop(hop, source, state, (far) => accessTo(target, far, state, rest));
}
