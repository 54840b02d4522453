/**
 * Makes and alters the system tables and the table of one collection in a tenant's schema. Adds tables, columns and
 * indexes; drops indexes that a definition no longer names, never a column or a row. A fingerprint per collection lets
 * the usual start, where nothing changed, cost one read: migrate-collections.ts.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { assert } from '#shared/base/assert.ts';
import { canonicalJson } from '#shared/base/json.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import { areMovesKept, marksKey } from '../move-rows.ts';
import { type Column, columnOf, declaredType, encode } from './column.ts';
import { ask, type Session } from './connection.ts';
import { sqlState } from './errors.ts';
import { wantedIndexes } from './indexes.ts';
import { storedText } from './stored-text.ts';
import {
  decodeRow,
  isSearchable,
  quoteShort,
  searchColumns,
  searchValues,
  systemColumns,
  type Table,
} from './table.ts';

/** Raise it when the layout below changes; a schema with a higher one was written by a newer version. */
const formatVersion = 4;
/** Of a schema in which values moved between releases: earlier ones would look for fields that are not there. */
const movedFormat = 5;
/** Raise it when a collection's own table is laid out otherwise: all of them are looked at again. */
const layoutVersion = 1;
/** Raise it when what a search looks into is made otherwise: it is made anew of all rows. */
const searchVersion = 2;
/** Rows of which it is made at a time. */
const fillRows = 500;
/** How long a change of a table waits for its readers: everybody else waits behind it. */
const lockWaitMs = 3_000;

/** One statement each: a cluster's nodes take no more at a time. */
function systemTables(schema: string): readonly string[] {
  return [
    `CREATE TABLE ${schema}._meta (key text COLLATE "C" PRIMARY KEY, value text NOT NULL)`,
    `CREATE TABLE ${schema}._head (one boolean PRIMARY KEY DEFAULT true CHECK (one), seq bigint NOT NULL,
      resting boolean NOT NULL DEFAULT false) WITH (fillfactor = 10)`,
    `CREATE TABLE ${schema}._changes (
      seq bigint PRIMARY KEY, at timestamptz(3) NOT NULL, collection text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL,
      op text NOT NULL, types json NOT NULL, actor text NOT NULL, record json NOT NULL, previous json NOT NULL, batch uuid)`,
    `CREATE INDEX _changes_collection ON ${schema}._changes (collection, seq)`,
    `CREATE INDEX _changes_record ON ${schema}._changes (id, seq)`,
    `CREATE TABLE ${schema}._cursors (name text COLLATE "C" PRIMARY KEY, seq bigint NOT NULL)`,
    `CREATE TABLE ${schema}._idempotency (
      key text COLLATE "C" PRIMARY KEY, body_hash text NOT NULL, answer json NOT NULL, at_ms bigint NOT NULL)`,
    `CREATE INDEX _idempotency_at ON ${schema}._idempotency (at_ms)`,
    `INSERT INTO ${schema}._head (seq) VALUES (0)`,
  ];
}

