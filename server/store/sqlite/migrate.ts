/**
 * Makes and alters the system tables and the table of one collection. Adds tables, columns and indexes; drops indexes
 * that a definition no longer names, never a column or a row. A fingerprint per collection lets the usual start, where
 * nothing changed, cost one read: migrate-collections.ts.
 */
import { createHash } from 'node:crypto';
import { assert } from '#shared/base/assert.ts';
import { canonicalJson } from '#shared/base/json.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import { areMovesKept, marksKey } from '../move-rows.ts';
import { type Column, columnOf, encode } from './column.ts';
import type { Connection } from './connection.ts';
import { quoteName, systemColumns, tableOf } from './table.ts';

/** Raise it when the layout below changes. Only a file above `movedFormat` was written by a newer version. */
const formatVersion = 3;
/** Format of a file in which values moved between releases: earlier ones would look for fields that are not there. */
const movedFormat = 4;

/** Raise it when a collection's own table is laid out otherwise: all of them are looked at again. */
const layoutVersion = 1;

const systemTables = `
CREATE TABLE IF NOT EXISTS _meta (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS _changes (
  seq INTEGER PRIMARY KEY, at TEXT NOT NULL, collection TEXT NOT NULL, id TEXT NOT NULL, op TEXT NOT NULL,
  types TEXT NOT NULL, actor TEXT NOT NULL, record TEXT NOT NULL, previous TEXT) STRICT;
CREATE INDEX IF NOT EXISTS _changes_collection ON _changes (collection);
CREATE INDEX IF NOT EXISTS _changes_record ON _changes (id);
CREATE TABLE IF NOT EXISTS _cursors (name TEXT PRIMARY KEY NOT NULL, seq INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS _idempotency (
  key TEXT PRIMARY KEY NOT NULL, bodyHash TEXT NOT NULL, answer TEXT NOT NULL, atMs INTEGER NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS _idempotency_at ON _idempotency (atMs);
`;

/**
 * Makes the system tables when they are not there.
 *
 * @param newId gives the log its identity at birth
 * @returns the log's identity
 * @throws when the file was written by a newer version
 */
export function openSystemTables(connection: Connection, newId: () => string): string {
  const known = connection.row("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_meta'") !== undefined;
  const format = known ? Number(connection.row("SELECT value FROM _meta WHERE key = 'format'")?.[0] ?? 0) : 0;
  if (format > movedFormat) {
    throw new Error(`the database has format ${format}, this version supports ${movedFormat}: use a newer version`);
  }
  if (format < formatVersion) {
    makeSystemTables(connection, newId);
  }
  // A file that was written from kept pages has the tables already: new-databases.ts.
  if (!hasLogId(connection)) connection.run("INSERT OR IGNORE INTO _meta VALUES ('logId', ?)", newId());
  const logId = connection.row("SELECT value FROM _meta WHERE key = 'logId'")?.[0];
  assert(typeof logId === 'string', 'the database has no log identity');
  return logId;
}

function hasLogId(connection: Connection): boolean {
  return connection.row("SELECT 1 FROM _meta WHERE key = 'logId'") !== undefined;
}

export function forgetLogId(connection: Connection): void {
  connection.run("DELETE FROM _meta WHERE key = 'logId'");
}

