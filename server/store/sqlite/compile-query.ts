/**
 * Query → one SQL statement for node:sqlite, with every value bound and names from the definition only. Columns come in
 * the order of table.ts: id, createdAt, updatedAt, version, then the fields as defined. The connection must have
 * `registerFunctions`. Full text runs through a function over every row that is left, not through an index.
 */
import type { SQLInputValue } from 'node:sqlite';
import { must } from '#shared/base/assert.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import { parseSearch } from '#shared/query/search.ts';
import { resolvePath, type Scope } from '#shared/query/target.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { accessTo, type CompileContext, type Compiling, compiling, type Source } from './compile-access.ts';
import { compileCondition } from './compile-condition.ts';
import { isAfter, orderBy, orderKeys } from './compile-order.ts';
import { allOf, join, limitOf, name, Sql, sql } from './compile-sql.ts';

export interface Compiled {
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[];
}

const row: Source = { of: 'row', alias: new Sql('t') };

function scopeOf(definition: CollectionDefinition): Scope {
  return { of: 'record', definition };
}

/** `?search=` over the searchable fields; of lists the elements in a row. */
function compileSearch(definition: CollectionDefinition, search: string, state: Compiling): Sql {
  if (parseSearch(search).length === 0) return sql`1`;
  const texts = (definition.searchable ?? []).map((field) => {
    const target = must(resolvePath(scopeOf(definition), field), `a field ${field}`);
    const { value } = accessTo(target, row, state);
    if (target.kind !== 'list' && target.kind !== 'choices') return value;
    return sql`(SELECT group_concat(value, ' ') FROM json_each(${value}) WHERE type = 'text')`;
  });
  return sql`gh_search(${join([sql`${search}`, ...texts], ', ')})`;
}

function whereParts(definition: CollectionDefinition, query: Pick<Query, 'where' | 'search'>, state: Compiling): Sql[] {
  const parts: Sql[] = [];
  if (query.where) parts.push(compileCondition(scopeOf(definition), query.where, row, state));
  if (query.search !== undefined) parts.push(compileSearch(definition, query.search, state));
  return parts;
}

function compiled(statement: Sql): Compiled {
  return { sql: statement.text, parameters: statement.parameters };
}

export function compileQuery(definition: CollectionDefinition, query: Query, context: CompileContext): Compiled {
  const state = compiling(context);
  const columns = ['id', 'createdAt', 'updatedAt', 'version', ...definition.fields.map((field) => field.name)];
  const select = join(
    columns.map((column) => sql`t.${name(column)}`),
    ', ',
  );
  const keys = orderKeys(scopeOf(definition), query.sort, row, state);
  const parts = whereParts(definition, query, state);
  if (query.after) parts.push(isAfter(keys, query.after));
  const from = name(definition.name);
  const limit = new Sql(limitOf(query.limit));
  return compiled(sql`SELECT ${select} FROM ${from} AS t WHERE ${allOf(parts)} ORDER BY ${orderBy(keys)} ${limit}`);
}

/** One row, one column: how many records the query would give without its limit and `after`. */
export function compileCount(
  definition: CollectionDefinition,
  where: Condition | undefined,
  context: CompileContext,
  search?: string,
): Compiled {
  const state = compiling(context);
  const parts = whereParts(
    definition,
    { ...(where ? { where } : {}), ...(search === undefined ? {} : { search }) },
    state,
  );
  return compiled(sql`SELECT count(*) FROM ${name(definition.name)} AS t WHERE ${allOf(parts)}`);
}