/** Of a schema that is there. Null: there is none. */
export async function readMeta(client: pg.ClientBase, schema: string): Promise<ReadonlyMap<string, string> | null> {
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

export interface OpenedSchema {
  readonly logId: string;
  /** All of its log was followed, and the tenant put to rest. */
  readonly isResting: boolean;
  /** All of `_meta`: which definitions its tables were made of. */
  readonly meta: ReadonlyMap<string, string>;
}

/** @returns null where it is not there, or not as this version makes it: `openSchema` sees to that */
export async function readSchema(session: Session, schema: string): Promise<OpenedSchema | null> {
  const text = `SELECT key, value FROM ${schema}._meta UNION ALL SELECT 'resting', resting::text FROM ${schema}._head`;
  const rows = await session.rows({ text, values: [] }).catch((error: unknown) => {
    const state = error instanceof Error ? (sqlState(error) ?? sqlState(error.cause)) : null;
    if (state === '42P01' || state === '42703' || state === '3F000') return [];
    throw error;
  });
  const meta = new Map(rows.map(([key, value]) => [String(key), String(value)]));
  const logId = meta.get('logId');
  if (logId === undefined || ![formatVersion, movedFormat].includes(Number(meta.get('format')))) return null;
  return { logId, isResting: meta.get('resting') === 'true', meta };
}

function logIdOf(meta: ReadonlyMap<string, string>): string {
  const format = Number(meta.get('format') ?? 0);
  if (format > movedFormat)
    throw new Error(`the database has format ${format}, this version supports ${movedFormat}: use a newer version`);
  const logId = meta.get('logId');
  assert(logId !== undefined, 'the database has no log identity');
  return logId;
}

/**
 * Format 2 finds the changes of one record by an index of their own; format 3 has searches look into columns of their own;
 * format 4 names batches in the log and knows tenants at rest.
 */
async function upgraded(client: pg.ClientBase, schema: string, meta: ReadonlyMap<string, string>): Promise<string> {
  const logId = logIdOf(meta);
  if (Number(meta.get('format') ?? 0) >= formatVersion) return logId;
  await client.query('SET statement_timeout = 0');
  await client.query(`SET lock_timeout = ${lockWaitMs}`);
  await client.query(`ALTER TABLE ${schema}._changes ADD COLUMN IF NOT EXISTS batch uuid`);
  await client.query(`CREATE INDEX IF NOT EXISTS _changes_record ON ${schema}._changes (id, seq)`);
  await client.query(`ALTER TABLE ${schema}._head ADD COLUMN IF NOT EXISTS resting boolean NOT NULL DEFAULT false`);
  await client.query(`UPDATE ${schema}._meta SET value = $1 WHERE key = 'format'`, [String(formatVersion)]);
  return logId;
}

export async function atomically<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
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
 * @param before runs in the same transaction, before the schema is made
 * @returns the log's identity, and whether all of it was followed and the tenant put to rest
 * @throws when it was written by a newer version
 */
export async function openSchema(
  client: pg.ClientBase,
  schema: string,
  newId: () => string,
  before: string | null = null,
): Promise<Omit<OpenedSchema, 'meta'>> {
  const logId = await openTables(client, schema, newId, before);
  const [row] = await ask(client, { text: `SELECT resting FROM ${schema}._head`, values: [] });
  return { logId, isResting: row?.[0] === true };
}

async function openTables(
  client: pg.ClientBase,
  schema: string,
  newId: () => string,
  before: string | null,
): Promise<string> {
  const known = await readMeta(client, schema);
  if (known !== null) return upgraded(client, schema, known);
  return atomically(client, async () => {
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [schema]);
    const made = await readMeta(client, schema);
    if (made !== null) return upgraded(client, schema, made);
    if (before !== null) await client.query(before);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    for (const statement of systemTables(schema)) await client.query(statement);
    const logId = newId();
    const text = `INSERT INTO ${schema}._meta VALUES ('logId', $1), ('format', $2)`;
    await client.query(text, [logId, String(formatVersion)]);
    return logId;
  });
}

/** @param meta all of the schema's `_meta` */
export function areAsKept(meta: ReadonlyMap<string, string> | null, tables: readonly Table[]): boolean {
  return tables.every((table) => isAsKept(meta, table));
}

export function isAsKept(meta: ReadonlyMap<string, string> | null, table: Table): boolean {
  const isPrinted = meta?.get(`schema:${table.name}`) === fingerprint(table);
  return isPrinted && isSearchKept(meta, table) && areMovesKept(meta, table.definition);
}

export function isSearchKept(meta: ReadonlyMap<string, string> | null, table: Table): boolean {
  return meta?.get(`search:${table.name}`) === searchPrint(table);
}

/** @param marks as `allMarks` gives them */
export async function keepMarks(client: pg.ClientBase, schema: string, name: string, marks: string): Promise<void> {
  const text = `INSERT INTO ${schema}._meta VALUES ($1, $2), ('format', $3) ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
  await client.query(text, [marksKey(name), marks, String(movedFormat)]);
}

export async function keepFingerprint(client: pg.ClientBase, schema: string, table: Table): Promise<void> {
  const text = `INSERT INTO ${schema}._meta SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
  await client.query(text, [
    [`schema:${table.name}`, `search:${table.name}`],
    [fingerprint(table), searchPrint(table)],
  ]);
}

export async function forgetFingerprint(client: pg.ClientBase, schema: string, collection: string): Promise<void> {
  const keys = [`schema:${collection}`, `search:${collection}`, marksKey(collection)];
  await client.query(`DELETE FROM ${schema}._meta WHERE key = ANY($1)`, [keys]);
}

const prints = new WeakMap<CollectionDefinition, string>();

/** Worked out once: all tenants share the definitions of the modules, and each opening asks for all of them. */
function fingerprint({ definition }: Table): string {
  const known = prints.get(definition) ?? fingerprintOf(definition);
  prints.set(definition, known);
  return known;
}