function makeSystemTables(connection: Connection, newId: () => string): void {
  connection.exec('BEGIN IMMEDIATE');
  try {
    connection.exec(systemTables);
    connection.run("INSERT OR IGNORE INTO _meta VALUES ('logId', ?)", newId());
    connection.run("INSERT OR REPLACE INTO _meta VALUES ('format', ?)", String(formatVersion));
    connection.commit();
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

/** Reads the file's metadata: its format, and the definitions of which its tables and indexes were made. */
export function readMeta(connection: Connection): ReadonlyMap<string, string> {
  return new Map(connection.rows('SELECT key, value FROM _meta').map(([key, value]) => [String(key), String(value)]));
}

export function keepFingerprint(connection: Connection, definition: CollectionDefinition): void {
  const print = fingerprint(definition);
  connection.run('INSERT OR REPLACE INTO _meta VALUES (?, ?)', `schema:${definition.name}`, print);
}

/** @param marks as `allMarks` gives them */
export function keepMarks(connection: Connection, collection: string, marks: string): void {
  const text = 'INSERT OR REPLACE INTO _meta VALUES (?, ?), (?, ?)';
  connection.run(text, marksKey(collection), marks, 'format', String(movedFormat));
}

export function forgetFingerprint(connection: Connection, collection: string): void {
  connection.run('DELETE FROM _meta WHERE key IN (?, ?)', `schema:${collection}`, marksKey(collection));
}

/** Whether the table is as its definition wants it. @param meta all of `_meta` */
export function isAsKept(meta: ReadonlyMap<string, string>, definition: CollectionDefinition): boolean {
  return meta.get(`schema:${definition.name}`) === fingerprint(definition) && areMovesKept(meta, definition);
}

const prints = new WeakMap<CollectionDefinition, string>();

/** Worked out once: all tenants share the definitions of the modules, and each opening asks for all of them. */
function fingerprint(definition: CollectionDefinition): string {
  const known = prints.get(definition);
  if (known !== undefined) return known;
  const { name, fields, indexes, uniques } = definition;
  const layout = fields.map((f) => [f.name, columnOf(f).storage, f.unique === true, f.index === true]);
  const json = canonicalJson({ layoutVersion, name, layout, indexes, uniques });
  const print = createHash('sha256').update(json).digest('hex');
  prints.set(definition, print);
  return print;
}

/** Column → its type; none where the table is not there. */
export function presentColumns(connection: Connection, table: string): ReadonlyMap<string, string> {
  const rows = connection.rows(`PRAGMA table_info(${quoteName(table)})`);
  return new Map(rows.map((row) => [String(row[1]), String(row[2])]));
}

/** @throws where the column is stored with another type than the field needs */
export function needType(definition: CollectionDefinition, column: Column, type: string): void {
  if (type === column.storage) return;
  throw new Error(
    `${definition.name}.${column.name} is stored as ${type} and cannot become ${column.storage}: give the field another name`,
  );
}

function newTable(definition: CollectionDefinition): string {
  const system = systemColumns.map(
    (c) => `${quoteName(c.name)} ${c.storage}${c.name === 'id' ? ' PRIMARY KEY' : ''} NOT NULL`,
  );
  const own = tableOf(definition).fields.map((c) => `${quoteName(c.name)} ${c.storage}`);
  return `CREATE TABLE ${quoteName(definition.name)} (${[...system, ...own].join(', ')}) STRICT`;
}

/** Makes the table, or the columns it lacks. */
export function migrateTable(connection: Connection, definition: CollectionDefinition): void {
  const table = quoteName(definition.name);
  const present = presentColumns(connection, definition.name);
  if (present.size === 0) {
    connection.exec(newTable(definition));
    return;
  }
  tableOf(definition).fields.forEach((column, i) => {
    const type = present.get(column.name);
    if (type !== undefined) {
      needType(definition, column, type);
      return;
    }
    const field = definition.fields[i]!;
    connection.exec(
      `ALTER TABLE ${table} ADD COLUMN ${quoteName(column.name)} ${column.storage}${defaultClause(field)}`,
    );
  });
}

/** Rows that stand already get the field's default; new rows always bring a value of their own. */
function defaultClause(field: Field): string {
  const value = 'default' in field ? field.default : undefined;
  const encoded = encode(columnOf(field), value);
  if (encoded === null) return '';
  if (typeof encoded === 'number') return ` DEFAULT ${encoded}`;
  assert(typeof encoded === 'string' && !encoded.includes('\0'), `${field.name}: a default cannot hold NUL`);
  return ` DEFAULT '${encoded.replaceAll("'", "''")}'`;
}

/**
 * `ix.<table>.<columns>` and `ux.…`. Plain indexes end in the id, so that a sorted page and the page after a cursor
 * are read straight from the index.
 */
function wantedIndexes(definition: CollectionDefinition): ReadonlyMap<string, string> {
  const wanted = new Map<string, string>();
  const add = (kind: 'ix' | 'ux', columns: readonly string[]) => {
    const name = [kind, definition.name, ...columns].join('.');
    const keys = kind === 'ix' && !columns.includes('id') ? [...columns, 'id'] : columns;
    const on = `${quoteName(definition.name)} (${keys.map(quoteName).join(', ')})`;
    wanted.set(name, `CREATE ${kind === 'ux' ? 'UNIQUE ' : ''}INDEX ${quoteName(name)} ON ${on}`);
  };
  for (const field of definition.fields) {
    if (field.unique === true) add('ux', [field.name]);
    else if (field.index === true) add('ix', [field.name]);
  }
  for (const columns of definition.indexes ?? []) add('ix', columns);
  for (const columns of definition.uniques ?? []) add('ux', columns);
  return wanted;
}

/**
 * The statements for a table that is not there, with its indexes. Many in one `exec` take half of the time that each takes
 * with questions in between: every change of the schema makes SQLite compile these again.
 */
export function newTableScript(definition: CollectionDefinition): string {
  return [newTable(definition), ...wantedIndexes(definition).values()].join(';\n');
}

/** Makes the indexes that are wanted, drops those that are not. */
export function migrateIndexes(connection: Connection, definition: CollectionDefinition): void {
  const wanted = wantedIndexes(definition);
  const names = connection
    .rows("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ?", [definition.name])
    .map((row) => String(row[0]));
  for (const name of names) {
    if (/^[iu]x\./.test(name) && !wanted.has(name)) connection.exec(`DROP INDEX ${quoteName(name)}`);
  }
  for (const [name, sql] of wanted) {
    if (!names.includes(name)) connection.exec(sql);
  }
}
