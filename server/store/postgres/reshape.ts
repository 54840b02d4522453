/**
 * A table takes another shape: a new one is made beside it, filled page by page with its indexes in one transaction that
 * holds the tenant's head, and takes its name at the end, for which readers are kept out for a moment. Called by
 * tenant-store.ts and migrate-collections.ts, while tenant-store.ts holds the writers' line of this process.
 */
import type pg from 'pg';
import { type Result, refuse } from '#shared/base/result.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { ChangeOp, Reshape } from '../contract.ts';
import { eventTypes } from '../event-types.ts';
import { RowReshaper, reshapeRows, spareTable, twinsRefusal } from '../reshape-rows.ts';
import type { Batch } from './batch.ts';
import { decode } from './column.ts';
import { ask, ClientSession } from './connection.ts';
import { isTooLate } from './errors.ts';
import { wantedIndexes } from './indexes.ts';
import { insertRecords } from './insert-records.ts';
import { forgetFingerprint, keepFingerprints, migrateIndexes, migrateTable, searchPrint } from './migrate.ts';
import { decodeRow, quoteShort, type Table, tableOf } from './table.ts';

export interface ReshapeScene {
  readonly client: pg.ClientBase;
  readonly batch: Batch;
  readonly schema: string;
  readonly actor: string;
  readonly now: string;
}

/** Limits of the exchange of the tables, in ms: one wait for the lock, the pause between two waits, and the whole. */
const swapLockMs = 1_000;
const swapPauseMs = 200;
const swapPatienceMs = 30_000;

interface Appended {
  readonly op: ChangeOp;
  readonly record: StoredRecord;
  readonly previous: Readonly<Record<string, unknown>> | null;
}

function append({ batch, actor, now }: ReshapeScene, definition: CollectionDefinition, change: Appended): void {
  const { op, record, previous } = change;
  batch.append({
    at: now,
    collection: definition.name,
    id: record.id,
    op,
    types: eventTypes(definition, op),
    actor,
    record,
    previous,
  });
}

async function* pages({ client }: ReshapeScene, table: Table): AsyncGenerator<readonly StoredRecord[]> {
  await client.query(`DECLARE reshape NO SCROLL CURSOR FOR ${table.select} ORDER BY "id"`);
  for (;;) {
    const rows = await ask(client, { text: `FETCH ${reshapeRows} FROM reshape`, values: [] });
    if (rows.length > 0) yield rows.map((row) => decodeRow(table, row));
    if (rows.length < reshapeRows) break;
  }
  await client.query('CLOSE reshape');
}

/** Equal values where there may be none: counted before an index would only say that there are some. */
async function findTwins({ client }: ReshapeScene, table: Table) {
  for (const unique of table.uniques.slice(1)) {
    const list = unique.map((c) => quoteShort(c.name)).join(', ');
    const some = unique.map((c) => `${quoteShort(c.name)} IS NOT NULL`).join(' AND ');
    const twins = `SELECT ${list}, count(*) AS times FROM ${table.place} WHERE ${some} GROUP BY ${list} HAVING count(*) > 1`;
    const [counted] = await ask(client, { text: `SELECT count(*) FROM (${twins}) AS twins`, values: [] });
    const count = Number(counted?.[0] ?? 0);
    if (count === 0) continue;
    const rows = await ask(client, { text: `${twins} ORDER BY times DESC LIMIT 5`, values: [] });
    const groups = rows.map((row) => ({
      values: unique.map((column, i) => decode(column, row[i])),
      times: Number(row.at(-1)),
    }));
    return twinsRefusal(
      unique.map((c) => c.name),
      count,
      groups,
    );
  }
  return null;
}

/** Readers that come later queue after this lock request, so each request waits only briefly. */
async function keepReadersOut({ client }: ReshapeScene, table: Table): Promise<Result<null>> {
  const until = performance.now() + swapPatienceMs;
  for (;;) {
    await client.query(`SAVEPOINT swap; SET LOCAL lock_timeout = ${swapLockMs}`);
    try {
      await client.query(`LOCK TABLE ${table.place} IN ACCESS EXCLUSIVE MODE`);
      return { ok: true, value: null };
    } catch (error) {
      if (!isTooLate(error)) throw error;
      await client.query('ROLLBACK TO SAVEPOINT swap');
      if (performance.now() > until)
        return refuse({
          code: 'overloaded',
          message: 'The table could not be changed because its records are being read all the time. Try again.',
        });
    }
    await new Promise((resolve) => setTimeout(resolve, swapPauseMs));
  }
}