function fingerprintOf(definition: CollectionDefinition): string {
  const { name, fields, indexes, uniques } = definition;
  const layout = fields.map((f) => {
    const { type, short } = columnOf(f);
    return [f.name, type, short, f.unique === true, f.index === true];
  });
  return createHash('sha256').update(canonicalJson({ layoutVersion, name, layout, indexes, uniques })).digest('hex');
}

/** Of what a search looks into; words are as the runtime's Unicode has them. */
export function searchPrint({ definition }: Table): string {
  return JSON.stringify([searchVersion, process.versions['unicode'], definition.searchable ?? []]);
}

/** Column → its type; none where the table is not there. */
export async function presentColumns(client: pg.ClientBase, place: string): Promise<ReadonlyMap<string, string>> {
  const rows = await ask(client, {
    text: `SELECT attname::text, format_type(atttypid, atttypmod) FROM pg_attribute
      WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`,
    values: [place],
  });
  return new Map(rows.map(([name, type]) => [String(name), String(type)]));
}

/** @throws where it stands there with another type */
export function needType(definition: CollectionDefinition, column: Column, type: string): void {
  if (type === column.type) return;
  throw new Error(
    `${definition.name}.${column.name} is stored as ${type} and cannot become ${column.type}: give the field another name`,
  );
}

/** Makes the table, or the columns it lacks. */
export async function migrateTable(client: pg.ClientBase, schema: string, table: Table): Promise<void> {
  const { definition, place, columns } = table;
  const present = await presentColumns(client, place);
  const searched = searchColumns.map((c) => `${quoteShort(c)} text COLLATE "C"`);
  if (present.size === 0) {
    const own = columns.map((c, i) => {
      const system = i < systemColumns.length ? `${c.name === 'id' ? ' PRIMARY KEY' : ''} NOT NULL` : '';
      return `${quoteShort(c.name)} ${declaredType(c)}${system}`;
    });
    const list = [...own, ...(isSearchable(definition) ? searched.map((c) => `${c} NOT NULL`) : [])];
    await client.query(`CREATE TABLE ${schema}.${quoteShort(definition.name)} (${list.join(', ')})`);
    return;
  }
  for (const field of definition.fields) {
    const column = columnOf(field);
    const type = present.get(column.name);
    if (type !== undefined) {
      needType(definition, column, type);
      continue;
    }
    const declared = `${quoteShort(column.name)} ${declaredType(column)}${defaultClause(field)}`;
    await client.query(`ALTER TABLE ${place} ADD COLUMN ${declared}`);
  }
  const each = isSearchable(definition)
    ? searched.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`)
    : searchColumns.map((column) => `DROP COLUMN IF EXISTS ${quoteShort(column)}`);
  await client.query(`ALTER TABLE ${place} ${each.join(', ')}`);
}

/**
 * Of all rows what a search looks into, page by page; the index comes after it. Whoever does not know of it can write
 * nothing here from then on.
 */
export async function fillSearch(client: pg.ClientBase, table: Table): Promise<void> {
  if (!isSearchable(table.definition)) return;
  await fillSearchColumns(client, table);
  const each = searchColumns.map((column) => `ALTER COLUMN ${quoteShort(column)} SET NOT NULL`);
  await client.query(`ALTER TABLE ${table.place} ${each.join(', ')}`);
}

async function fillSearchColumns(client: pg.ClientBase, table: Table): Promise<void> {
  for (let after = ''; ; ) {
    const text = `${table.select} WHERE "id" > $1 ORDER BY "id" LIMIT ${fillRows}`;
    const records = (await ask(client, { text, values: [after] })).map((row) => decodeRow(table, row));
    const texts = records.map((record) => searchValues(table, record));
    await client.query(
      `UPDATE ${table.place} AS t SET ("_title", "_rest") = (n.title, n.rest)
        FROM unnest($1::text[], $2::text[], $3::text[]) AS n(id, title, rest) WHERE t."id" = n.id`,
      [records.map(({ id }) => storedText(id)), texts.map(([title]) => title), texts.map(([, rest]) => rest)],
    );
    if (records.length < fillRows) return;
    after = storedText(records.at(-1)!.id);
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
    if (/^[ius]x\./.test(name) && !wanted.has(name)) await client.query(`DROP INDEX ${schema}."${name}"`);
  for (const [name, create] of wanted) if (!present.includes(name)) await client.query(create);
}
