/**
 * The full-text index of a table: FTS5 without the texts, over words as `shared/query/search.ts` makes them, so that
 * SQLite folds and cuts nothing itself. Kept by batch.ts at the end of each batch (FTS5 flushes at every savepoint, and
 * each plan has one), filled by migrate-collections.ts, reshape.ts and transfer.ts. Asked by search-query.ts and dialect.ts.
 */
import { searchTextOf } from '#shared/query/order.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Connection } from './connection.ts';
import { docAfter, newDoc } from './search-docs.ts';
import { decodeRow, type SearchTable, searchTableOf, type Table } from './table.ts';

/** Raise it when what stands in an index changes: all indexes are filled again. */
const indexVersion = 2;
/** Rows read and written at a time; in between others have their turn. */
const fillRows = 500;

/** Record that a plan wrote or deleted, for the index that follows it. */
export interface Written {
  readonly table: Table;
  readonly id: string;
  /** Record as it is now; null: it is gone. */
  readonly record: StoredRecord | null;
}

function keyOf(name: string): string {
  return `search:${name}`;
}

/** Words are as the runtime's Unicode has them. */
function printOf({ definition }: Table): string {
  return JSON.stringify([indexVersion, process.versions['unicode'], definition.searchable]);
}

function printHere(connection: Connection, name: string): unknown {
  return connection.row('SELECT value FROM _meta WHERE key = ?', keyOf(name))?.[0];
}

/** Whether the file has the index of this definition, or rightly none. @param meta all of `_meta` */
export function isIndexed(meta: ReadonlyMap<string, string>, table: Table): boolean {
  return (meta.get(keyOf(table.name)) ?? null) === (table.search ? printOf(table) : null);
}

export function dropSearchIndex(connection: Connection, name: string): void {
  const { words, docs } = searchTableOf(name);
  if (printHere(connection, name) === undefined) return;
  connection.exec(`DROP TABLE IF EXISTS ${words}; DROP TABLE IF EXISTS ${docs}`);
  connection.run('DELETE FROM _meta WHERE key = ?', keyOf(name));
}

function insertInto({ words }: SearchTable): string {
  return `INSERT INTO ${words} (rowid, title, rest) VALUES (?, ?, ?)`;
}

/** The statements for an index that is not there; none where nothing is searchable. */
export function newSearchIndexScript({ search }: Table): string {
  if (search === null) return '';
  const { words, docs } = search;
  return `CREATE VIRTUAL TABLE ${words} USING fts5(title, rest, content='', contentless_delete=1, tokenize='ascii', prefix='1 2 3');
    CREATE TABLE ${docs} (doc INTEGER PRIMARY KEY, "id" TEXT NOT NULL UNIQUE) STRICT`;
}

export function keepIndexPrint(connection: Connection, table: Table): void {
  if (table.search) connection.run('INSERT INTO _meta VALUES (?, ?)', keyOf(table.name), printOf(table));
}

/** Makes the index again of all rows of the table, inside the caller's transaction; drops it where nothing is searchable. */
export async function fillSearchIndex(connection: Connection, table: Table): Promise<void> {
  dropSearchIndex(connection, table.name);
  const { search } = table;
  if (search === null) return;
  connection.exec(newSearchIndexScript(table));
  keepIndexPrint(connection, table);
  let doc = 0;
  for (let after = ''; ; ) {
    const rows = connection.rows(`${table.select} WHERE "id" > ? ORDER BY "id" LIMIT ${fillRows}`, [after]);
    for (const row of rows) {
      const record = decodeRow(table, row);
      doc = docAfter(record.id, doc);
      put(connection, table, search, record, doc);
      after = record.id;
    }
    if (rows.length < fillRows) return;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

function put(connection: Connection, table: Table, search: SearchTable, record: StoredRecord, doc: number): void {
  const { title, rest } = searchTextOf(table.definition, record);
  connection.run(insertInto(search), doc, title, rest);
  connection.run(`INSERT INTO ${search.docs} VALUES (?, ?)`, doc, record.id);
}

function take(connection: Connection, { words, docs }: SearchTable, doc: number): void {
  connection.run(`DELETE FROM ${words} WHERE rowid = ?`, doc);
  connection.run(`DELETE FROM ${docs} WHERE doc = ?`, doc);
}

/** Whether a change of these fields changes what the index holds. */
export function touchesSearch({ definition }: Table, changed: Readonly<Record<string, unknown>>): boolean {
  return definition.searchable?.some((name) => name in changed) === true;
}

/** Brings the index up to these records, inside the transaction that wrote them and outside of any savepoint. */
export function indexWritten(connection: Connection, written: readonly Written[]): void {
  // Only the last state of each record counts: earlier ones of the same transaction are overwritten.
  const last = new Map(written.map((one) => [`${one.table.name}/${one.id}`, one]));
  for (const { table, id, record } of last.values()) {
    const { search } = table;
    if (search === null) continue;
    const known = connection.row(`SELECT doc FROM ${search.docs} WHERE "id" = ?`, id)?.[0];
    if (known !== undefined) take(connection, search, Number(known));
    if (record === null) continue;
    const doc = known === undefined ? newDoc(connection, search, id, mover(connection, table, search)) : Number(known);
    put(connection, table, search, record, doc);
  }
}

function mover(connection: Connection, table: Table, search: SearchTable) {
  return (id: string, from: number, to: number): void => {
    take(connection, search, from);
    const row = connection.row(table.selectById, id);
    // Gone in this very transaction: its own turn would take it out.
    if (row !== undefined) put(connection, table, search, decodeRow(table, row), to);
  };
}
