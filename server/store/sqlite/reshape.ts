/**
 * A table takes another shape: a new one is made beside it, filled page by page on the writer's connection in one
 * transaction, and takes its name. Readers see the old one until the commit. Called by tenant-store.ts and
 * migrate-collections.ts, while tenant-store.ts holds the writers' line.
 */
import type { SQLInputValue } from 'node:sqlite';
import type { Refused, Result } from '#shared/base/result.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { ChangeOp, Reshape } from '../contract.ts';
import { eventTypes } from '../event-types.ts';
import { RowReshaper, reshapeRows, spareTable, twinsRefusal } from '../reshape-rows.ts';
import { changeParameters, insertChange } from './change-log.ts';
import { encode } from './column.ts';
import type { Connection } from './connection.ts';
import { forgetFingerprint, keepFingerprint, migrateIndexes, migrateTable, readMeta } from './migrate.ts';
import { dropSearchIndex, fillSearchIndex, isIndexed } from './search-index.ts';
import { decodeRow, quoteName, systemColumns, type Table, tableOf } from './table.ts';
import type { LogPosition } from './transaction.ts';

export interface ReshapeSetting {
  readonly actor: string;
  readonly now: string;
  readonly position: LogPosition;
}

/** Others have their turn: this may be one of many pages. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

export interface Scene {
  readonly connection: Connection;
  readonly setting: ReshapeSetting;
}

function append({ connection, setting }: Scene, definition: CollectionDefinition, change: Appended): void {
  const { op, record, previous } = change;
  const { actor, now, position } = setting;
  position.seq += 1;
  connection.run(
    insertChange,
    ...changeParameters({
      seq: position.seq,
      at: now,
      collection: definition.name,
      id: record.id,
      op,
      types: eventTypes(definition, op),
      actor,
      record,
      previous,
    }),
  );
}

interface Appended {
  readonly op: ChangeOp;
  readonly record: StoredRecord;
  readonly previous: Readonly<Record<string, unknown>> | null;
}

async function* pages({ connection }: Scene, table: Table): AsyncGenerator<readonly StoredRecord[]> {
  for (let after = ''; ; ) {
    const sql = `${table.select} WHERE "id" > ? ORDER BY "id" LIMIT ${reshapeRows}`;
    const records = connection.rows(sql, [after]).map((row) => decodeRow(table, row));
    if (records.length > 0) yield records;
    if (records.length < reshapeRows) return;
    after = records.at(-1)!.id;
    await turn();
  }
}

function rowOf(table: Table, record: StoredRecord): SQLInputValue[] {
  const system = systemColumns.map((c) => record[c.name] as SQLInputValue);
  return [...system, ...table.fields.map((column) => encode(column, record[column.name]))];
}

/** Equal values where there may be none: counted before an index would only say that there are some. */
function findTwins(connection: Connection, table: Table) {
  const single = table.definition.fields.filter((f) => f.unique === true).map((f) => [f.name]);
  for (const fields of [...single, ...(table.definition.uniques ?? [])]) {
    const list = fields.map(quoteName).join(', ');
    const some = fields.map((name) => `${quoteName(name)} IS NOT NULL`).join(' AND ');
    const twins = `SELECT ${list}, count(*) AS n FROM ${quoteName(table.name)} WHERE ${some} GROUP BY ${list} HAVING n > 1`;
    const count = Number(connection.row(`SELECT count(*) FROM (${twins})`)?.[0] ?? 0);
    if (count === 0) continue;
    const groups = connection
      .rows(`${twins} ORDER BY n DESC LIMIT 5`)
      .map((row) => ({ values: row.slice(0, -1), times: Number(row.at(-1)) }));
    return twinsRefusal(fields, count, groups);
  }
  return null;
}

async function drop(scene: Scene, former: Table): Promise<void> {
  for await (const records of pages(scene, former))
    for (const record of records) append(scene, former.definition, { op: 'delete', record, previous: null });
  scene.connection.exec(`DROP TABLE ${quoteName(former.name)}`);
  dropSearchIndex(scene.connection, former.name);
  forgetFingerprint(scene.connection, former.name);
}

/** Columns that no definition names go along as they are. */
function copyLeftovers(connection: Connection, former: Table, columns: ReadonlyMap<string, string>): void {
  const [from, to] = [former.name, spareTable].map(quoteName);
  for (const [name, type] of columns) {
    const column = quoteName(name);
    connection.exec(`ALTER TABLE ${to} ADD COLUMN ${column} ${type}`);
    connection.exec(`UPDATE ${to} SET ${column} = (SELECT ${column} FROM ${from} AS f WHERE f."id" = ${to}."id")`);
  }
}

/**
 * Makes the table again, inside a transaction, of what `change` makes of each record, without its indexes.
 *
 * @param leftover columns to keep beside those of the definition, with their types
 */
export async function rebuild(
  scene: Scene,
  former: Table,
  change: Reshape & { readonly definition: CollectionDefinition },
  leftover: ReadonlyMap<string, string> = new Map(),
): Promise<Refused | null> {
  const { connection, setting } = scene;
  const { definition } = change;
  const spare = tableOf({ ...definition, name: spareTable });
  connection.exec(`DROP TABLE IF EXISTS ${quoteName(spareTable)}`);
  migrateTable(connection, spare.definition);
  const rows = new RowReshaper(change, former.definition, setting.now);
  for await (const records of pages(scene, former))
    for (const before of records) {
      const after = rows.take(before);
      if (after === null) continue;
      connection.run(spare.insert, ...rowOf(spare, after.record));
      if (after.previous) append(scene, definition, { op: 'update', record: after.record, previous: after.previous });
    }
  const refusal = rows.refusal() ?? findTwins(connection, spare);
  if (refusal) return refusal;
  copyLeftovers(connection, former, leftover);
  connection.exec(`DROP TABLE ${quoteName(former.name)}`);
  connection.exec(`ALTER TABLE ${quoteName(spareTable)} RENAME TO ${quoteName(definition.name)}`);
  return null;
}

/** Inside a transaction. @returns the table as it is now (null: it is gone), or why it cannot be */
export async function reshapeTable(
  connection: Connection,
  former: Table | null,
  change: Reshape,
  setting: ReshapeSetting,
): Promise<Result<Table | null>> {
  const scene = { connection, setting };
  const { definition } = change;
  if (definition === null) {
    if (former) await drop(scene, former);
    return { ok: true, value: null };
  }
  const table = tableOf(definition);
  const rebuilt = former !== null && change.convert !== null;
  if (!rebuilt) migrateTable(connection, definition);
  const refusal = rebuilt ? await rebuild(scene, former, { ...change, definition }) : findTwins(connection, table);
  if (refusal) return refusal;
  migrateIndexes(connection, definition);
  if (rebuilt || !isIndexed(readMeta(connection), table)) await fillSearchIndex(connection, table);
  keepFingerprint(connection, definition);
  return { ok: true, value: table };
}
