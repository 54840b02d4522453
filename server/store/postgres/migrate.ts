/**
 * Makes and alters the table of one collection in a tenant's schema. Adds tables, columns and indexes; drops indexes that a
 * definition no longer names, and the search columns of a collection that is no longer searchable, never a field's column or a
 * row. A fingerprint per collection lets the usual start, where nothing changed, cost one read: migrate-collections.ts.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { canonicalJson } from '#shared/base/json.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import { areMovesKept, marksKey } from '../move-rows.ts';
import { type Column, columnOf, declaredType, encode } from './column.ts';
import { ask } from './connection.ts';
import { wantedIndexes } from './indexes.ts';
import { storedText } from './stored-text.ts';
import { movedFormat } from './system-tables.ts';
import {
  decodeRow,
  isSearchable,
  quoteShort,
  searchColumns,
  searchValues,
  systemColumns,
  type Table,
} from './table.ts';

/** Raise it when a collection's own table is laid out otherwise: all of them are looked at again. */
const layoutVersion = 1;
/** Raise it when the texts that a search looks into are made otherwise: they are made again for all rows. */
const searchVersion = 2;
/** Number of rows whose texts for the search are made at a time. */
const fillRows = 500;
/** Whether the tables are as their definitions want them. @param meta all of the schema's `_meta` */
export function areAsKept(meta: ReadonlyMap<string, string> | null, tables: readonly Table[]): boolean {
  return tables.every((table) => isAsKept(meta, table));
}

export function isAsKept(meta: ReadonlyMap<string, string> | null, table: Table): boolean {
  const isPrinted = meta?.get(`schema:${table.name}`) === fingerprint(table);
  return isPrinted && isSearchKept(meta, table) && areMovesKept(meta, table.definition);
}

function isSearchKept(meta: ReadonlyMap<string, string> | null, table: Table): boolean {
  return meta?.get(`search:${table.name}`) === searchPrint(table);
}

/** Returns the keys in `_meta` of the fingerprints of a collection whose table is there. */
export function printKeys(collection: string): readonly [string, string] {
  return [`schema:${collection}`, `search:${collection}`];
}

/** Returns the key in `_meta` of a collection whose table is made when it is used. */
export function unmadeKey(collection: string): string {
  return `unmade:${collection}`;
}

/** @param marks as `allMarks` gives them */
export async function keepMarks(client: pg.ClientBase, schema: string, name: string, marks: string): Promise<void> {
  const text = `INSERT INTO ${schema}._meta VALUES ($1, $2), ('format', $3) ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
  await client.query(text, [marksKey(name), marks, String(movedFormat)]);
}

export async function keepFingerprints(client: pg.ClientBase, schema: string, tables: readonly Table[]): Promise<void> {
  if (tables.length === 0) return;
  const rows = tables.flatMap((table) => {
    const [schemaKey, searchKey] = printKeys(table.name);
    return [
      [schemaKey, fingerprint(table)],
      [searchKey, searchPrint(table)],
    ];
  });
  // The rows are values: rows of a function alone would go by the coordinator of a cluster, in two phases.
  const values = rows.map((_, n) => `($${2 * n + 1}, $${2 * n + 2})`).join(', ');
  const text = `INSERT INTO ${schema}._meta VALUES ${values} ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
  await client.query(text, rows.flat());
}

export async function forgetFingerprint(client: pg.ClientBase, schema: string, collection: string): Promise<void> {
  const keys = [...printKeys(collection), unmadeKey(collection), marksKey(collection)];
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

/** Returns the fingerprint of what a search looks into; words depend on the runtime's Unicode version. */
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

/** @throws where the column is stored with another type than the field needs */
export function needType(definition: CollectionDefinition, column: Column, type: string): void {
  if (type === column.type) return;
  throw new Error(
    `${definition.name}.${column.name} is stored as ${type} and cannot become ${column.type}: give the field another name`,
  );
}

const searchDeclared = searchColumns.map((c) => `${quoteShort(c)} text COLLATE "C"`);

/** The statement that makes a table without its indexes. */
export function createTable(schema: string, { columns, definition }: Table): string {
  const own = columns.map((c, i) => {
    const system = i < systemColumns.length ? `${c.name === 'id' ? ' PRIMARY KEY' : ''} NOT NULL` : '';
    return `${quoteShort(c.name)} ${declaredType(c)}${system}`;
  });
  const list = [...own, ...(isSearchable(definition) ? searchDeclared.map((c) => `${c} NOT NULL`) : [])];
  return `CREATE TABLE ${schema}.${quoteShort(definition.name)} (${list.join(', ')})`;
}

/** Makes the table, or the columns it lacks. */
export async function migrateTable(client: pg.ClientBase, schema: string, table: Table): Promise<void> {
  const { definition, place } = table;
  const present = await presentColumns(client, place);
  if (present.size === 0) {
    await client.query(createTable(schema, table));
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
    ? searchDeclared.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`)
    : searchColumns.map((column) => `DROP COLUMN IF EXISTS ${quoteShort(column)}`);
  await client.query(`ALTER TABLE ${place} ${each.join(', ')}`);
}

/**
 * Fills the search columns of all rows, page by page; the index is made afterwards. From then on a server of an earlier
 * release, which does not know these columns, cannot write to the table.
 */
async function fillSearch(client: pg.ClientBase, table: Table): Promise<void> {
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

/** Brings a table that may be there to its definition, with its indexes. @param meta all of the schema's `_meta` */
export async function alterTable(
  client: pg.ClientBase,
  schema: string,
  meta: ReadonlyMap<string, string> | null,
  table: Table,
): Promise<void> {
  await migrateTable(client, schema, table);
  if (!isSearchKept(meta, table)) await fillSearch(client, table);
  await migrateIndexes(client, schema, table);
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