async function drop(scene: ReshapeScene, former: Table): Promise<Result<null>> {
  for await (const records of pages(scene, former)) {
    for (const record of records) append(scene, former.definition, { op: 'delete', record, previous: null });
    await scene.batch.flush();
  }
  const locked = await keepReadersOut(scene, former);
  if (!locked.ok) return locked;
  await scene.client.query(`DROP TABLE ${former.place}`);
  await forgetFingerprint(scene.client, scene.schema, former.name);
  return locked;
}

/** The spare table's indexes take the names of the real one's; both are listed in the same order. */
async function renameIndexes({ client, schema }: ReshapeScene, spare: Table, table: Table): Promise<void> {
  const names = [...wantedIndexes(table).keys()];
  for (const [i, name] of [...wantedIndexes(spare).keys()].entries())
    await client.query(`ALTER INDEX ${schema}."${name}" RENAME TO "${names[i]!}"`);
}

/** Columns that no definition names go along as they are. One statement each: a cluster's nodes take no more at a time. */
async function copyLeftovers(
  { client }: ReshapeScene,
  former: Table,
  spare: Table,
  columns: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [name, type] of columns) {
    const column = quoteShort(name);
    const collation = type === 'text' ? ' COLLATE "C"' : '';
    await client.query(`ALTER TABLE ${spare.place} ADD COLUMN ${column} ${type}${collation}`);
    await client.query(
      `UPDATE ${spare.place} AS t SET ${column} = f.${column} FROM ${former.place} AS f WHERE f."id" = t."id"`,
    );
  }
}

/**
 * Makes the table again, inside the batch's transaction, of what `change` makes of each record, with its indexes.
 *
 * @param leftover columns to keep beside those of the definition, with their types
 */
export async function rebuild(
  scene: ReshapeScene,
  former: Table,
  table: Table,
  change: Reshape,
  leftover: ReadonlyMap<string, string> = new Map(),
): Promise<Result<null>> {
  const { batch, client, now, schema } = scene;
  const { definition } = table;
  const spare = tableOf(schema, { ...definition, name: spareTable });
  await client.query(`DROP TABLE IF EXISTS ${spare.place}`);
  await migrateTable(client, schema, spare);
  const rows = new RowReshaper(change, former.definition, now);
  for await (const records of pages(scene, former)) {
    const taken = records.map((before) => rows.take(before)).filter((after) => after !== null);
    await insertRecords(
      new ClientSession(client),
      spare,
      taken.map(({ record }) => record),
    );
    for (const { record, previous } of taken)
      if (previous) append(scene, definition, { op: 'update', record, previous });
    await batch.flush();
  }
  const refusal = rows.refusal() ?? (await findTwins(scene, spare));
  if (refusal) return refusal;
  await copyLeftovers(scene, former, spare, leftover);
  await migrateIndexes(client, schema, spare);
  await client.query(`ANALYZE ${spare.place}`);
  const locked = await keepReadersOut(scene, former);
  if (!locked.ok) return locked;
  await client.query(`DROP TABLE ${former.place}`);
  await client.query(`ALTER TABLE ${spare.place} RENAME TO ${quoteShort(definition.name)}`);
  await renameIndexes(scene, spare, table);
  return locked;
}

/** Whether the change only adds columns, which are empty, and no index: a change of the catalogue, over in a moment. */
function isExtension(former: Table, table: Table): boolean {
  const indexes = [...wantedIndexes(former).keys()].join() === [...wantedIndexes(table).keys()].join();
  if (searchPrint(former) !== searchPrint(table)) return false;
  return indexes && former.columns.every((c) => table.columns.some((d) => d.name === c.name && d.type === c.type));
}

/** Inside the batch's transaction. @returns the table as it is now (null: it is gone), or why it cannot be */
export async function reshapeTable(
  scene: ReshapeScene,
  former: Table | null,
  change: Reshape,
): Promise<Result<Table | null>> {
  const { client, schema } = scene;
  await client.query('SET LOCAL statement_timeout = 0');
  if (change.definition === null) {
    const dropped = former ? await drop(scene, former) : null;
    return dropped && !dropped.ok ? dropped : { ok: true, value: null };
  }
  const table = tableOf(schema, change.definition);
  if (former !== null && !(change.convert === null && isExtension(former, table))) {
    const rebuilt = await rebuild(scene, former, table, change);
    if (!rebuilt.ok) return rebuilt;
  } else {
    const locked = former ? await keepReadersOut(scene, former) : null;
    if (locked && !locked.ok) return locked;
    await migrateTable(client, schema, table);
    await migrateIndexes(client, schema, table);
  }
  await keepFingerprints(client, schema, [table]);
  return { ok: true, value: table };
}
