/**
 * Makes and alters the tables of one tenant in its schema: system tables, then one table per collection. Adds tables,
 * columns and indexes; drops indexes that a definition no longer names, never a column or a row. One transaction, in
 * the writers' line; a fingerprint per collection lets the usual start, where nothing changed, cost one read.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { assert } from '#shared/base/assert.ts';
import { canonicalJson } from '#shared/base/json.ts';
import type { Field } from '#shared/schema/field.ts';
import { columnOf, declaredType, encode } from './column.ts';
import { ask } from './connection.ts';
import { wantedIndexes } from './indexes.ts';
import { quoteShort, systemColumns, type Table } from './table.ts';

/** Raise it when the layout below changes; a schema with a higher one was written by a newer version. */
const formatVersion = 2;
/** Raise it when a collection's own table is laid out otherwise: all of them are looked at again. */
const layoutVersion = 1;
/** How long a change of a table waits for its readers: everybody else waits behind it. */
const lockWaitMs = 3_000;

function systemTables(schema: string): string {
  return `
    CREATE TABLE ${schema}._meta (key text COLLATE "C" PRIMARY KEY, value text NOT NULL);
    CREATE TABLE ${schema}._head (one boolean PRIMARY KEY DEFAULT true CHECK (one), seq bigint NOT NULL) WITH (fillfactor = 10);
    CREATE TABLE ${schema}._changes (
      seq bigint PRIMARY KEY, at timestamptz(3) NOT NULL, collection text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL,
      op text NOT NULL, types json NOT NULL, actor text NOT NULL, record json NOT NULL, previous json NOT NULL);
    CREATE INDEX _changes_collection ON ${schema}._changes (collection, seq);
    CREATE INDEX _changes_record ON ${schema}._changes (id, seq);
    CREATE TABLE ${schema}._cursors (name text COLLATE "C" PRIMARY KEY, seq bigint NOT NULL);
    CREATE TABLE ${schema}._idempotency (
      key text COLLATE "C" PRIMARY KEY, body_hash text NOT NULL, answer json NOT NULL, at_ms bigint NOT NULL);
    CREATE INDEX _idempotency_at ON ${schema}._idempotency (at_ms);
    INSERT INTO ${schema}._head (seq) VALUES (0);`;
}

/** Of a schema that is there. Null: there is none. */
async function readMeta(client: pg.ClientBase, schema: string): Promise<ReadonlyMap<string, string> | null> {
  // Asked of the catalogue's tables: a connection that looked by name before would go on believing that it is not there.
  const [there] = await ask(client, {
    text: `SELECT count(*) > 0 FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
      WHERE c.relname = '_meta' AND '"' || n.nspname || '"' = $1`,
    values: [schema],
  });
  if (there?.[0] !== true) return null;
  const rows = await ask(client, { text: `SELECT key, value FROM ${schema}._meta`, values: [] });
  return new Map(rows.map(([key, value]) => [String(key), String(value)]));
}

function logIdOf(meta: ReadonlyMap<string, string>): string {
  const format = Number(meta.get('format') ?? 0);
  if (format > formatVersion)
    throw new Error(`the database has format ${format}, this version knows ${formatVersion}: use a newer version`);
  const logId = meta.get('logId');
  assert(logId !== undefined, 'the database has no log identity');
  return logId;
}

/** Format 2 finds the changes of one record by an index of their own. */
async function upgraded(client: pg.ClientBase, schema: string, meta: ReadonlyMap<string, string>): Promise<string> {
  const logId = logIdOf(meta);
  if (Number(meta.get('format') ?? 0) === formatVersion) return logId;
  await client.query('SET statement_timeout = 0');
  await client.query(`CREATE INDEX IF NOT EXISTS _changes_record ON ${schema}._changes (id, seq)`);
  await client.query(`UPDATE ${schema}._meta SET value = $1 WHERE key = 'format'`, [String(formatVersion)]);
  return logId;
}

async function atomically<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query(`BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = ${lockWaitMs}`);
  try {
    const value = await work();
    await client.query('COMMIT');
    return value;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/**
 * Makes the tenant's schema when it is not there; several processes may try at once.
 *
 * @param newId gives the log its identity at birth
 * @returns the log's identity
 * @throws when it was written by a newer version
 */
export async function openSchema(client: pg.ClientBase, schema: string, newId: () => string): Promise<string> {
  const known = await readMeta(client, schema);
  if (known !== null) return upgraded(client, schema, known);
  return atomically(client, async () => {
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [schema]);
    const made = await readMeta(client, schema);
    if (made !== null) return upgraded(client, schema, made);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await client.query(systemTables(schema));
    const logId = newId();
    const text = `INSERT INTO ${schema}._meta VALUES ('logId', $1), ('format', $2)`;
    await client.query(text, [logId, String(formatVersion)]);
    return logId;
  });
}

