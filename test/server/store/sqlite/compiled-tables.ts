/** Real tables in a database in memory, written and read with the store's own codecs, to run compiled queries on. */
import { DatabaseSync } from 'node:sqlite';
import type { CompileContext } from '#server/store/compile/dialect.ts';
import { registerFunctions } from '#server/store/sqlite/compile-functions.ts';
import { compileCount, compileQuery } from '#server/store/sqlite/compile-query.ts';
import {
  columnAt,
  decodeRow,
  encodeNew,
  quoteName,
  type Row,
  type Table,
  tableOf,
} from '#server/store/sqlite/table.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';

export function openTables(definitions: readonly CollectionDefinition[]): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  registerFunctions(db);
  for (const definition of definitions) {
    const table = tableOf(definition);
    const columns = [...table.places].map(([name, place]) => `${quoteName(name)} ${columnAt(table, place).storage}`);
    db.exec(`CREATE TABLE ${quoteName(table.name)} (${columns.join(', ')}, PRIMARY KEY ("id")) STRICT`);
  }
  return db;
}

export function insert(db: DatabaseSync, table: Table, records: readonly StoredRecord[]): void {
  const statement = db.prepare(table.insert);
  for (const { id, createdAt, updatedAt, version, ...values } of records) {
    const row = encodeNew(table, values, { id, now: createdAt });
    row[2] = updatedAt;
    row[3] = version;
    statement.run(...row);
  }
}

export function find(
  db: DatabaseSync,
  definition: CollectionDefinition,
  query: Query,
  context: CompileContext,
): readonly StoredRecord[] {
  const { sql, parameters } = compileQuery(definition, query, context);
  const rows = db.prepare(sql, { returnArrays: true }).all(...parameters) as unknown as Row[];
  const table = tableOf(definition);
  return rows.map((row) => decodeRow(table, row));
}

export function count(
  db: DatabaseSync,
  definition: CollectionDefinition,
  where: Condition | undefined,
  context: CompileContext,
  search?: string,
): number {
  const { sql, parameters } = compileCount(definition, where, context, search);
  return Number((db.prepare(sql, { returnArrays: true }).get(...parameters) as unknown as Row)[0]);
}
