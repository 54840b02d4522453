/**
 * A search in the order of its ranks, from the index: rank after rank, each in the order of ids, until there are enough.
 * compile-query.ts gives the same answers from all rows. Called by reader.ts.
 */
import type { SQLInputValue } from 'node:sqlite';
import { rankPath, sortOf } from '#shared/query/order.ts';
import type { Query } from '#shared/query/query.ts';
import { parseSearch } from '#shared/query/search.ts';
import type { CompileContext } from '../compile/dialect.ts';
import { compileFilter } from '../compile/query.ts';
import { sqliteDialect } from './dialect.ts';
import type { ReadPlan } from './long-read.ts';
import { matchAll, matchesByRank } from './search-match.ts';
import { quoteName, type SearchTable, systemColumns, type Table } from './table.ts';

function selectOf(table: Table, { words, docs }: SearchTable): string {
  const columns = [...systemColumns, ...table.fields].map(({ name }) => `t.${quoteName(name)}`).join(', ');
  return `SELECT ${columns} FROM ${words} AS w CROSS JOIN ${docs} AS d ON d.doc = w.rowid
    CROSS JOIN ${quoteName(table.name)} AS t ON t."id" = d."id" WHERE w.${words} MATCH ?`;
}

/**
 * Begins after a record in the order of ids, also where the record was deleted: then after the last record before its
 * place.
 */
function afterRecord({ docs }: SearchTable, direction: 'asc' | 'desc'): string {
  return direction === 'asc'
    ? ` AND w.rowid > coalesce((SELECT doc FROM ${docs} WHERE "id" <= ? ORDER BY "id" DESC LIMIT 1), -1)`
    : ` AND w.rowid < coalesce((SELECT doc FROM ${docs} WHERE "id" >= ? ORDER BY "id" LIMIT 1), ${Number.MAX_SAFE_INTEGER})`;
}

/** @returns a statement for each rank; null where it is no search, or another order is asked for */
export function rankedPlan(table: Table, query: Query, context: CompileContext): ReadPlan | null {
  const { search } = table;
  const [first, second] = sortOf(query);
  if (search === null || query.search === undefined || first?.path !== rankPath) return null;
  // Both ways round there is one direction: by rank, then by id.
  if (second?.path !== 'id' || second.direction !== first.direction) return null;
  const terms = parseSearch(query.search);
  if (matchAll(terms) === null) return null;
  const { direction } = first;
  const isFiltered = query.where !== undefined || context.guard !== undefined;
  const filter = isFiltered ? compileFilter(sqliteDialect, table.definition, query.where, context) : null;
  const ranks = [...matchesByRank(terms, (table.definition.searchable?.length ?? 0) > 1).entries()];
  if (direction === 'desc') ranks.reverse();
  const [afterRank, afterId] = query.after ?? [];
  const statements = ranks.flatMap(([rank, match]) => {
    const passed =
      query.after !== undefined && (direction === 'asc' ? rank < Number(afterRank) : rank > Number(afterRank));
    if (match === null || passed) return [];
    const within = query.after !== undefined && rank === Number(afterRank);
    const sql = `${selectOf(table, search)}${within ? afterRecord(search, direction) : ''}${filter ? ` AND ${filter.text}` : ''} ORDER BY w.rowid ${direction.toUpperCase()} LIMIT +?`;
    const parameters = [match, ...(within ? [afterId] : []), ...(filter?.parameters ?? [])] as SQLInputValue[];
    return [{ sql, parameters }];
  });
  return { statements, limit: query.limit };
}

/** Plans a count of the records that a search alone finds. @returns null where the index cannot say */
export function foundPlan({ search }: Table, wanted: string): ReadPlan | null {
  const match = matchAll(parseSearch(wanted));
  if (search === null || match === null) return null;
  const { words } = search;
  const sql = `SELECT count(*) FROM ${words} WHERE ${words} MATCH ?`;
  return { statements: [{ sql, parameters: [match] }], limit: null };
}
