/**
 * Brings the tables of one tenant to this release, in one transaction that waits its turn among the writers: creates
 * missing tables and columns, and rebuilds a table whose definition has moves of values that the schema has not made yet.
 * See server/store/README.md.
 */
import type { MovedCollection } from '../contract.ts';
import { releaseActor } from '../contract.ts';
import {
  allMarks,
  formerDefinition,
  leftoverColumns,
  marksOf,
  movedCollection,
  moveOf,
  mustMove,
  unmovable,
} from '../move-rows.ts';
import { Batch, type BatchPlace } from './batch.ts';
import { readHead } from './change-log.ts';
import { ClientSession } from './connection.ts';
import { isTooLate } from './errors.ts';
import { lockTables } from './make-tables.ts';
import { alterTable, isAsKept, keepFingerprints, keepMarks, needType, presentColumns } from './migrate.ts';
import type { OutcomeSetting } from './outcome.ts';
import { type ReshapeScene, rebuild } from './reshape.ts';
import { atomically, readMeta } from './system-tables.ts';
import { searchColumns, type Table, tableOf } from './table.ts';

/** Attempts of a migration to lock tables that others are reading. */
const migrateTries = 5;

type Meta = ReadonlyMap<string, string> | null;

export interface MigrationScene extends BatchPlace {
  readonly outcome: OutcomeSetting;
  readonly now: string;
}

type Place = Pick<ReshapeScene, 'client' | 'schema'>;

interface Migrated {
  /** Number at which the log ends now. */
  readonly head: number;
  readonly moved: readonly MovedCollection[];
}

/**
 * @param meta all of `_meta`, read before
 * @throws when a column holds another type than its field now asks for, or existing rows break a new unique
 */
export async function migrateWithTries(scene: MigrationScene, tables: readonly Table[], meta: Meta): Promise<Migrated> {
  const isMoving = tables.some(({ definition }) => mustMove(meta, definition));
  for (let tries = 1; ; tries++) {
    try {
      return await (isMoving ? migrateInBatch(scene, tables) : migrateTables(scene, tables));
    } catch (error) {
      if (!isTooLate(error) || tries === migrateTries) throw error;
    }
  }
}

/** Migrates tables in which no value moves. */
export function migrateTables({ client, schema }: Place, tables: readonly Table[]): Promise<Migrated> {
  return atomically(client, async () => {
    await client.query(`SELECT 1 FROM ${schema}._head FOR UPDATE`);
    await lockTables(client, schema);
    const done = await readMeta(client, schema);
    const head = await readHead(new ClientSession(client), schema);
    for (const table of tables) {
      if (isAsKept(done, table)) continue;
      await alterTable(client, schema, done, table);
      await keep({ client, schema }, done, table, head);
    }
    return { head, moved: [] };
  });
}

/** Migrates tables in a batch that continues the log: each record that comes out different is a change. */
async function migrateInBatch(scene: MigrationScene, tables: readonly Table[]): Promise<Migrated> {
  const { client, now, outcome, schema } = scene;
  const batch = await Batch.begin(scene);
  try {
    await client.query('SET LOCAL statement_timeout = 0');
    const done = await readMeta(client, schema);
    const moved: MovedCollection[] = [];
    for (const table of tables) {
      if (isAsKept(done, table)) continue;
      const head = batch.seq;
      if (mustMove(done, table.definition)) {
        moved.push(await moveTable({ client, batch, schema, actor: releaseActor, now }, done, table));
      } else {
        await alterTable(client, schema, done, table);
      }
      await keep(scene, done, table, head);
    }
    await batch.commit(outcome);
    return { head: batch.seq, moved };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function keep({ client, schema }: Place, done: Meta, table: Table, head: number): Promise<void> {
  const { definition, name } = table;
  await keepFingerprints(client, schema, [table]);
  if (!definition.moves) return;
  const from = done?.has(`schema:${name}`) ? head : 0;
  await keepMarks(client, schema, name, allMarks(marksOf(done, definition), definition, from));
}

async function moveTable(scene: ReshapeScene, done: Meta, table: Table): Promise<MovedCollection> {
  const { batch, client, schema } = scene;
  const { definition } = table;
  const applied = marksOf(done, definition).length;
  const present = await presentColumns(client, table.place);
  const former = tableOf(schema, formerDefinition(definition, applied, present));
  for (const column of former.columns) needType(definition, column, present.get(column.name) ?? '');
  const next = [...table.columns.map(({ name }) => name), ...searchColumns];
  const leftover = leftoverColumns(present, former.definition, next);
  const kept = new Map(leftover.map((name) => [name, present.get(name) ?? '']));
  const before = batch.seq;
  const rebuilt = await rebuild(scene, former, table, moveOf(definition, applied), kept);
  if (!rebuilt.ok) throw unmovable(definition, rebuilt);
  return movedCollection(definition, applied, batch.seq - before);
}
