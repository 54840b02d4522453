/**
 * Answers what SQL could only narrow down: reads the rows it gives in pieces, asks each again in memory by the very
 * functions that say what operators mean, and stops when there are enough. Records at the other end of relations are
 * fetched as they are asked for.
 */

import { type MatchContext, matcher } from '#shared/query/matches.ts';
import { compareKeys, keyReader, matchesSearch, sortOf } from '#shared/query/order.ts';
import type { Query } from '#shared/query/query.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { CompileContext } from '../compile/access.ts';
import type { Statement } from './compile-query.ts';
import type { Session } from './connection.ts';
import { storedText } from './stored-text.ts';
import { decodeRow, type Table } from './table.ts';

export type TableOf = (collection: string) => Table;

const rowsAtOnce = 500;
/** Related records held at once, and fetched at once. */
const relatedMax = 10_000;
const relatedAtOnce = 1_000;

/** Records at the other end of relations: what is missing is noted, fetched, and the question asked again. */
class Related {
  readonly #session: Session;
  readonly #tableOf: TableOf;
  readonly #known = new Map<string, Map<string, StoredRecord | null>>();
  readonly #missing = new Map<string, Set<string>>();
  #count = 0;

  constructor(session: Session, tableOf: TableOf) {
    this.#session = session;
    this.#tableOf = tableOf;
  }

  readonly related = (collection: string, id: string): StoredRecord | null => {
    const record = this.#known.get(collection)?.get(id);
    if (record !== undefined) return record;
    const missing = this.#missing.get(collection) ?? new Set();
    this.#missing.set(collection, missing.add(id));
    return null;
  };

  /** What `answer` gives once nothing that it asks for is missing. It ends: each hop is known after one round more. */
  async settled<T>(answer: () => T): Promise<T> {
    if (this.#count > relatedMax) {
      this.#known.clear();
      this.#count = 0;
    }
    for (;;) {
      this.#missing.clear();
      const value = answer();
      if (this.#missing.size === 0) return value;
      for (const [collection, ids] of this.#missing) await this.#fetch(collection, [...ids]);
    }
  }

  async #fetch(collection: string, ids: readonly string[]): Promise<void> {
    const table = this.#tableOf(collection);
    const known = this.#known.get(collection) ?? new Map<string, StoredRecord | null>();
    this.#known.set(collection, known);
    for (const id of ids) known.set(id, null);
    this.#count += ids.length;
    for (let at = 0; at < ids.length; at += relatedAtOnce) {
      const values = [ids.slice(at, at + relatedAtOnce).map(storedText)];
      const rows = await this.#session.rows({ text: `${table.select} WHERE "id" = ANY($1)`, values });
      for (const record of rows.map((row) => decodeRow(table, row))) known.set(record.id, record);
    }
  }
}

interface Parts {
  readonly session: Session;
  readonly tableOf: TableOf;
  readonly table: Table;
  readonly context: CompileContext;
}

let cursors = 0;

/** The rows of a statement that really match, in the order in which they come. In one transaction. */
async function* matching(
  { session, table, context }: Parts,
  statement: Statement,
  asked: Pick<Query, 'where' | 'search'>,
  related: Related,
): AsyncGenerator<readonly StoredRecord[]> {
  const { definition } = table;
  const matches: MatchContext = { ...context, related: related.related };
  const { where, search } = asked;
  const holds = where ? matcher(definition, where, matches) : () => true;
  const name = `c${++cursors}`;
  await session.rows({ text: `DECLARE ${name} NO SCROLL CURSOR FOR ${statement.text}`, values: statement.values });
  for (;;) {
    const rows = await session.rows({ text: `FETCH ${rowsAtOnce} FROM ${name}`, values: [] });
    const records = rows.map((row) => decodeRow(table, row));
    yield await related.settled(() =>
      records.filter((r) => holds(r) && (search === undefined || matchesSearch(definition, search, r))),
    );
    if (rows.length < rowsAtOnce) break;
  }
  await session.rows({ text: `CLOSE ${name}`, values: [] });
}

/** @param ordered whether the statement's rows stand in the query's order, behind its `after` */
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
  for await (const records of matching(parts, statement, query, related)) {
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
  for await (const records of matching(parts, statement, query, related)) {
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
    for await (const records of matching({ ...parts, session }, statement, asked, related)) count += records.length;
    return count;
  });
}