/** @throws when a column holds another type than its field now asks for, or existing rows break a new unique */
export async function migrateTables(client: pg.ClientBase, schema: string, tables: readonly Table[]): Promise<void> {
  const wanted = tables.map((table) => ({ table, key: `schema:${table.name}`, print: fingerprint(table) }));
  const meta = await readMeta(client, schema);
  if (wanted.every(({ key, print }) => meta?.get(key) === print)) return;
  await atomically(client, async () => {
    await client.query(`SELECT 1 FROM ${schema}._head FOR UPDATE`);
    const done = await readMeta(client, schema);
    for (const { table, key, print } of wanted) {
      if (done?.get(key) === print) continue;
      await migrateTable(client, schema, table);
      await migrateIndexes(client, schema, table);
      await keepFingerprint(client, schema, table);
    }
  });
}

export async function keepFingerprint(client: pg.ClientBase, schema: string, table: Table): Promise<void> {
  const text = `INSERT INTO ${schema}._meta VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
  await client.query(text, [`schema:${table.name}`, fingerprint(table)]);
}

export async function forgetFingerprint(client: pg.ClientBase, schema: string, collection: string): Promise<void> {
  await client.query(`DELETE FROM ${schema}._meta WHERE key = $1`, [`schema:${collection}`]);
}

function fingerprint({ definition }: Table): string {
  const { name, fields, indexes, uniques } = definition;
  const layout = fields.map((f) => {
    const { type, short } = columnOf(f);
    return [f.name, type, short, f.unique === true, f.index === true];
  });
  return createHash('sha256').update(canonicalJson({ layoutVersion, name, layout, indexes, uniques })).digest('hex');
}

/** Makes the table, or the columns it lacks. */
export async function migrateTable(client: pg.ClientBase, schema: string, table: Table): Promise<void> {
  const { definition, place, columns } = table;
  const rows = await ask(client, {
    text: `SELECT attname::text, format_type(atttypid, atttypmod) FROM pg_attribute
      WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`,
    values: [place],
  });
  if (rows.length === 0) {
    const list = columns.map((c, i) => {
      const system = i < systemColumns.length ? `${c.name === 'id' ? ' PRIMARY KEY' : ''} NOT NULL` : '';
      return `${quoteShort(c.name)} ${declaredType(c)}${system}`;
    });
    await client.query(`CREATE TABLE ${schema}.${quoteShort(definition.name)} (${list.join(', ')})`);
    return;
  }
  const present = new Map(rows.map(([name, type]) => [String(name), String(type)]));
  for (const field of definition.fields) {
    const column = columnOf(field);
    const type = present.get(column.name);
    if (type === column.type) continue;
    if (type !== undefined)
      throw new Error(
        `${definition.name}.${column.name} is stored as ${type} and cannot become ${column.type}: give the field another name`,
      );
    const added = `${quoteShort(column.name)} ${declaredType(column)}${defaultClause(field)}`;
    await client.query(`ALTER TABLE ${place} ADD COLUMN ${added}`);
  }
}

/** Rows that stand already get the field's default; new rows always bring a value of their own. */
function defaultClause(field: Field): string {
  const value = encode(columnOf(field), 'default' in field ? field.default : undefined);
  if (value === null) return '';
  if (typeof value !== 'string') return ` DEFAULT ${String(value)}`;
  return ` DEFAULT '${value.replaceAll("'", "''")}'`;
}

/** Makes the indexes that are wanted, drops those that are not. */
export async function migrateIndexes(client: pg.ClientBase, schema: string, table: Table): Promise<void> {
  const wanted = wantedIndexes(table);
  const rows = await ask(client, {
    text: `SELECT c.relname::text FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid WHERE i.indrelid = to_regclass($1)`,
    values: [table.place],
  });
  const present = rows.map(([name]) => String(name));
  for (const name of present)
    if (/^[iu]x\./.test(name) && !wanted.has(name)) await client.query(`DROP INDEX ${schema}."${name}"`);
  for (const [name, create] of wanted) if (!present.includes(name)) await client.query(create);
}
