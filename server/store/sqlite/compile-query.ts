/**
 * Query → one SQL statement for node:sqlite. Columns come in the order of table.ts. The connection must have
 * `registerFunctions`. A search without another sort is answered by search-query.ts where the index stands.
 */
import type { SQLInputValue } from 'node:sqlite';
import { assert } from '#shared/base/assert.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { CompileContext } from '../compile/dialect.ts';
import { compileCount as countFor, compileMatches as matchesFor, compileQuery as queryFor } from '../compile/query.ts';
import { Sql } from '../compile/sql.ts';
import { limitOf } from './compile-sql.ts';
import { sqliteDialect } from './dialect.ts';

export interface Compiled {
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[];
}

function compiled({ text, parameters }: Sql): Compiled {
  assert(!parameters.some((p) => typeof p === 'object' && p !== null), 'SQLite binds no arrays');
  return { sql: text, parameters: parameters as readonly SQLInputValue[] };
}

export function compileQuery(definition: CollectionDefinition, query: Query, context: CompileContext): Compiled {
  const limit = new Sql(limitOf(query.limit));
  return compiled(queryFor(sqliteDialect, definition, query, context, limit).select);
}

/** One row, one column: how many records the query would give without its limit and `after`. */
export function compileCount(
  definition: CollectionDefinition,
  where: Condition | undefined,
  context: CompileContext,
  search?: string,
): Compiled {
  return compiled(countFor(sqliteDialect, definition, { where, search }, context).select);
}

/** A row for each record that matches. @param rowids of the rows to look at; absent: all */
export function compileMatches(
  definition: CollectionDefinition,
  asked: { readonly where?: Condition | undefined; readonly search?: string | undefined },
  context: CompileContext,
  rowids?: readonly number[],
): Compiled {
  const guard = rowids && new Sql(`t.rowid IN (${rowids.map((id) => Math.trunc(id)).join(',')})`);
  return compiled(matchesFor(sqliteDialect, definition, asked, context, { guard }).select);
}
