/**
 * A tenant's whole database out of SQLite and into it again. Out: on a connection of its own, in one read transaction.
 * In: one transaction on the writer's connection, which tenant-store.ts holds meanwhile.
 */

import type { SQLInputValue } from 'node:sqlite';
import { assert } from '#shared/base/assert.ts';
import type { Clock } from '#shared/base/time.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { DumpPart, KeptAnswer } from '../contract.ts';
import { DumpMoves } from '../move-rows.ts';
import { changeParameters, insertChange, readHead, readSince } from './change-log.ts';
import { encode } from './column.ts';
import { Connection } from './connection.ts';
import { MovedLog } from './moved-log.ts';
import { SqlReader, type Tables } from './reader.ts';
import { leaveRest } from './resting.ts';
import { fillSearchIndex } from './search-index.ts';
import { quoteName, systemColumns, type Table } from './table.ts';

const pageRows = 1_000;

export function collectionsHere(connection: Connection): readonly string[] {
  const rows = connection.rows("SELECT substr(key, 8) FROM _meta WHERE key LIKE 'schema:%' ORDER BY key");
  return rows.map(([name]) => String(name));
}

export async function* dumpFile(
  path: string,
  tables: Tables,
  clock: Clock,
  collections: readonly string[],
): AsyncGenerator<DumpPart> {
  const connection = new Connection(path, 'read');
  try {
    connection.exec('BEGIN');
    // A read transaction begins with its first read: the moment is now, not when the first page is asked for.
    const head = readHead(connection);
    const reader = new SqlReader(connection, tables, clock);
    const moved = new MovedLog(connection, tables);
    for (const collection of collections)
      if (tables.get(collection)?.definition.moves)
        yield { kind: 'moves', collection, applied: moved.applied(collection) };
    for (const collection of collections)
      for (let after: readonly unknown[] | null = null; ; ) {
        const records: readonly StoredRecord[] = await reader.find(collection, {
          limit: pageRows,
          ...(after ? { after } : {}),
        });
        if (records.length > 0) yield { kind: 'records', collection, records };
        if (records.length < pageRows) break;
        after = [records.at(-1)?.id];
      }
    for (let seq = 0; seq < head; ) {
      const changes = readSince(connection, seq, { limit: pageRows });
      if (changes.length === 0) break;
      yield { kind: 'changes', changes: moved.today(changes) };
      seq = changes.at(-1)?.seq ?? head;
    }
    const cursors = connection.rows('SELECT name, seq FROM _cursors ORDER BY name');
    yield { kind: 'cursors', cursors: cursors.map(([name, seq]) => ({ name: String(name), seq: Number(seq) })) };
    yield* answers(connection);
  } finally {
    connection.close();
  }
}

function* answers(connection: Connection): Generator<DumpPart> {
  for (let after = ''; ; ) {
    const sql = `SELECT key, bodyHash, answer, atMs FROM _idempotency WHERE key > ? ORDER BY key LIMIT ${pageRows}`;
    const rows = connection.rows(sql, [after]);
    const kept = rows.map(([key, bodyHash, answer, atMs]) => ({
      key: String(key),
      bodyHash: String(bodyHash),
      answer: JSON.parse(String(answer)) as unknown,
      atMs: Number(atMs),
    }));
    if (kept.length > 0) yield { kind: 'answers', answers: kept };
    const last = kept.at(-1);
    if (kept.length < pageRows || !last) return;
    after = last.key;
  }
}

/** Loads the whole dump or nothing. @throws where the database is not empty */
export async function loadInto(
  connection: Connection,
  tables: Tables,
  parts: AsyncIterable<DumpPart> | Iterable<DumpPart>,
  activate: () => void,
): Promise<void> {
  connection.exec('BEGIN IMMEDIATE');
  try {
    assert(readHead(connection) === 0, 'a dump is loaded into an empty database');
    const moves = new DumpMoves();
    for await (const part of parts) write(connection, tables, part, moves);
    for (const table of tables.values()) if (table.search) await fillSearchIndex(connection, table);
    leaveRest(connection, activate);
    connection.commit();
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

function write(connection: Connection, tables: Tables, part: DumpPart, moves: DumpMoves): void {
  switch (part.kind) {
    case 'records': {
      const table = tables.get(part.collection);
      assert(table !== undefined, `no collection ${part.collection} in this store`);
      const columns = [...systemColumns, ...table.fields];
      const sql = insertAll(table);
      for (const record of part.records.map((one) => moves.record(one, table.definition)))
        connection.run(sql, ...columns.map((column): SQLInputValue => encode(column, record[column.name])));
      return;
    }
    case 'changes':
      for (const change of part.changes) {
        const definition = tables.get(change.collection)?.definition ?? null;
        connection.run(insertChange, ...changeParameters(moves.change(change, definition)));
      }
      return;
    case 'moves':
      moves.note(part.collection, part.applied);
      return;
    case 'cursors':
      for (const { name, seq } of part.cursors)
        connection.run('INSERT OR REPLACE INTO _cursors VALUES (?, ?)', name, seq);
      return;
    case 'answers':
      for (const kept of part.answers)
        connection.run('INSERT OR REPLACE INTO _idempotency VALUES (?, ?, ?, ?)', ...answerParameters(kept));
      return;
  }
}

function answerParameters({ key, bodyHash, answer, atMs }: KeptAnswer): SQLInputValue[] {
  return [key, bodyHash, JSON.stringify(answer ?? null), atMs];
}

function insertAll(table: Table): string {
  const columns = [...systemColumns, ...table.fields];
  const list = columns.map((column) => quoteName(column.name)).join(', ');
  return `INSERT INTO ${quoteName(table.name)} (${list}) VALUES (${columns.map(() => '?').join(', ')})`;
}
