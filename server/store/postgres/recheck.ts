/**
 * Answers what SQL could only narrow down: reads the rows it gives in pieces, asks each again in memory by the very
 * functions that say what operators mean, and stops when there are enough. Records at the other end of relations are
 * fetched as they are asked for.
 */

import { compareKeys, keyReader, sortOf } from '#shared/query/order.ts';
import type { Query } from '#shared/query/query.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { CompileContext } from '../compile/dialect.ts';
import type { Statement } from './compile-query.ts';
import type { Session } from './connection.ts';
import { type Matchers, matching } from './matcher.ts';
import { Related, type TableOf } from './related.ts';
import { decodeRow, type Table } from './table.ts';

const rowsAtOnce = 200;

interface Parts {
  readonly session: Session;
  readonly tableOf: TableOf;
  readonly table: Table;
  readonly context: CompileContext;
  readonly matchers?: Matchers;
}

let cursors = 0;

/** The rows of a statement that really match, in the order in which they come. In one transaction. */
async function* matchingRows(
  { session, table, context, matchers }: Parts,
  statement: Statement,
  asked: Pick<Query, 'where' | 'search'>,
  related: Related,
): AsyncGenerator<readonly StoredRecord[]> {
  const { definition } = table;
  const match = matching({ definition, asked, context, related, matchers, signal: session.signal });
  const name = `c${++cursors}`;
  await session.rows({ text: `DECLARE ${name} NO SCROLL CURSOR FOR ${statement.text}`, values: statement.values });
  for (;;) {
    const rows = await session.rows({ text: `FETCH ${rowsAtOnce} FROM ${name}`, values: [] });
    yield await match(rows.map((row) => decodeRow(table, row)));
    if (rows.length < rowsAtOnce) break;
  }
  await session.rows({ text: `CLOSE ${name}`, values: [] });
}

/** @param ordered whether the statement's rows come in the query's order and begin after its `after` */
export function findAgain(
  parts: Parts,
  statement: Statement,
  query: Query,
  ordered: boolean,
): Promise<readonly StoredRecord[]> {
  return parts.session.moment(async (session) => {
    const here = { ...parts, session };
    return ordered ? firstOf(here, statement, query) : bestOf(here, statement, query);
  });
}

async function firstOf(parts: Parts, statement: Statement, query: Query): Promise<readonly StoredRecord[]> {
  const found: StoredRecord[] = [];
  const related = new Related(parts.session, parts.tableOf);
  for await (const records of matchingRows(parts, statement, query, related)) {
    found.push(...records);
    if (found.length >= query.limit) break;
  }
  return found.slice(0, query.limit);
}

/** All of them are looked at, and no more kept than were asked for. */
async function bestOf(parts: Parts, statement: Statement, query: Query): Promise<readonly StoredRecord[]> {
  const { after, limit } = query;
  const sort = sortOf(query);
  const related = new Related(parts.session, parts.tableOf);
  const keysOf = keyReader(parts.table.definition, query, { ...parts.context, related: related.related });
  let best: { readonly record: StoredRecord; readonly keys: readonly unknown[] }[] = [];
  for await (const records of matchingRows(parts, statement, query, related)) {
    const keyed = await related.settled(() => records.map((record) => ({ record, keys: keysOf(record) })));
    best.push(...keyed.filter(({ keys }) => after === undefined || compareKeys(sort, keys, after) > 0));
    best.sort((a, b) => compareKeys(sort, a.keys, b.keys));
    best = best.slice(0, limit);
  }
  return best.map(({ record }) => record);
}

export function countAgain(
  parts: Parts,
  statement: Statement,
  asked: Pick<Query, 'where' | 'search'>,
): Promise<number> {
  return parts.session.moment(async (session) => {
    const related = new Related(session, parts.tableOf);
    let count = 0;
    for await (const records of matchingRows({ ...parts, session }, statement, asked, related)) count += records.length;
    return count;
  });
}
