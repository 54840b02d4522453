/**
 * Brings the tables of one tenant to this release, in one transaction: makes and extends them, and where a definition
 * has moves that the file has not made, makes the table again of what its rows become. See server/store/README.md.
 */
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { MovedCollection } from '../contract.ts';
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
import type { Connection } from './connection.ts';
import {
  isAsKept,
  keepFingerprint,
  keepMarks,
  migrateIndexes,
  migrateTable,
  needType,
  newTableScript,
  presentColumns,
  readMeta,
} from './migrate.ts';
import { type ReshapeSetting, rebuild, type Scene } from './reshape.ts';
import { leaveRest } from './resting.ts';
import { fillSearchIndex, isIndexed, keepIndexPrint, newSearchIndexScript } from './search-index.ts';
import { systemColumns, type Table, tableOf } from './table.ts';

export interface MigrationSetting extends ReshapeSetting {
  /** Durable when it returns: the tenant is active in the schedule. */
  readonly activate: () => void;
}

/**
 * Others have their turn while an index is filled, so nothing else may use the connection meanwhile.
 *
 * @param setting where the log ends, and as whom it goes on where values move
 * @throws when a column holds another type than its field now asks for, or existing rows break a new unique
 */
export async function migrateCollections(
  connection: Connection,
  tables: readonly Table[],
  setting: () => MigrationSetting,
): Promise<readonly MovedCollection[]> {
  const meta = readMeta(connection);
  const todo = tables.filter(({ definition }) => !isAsKept(meta, definition));
  const unindexed = tables.filter((table) => !isIndexed(meta, table));
  if (todo.length === 0 && unindexed.length === 0) return [];
  connection.exec('BEGIN IMMEDIATE');
  try {
    const { activate, ...scene } = setting();
    const before = scene.position.seq;
    const moved: MovedCollection[] = [];
    const fresh = makeNewTables(connection, meta, todo);
    for (const { definition } of todo.filter((table) => !fresh.has(table))) {
      const { seq } = scene.position;
      if (mustMove(meta, definition)) moved.push(await moveTable({ connection, setting: scene }, meta, definition));
      else migrateTable(connection, definition);
      migrateIndexes(connection, definition);
      keepFingerprint(connection, definition);
      keepMovesMade(connection, meta, definition, seq);
    }
    const renewed = new Set(moved.map(({ collection }) => collection));
    for (const table of tables)
      if (renewed.has(table.name) || (unindexed.includes(table) && !fresh.has(table)))
        await fillSearchIndex(connection, table);
    if (scene.position.seq > before) leaveRest(connection, activate);
    connection.commit();
    return moved;
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

/** @returns the tables that were not there: they, their indexes and what searches look into are made */
function makeNewTables(
  connection: Connection,
  meta: ReadonlyMap<string, string>,
  tables: readonly Table[],
): ReadonlySet<Table> {
  const present = new Set(connection.rows('SELECT name FROM sqlite_master').map(([name]) => String(name)));
  const isNew = ({ name }: Table) => !present.has(name) && !meta.has(`schema:${name}`) && !meta.has(`search:${name}`);
  const fresh = new Set(tables.filter(isNew));
  const scripts = [...fresh].flatMap((table) => [newTableScript(table.definition), newSearchIndexScript(table)]);
  connection.exec(scripts.join(';\n'));
  for (const table of fresh) {
    keepFingerprint(connection, table.definition);
    keepIndexPrint(connection, table);
    keepMovesMade(connection, meta, table.definition, 0);
  }
  return fresh;
}

function keepMovesMade(
  connection: Connection,
  meta: ReadonlyMap<string, string>,
  definition: CollectionDefinition,
  seq: number,
): void {
  if (!definition.moves) return;
  const head = meta.has(`schema:${definition.name}`) ? seq : 0;
  keepMarks(connection, definition.name, allMarks(marksOf(meta, definition), definition, head));
}

async function moveTable(
  scene: Scene,
  meta: ReadonlyMap<string, string>,
  definition: CollectionDefinition,
): Promise<MovedCollection> {
  const { connection, setting } = scene;
  const applied = marksOf(meta, definition).length;
  const present = presentColumns(connection, definition.name);
  const former = tableOf(formerDefinition(definition, applied, present));
  for (const column of former.fields) needType(definition, column, present.get(column.name) ?? '');
  const next = [...systemColumns, ...tableOf(definition).fields].map(({ name }) => name);
  const leftover = leftoverColumns(present, former.definition, next).map(
    (name) => [name, present.get(name) ?? ''] as const,
  );
  const before = setting.position.seq;
  const change = { ...moveOf(definition, applied), definition };
  const refusal = await rebuild(scene, former, change, new Map(leftover));
  if (refusal) throw unmovable(definition, refusal);
  return movedCollection(definition, applied, setting.position.seq - before);
}
