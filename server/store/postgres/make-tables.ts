/**
 * Makes tables that are not there, with their indexes. All statements are sent at once, each by itself (a cluster's nodes
 * take no more at a time): what is left is the work of the database.
 */
import type pg from 'pg';
import { StaleShape } from '../contract.ts';
import { allMarks, mustMove } from '../move-rows.ts';
import type { Session } from './connection.ts';
import { wantedIndexes } from './indexes.ts';
import { alterTable, createTable, isAsKept, keepFingerprints, keepMarks, unmadeKey } from './migrate.ts';
import { atomically, makeStatementMs, readMeta } from './system-tables.ts';
import type { Table } from './table.ts';

/** Notes that the tenant has these collections. @param meta all of `_meta`, as it was read */
export async function noteUnmade(
  session: Session,
  schema: string,
  meta: ReadonlyMap<string, string> | null,
  tables: readonly Table[],
): Promise<void> {
  const keys = tables.map(({ name }) => unmadeKey(name)).filter((key) => !meta?.has(key));
  if (keys.length === 0) return;
  const rows = keys.map((_, n) => `($${n + 1}, '')`).join(', ');
  await session.rows({ text: `INSERT INTO ${schema}._meta VALUES ${rows} ON CONFLICT DO NOTHING`, values: keys });
}

/** Processes make the tables of one tenant in turns. Who needs the lock on the head, too, takes that one first. */
export function lockTables(client: pg.ClientBase, schema: string): Promise<unknown> {
  return client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${schema} tables`]);
}

/** Makes tables that are not there, inside a transaction that holds the lock of `lockTables`. */
export async function createTables(client: pg.ClientBase, schema: string, tables: readonly Table[]): Promise<void> {
  const statements = tables.flatMap((table) => [createTable(schema, table), ...wantedIndexes(table).values()]);
  await Promise.all(statements.map((statement) => client.query(statement)));
  await keepFingerprints(client, schema, tables);
  for (const { definition, name } of tables)
    if (definition.moves) await keepMarks(client, schema, name, allMarks([], definition, 0));
}

/**
 * Makes those of the tables that no other process has made. Takes no part in the line of writers: a plan may be waiting for
 * the tables.
 *
 * @returns the tables that a process of another release has made meanwhile: `alterMade` brings them to this one
 */
export function makeTables(client: pg.ClientBase, schema: string, tables: readonly Table[]): Promise<readonly Table[]> {
  const make = async () => {
    await lockTables(client, schema);
    const meta = await readMeta(client, schema);
    const there = tables.filter(({ name }) => meta?.has(`schema:${name}`));
    await createTables(
      client,
      schema,
      tables.filter((table) => !there.includes(table)),
    );
    return there.filter((table) => !isAsKept(meta, table));
  };
  return atomically(client, make, makeStatementMs);
}

/**
 * Brings tables that a process of another release has made to this release.
 *
 * @throws StaleShape where values would have to move, which the next opening of the tenant does
 */
export function alterMade(client: pg.ClientBase, schema: string, tables: readonly Table[]): Promise<void> {
  return atomically(client, async () => {
    await lockTables(client, schema);
    const meta = await readMeta(client, schema);
    for (const table of tables.filter((one) => !isAsKept(meta, one))) {
      if (mustMove(meta, table.definition))
        throw new StaleShape(`${table.name} was made by an earlier release meanwhile`);
      await alterTable(client, schema, meta, table);
      await keepFingerprints(client, schema, [table]);
    }
  });
}
