/**
 * Query → one SQL statement, with every value bound and names from the definition only. Columns come in the order
 * id, createdAt, updatedAt, version, then the fields as defined. Called by the stores' own compile-query.ts.
 */
import { must } from '#shared/base/assert.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import { parseSearch } from '#shared/query/search.ts';
import { resolvePath, type Scope } from '#shared/query/target.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { accessTo, compiling, type Source } from './access.ts';
import { compileCondition } from './condition.ts';
import type { CompileContext, Compiling, Dialect, Searched } from './dialect.ts';
import { allOf } from './logic.ts';
import { name } from './name.ts';
import { isAfter, orderBy, orderKeys } from './order.ts';
import { join, Sql, sql } from './sql.ts';

export type Asked = Pick<Query, 'where' | 'search'>;

export interface CompiledQuery {
  readonly select: Sql;
  /** The rows found are more than were asked for, perhaps: each is to be matched again. */
  readonly unsure: boolean;
  /** The rows come in the order of the query and begin after `after`; else in no order. */
  readonly ordered: boolean;
}

export interface CompiledCount {
  readonly select: Sql;
  /** Too many were counted, perhaps. */
  readonly unsure: boolean;
}

const row: Source = { of: 'row', alias: new Sql('t') };

function scopeOf(definition: CollectionDefinition): Scope {
  return { of: 'record', definition };
}

/** `?search=` over the searchable fields. */
function searched(definition: CollectionDefinition, wanted: string, state: Compiling): Searched {
  const texts = (definition.searchable ?? []).map((field) => {
    const target = must(resolvePath(scopeOf(definition), field), `a field ${field}`);
    const access = accessTo(target, row, state);
    const isArray = target.kind === 'list' || target.kind === 'choices';
    return { value: isArray ? access.container : access.value, isArray };
  });
  return { collection: definition.name, wanted, texts };
}

function compileSearch(definition: CollectionDefinition, search: string, state: Compiling): Sql {
  if (parseSearch(search).length === 0) return state.dialect.yes;
  return state.dialect.found(searched(definition, search, state), state);
}

/** A condition on rows under the alias `t`, for a statement of the store's own. It must be one the database can decide. */
export function compileFilter(
  dialect: Dialect,
  definition: CollectionDefinition,
  where: Condition | undefined,
  context: CompileContext,
): Sql {
  const state = compiling(dialect, context);
  return allOf(whereParts(definition, where ? { where } : {}, state), state);
}

function whereParts(definition: CollectionDefinition, { where, search }: Asked, state: Compiling): Sql[] {
  const parts: Sql[] = state.guard ? [state.guard] : [];
  if (where) parts.push(compileCondition(scopeOf(definition), where, row, state));
  if (search !== undefined) parts.push(compileSearch(definition, search, state));
  return parts;
}

/** @param limit SQL that ends the statement where the rows are in order and sure; nothing otherwise */
export function compileQuery(
  dialect: Dialect,
  definition: CollectionDefinition,
  query: Query,
  context: CompileContext,
  limit: Sql,
): CompiledQuery {
  const state = compiling(dialect, context);
  const names = ['id', 'createdAt', 'updatedAt', 'version', ...definition.fields.map((field) => field.name)];
  const columns = join(
    names.map((column) => sql`t.${name(column)}`),
    ', ',
  );
  const keys = orderKeys(scopeOf(definition), query, row, state, () =>
    dialect.rank(searched(definition, query.search ?? '', state)),
  );
  const parts = whereParts(definition, query, state);
  if (query.after && keys !== null) parts.push(isAfter(keys, query.after, state));
  const rows = sql`SELECT ${columns} FROM ${dialect.table(definition.name)} AS t WHERE ${allOf(parts, state)}`;
  const unsure = state.isUnsure();
  if (keys === null) return { select: rows, unsure, ordered: false };
  const sorted = sql`${rows} ORDER BY ${orderBy(keys, state)}`;
  return { select: unsure ? sorted : sql`${sorted} ${limit}`, unsure, ordered: true };
}

/** One row, one column: how many records the query would give without its limit and `after`. */
export function compileCount(
  dialect: Dialect,
  definition: CollectionDefinition,
  asked: { readonly where?: Condition | undefined; readonly search?: string | undefined },
  context: CompileContext,
): CompiledCount {
  const state = compiling(dialect, context);
  const parts = whereParts(
    definition,
    {
      ...(asked.where ? { where: asked.where } : {}),
      ...(asked.search === undefined ? {} : { search: asked.search }),
    },
    state,
  );
  const select = sql`SELECT count(*) FROM ${dialect.table(definition.name)} AS t WHERE ${allOf(parts, state)}`;
  return { select, unsure: state.isUnsure() };
}

/**
 * A row for each record the query would give without its limit and `after`, and nothing in it: for estimates.
 *
 * @param guard asked of each row besides
 * @param sample said of the table: which part of it is looked at
 */
export function compileMatches(
  dialect: Dialect,
  definition: CollectionDefinition,
  asked: { readonly where?: Condition | undefined; readonly search?: string | undefined },
  context: CompileContext,
  { guard, sample }: { readonly guard?: Sql | undefined; readonly sample?: Sql | undefined } = {},
): CompiledCount {
  const state = compiling(dialect, context);
  const { search, where } = asked;
  const parts = whereParts(definition, { ...(where && { where }), ...(search === undefined ? {} : { search }) }, state);
  const every = guard ? sql`${guard} AND (${allOf(parts, state)})` : allOf(parts, state);
  const from = sql`${dialect.table(definition.name)} AS t ${sample ?? new Sql('')}`;
  return { select: sql`SELECT 1 FROM ${from} WHERE ${every}`, unsure: state.isUnsure() };
}
