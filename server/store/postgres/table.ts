/**
 * A collection as a table in the tenant's schema: its columns and the SQL texts that the hot paths need, computed once.
 * Knows no connection; reading and writing are in reader.ts and transaction.ts, making it is in migrate.ts.
 */
import { createHash } from 'node:crypto';
import { assert } from '#shared/base/assert.ts';
import { searchTextOf } from '#shared/query/order.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { quoteName } from '../compile/name.ts';
import type { Bound } from '../compile/sql.ts';
import { type Column, columnOf, decode, encode, systemColumn } from './column.ts';

/** The system columns, then one value per field in the definition's order. */
export type Row = readonly unknown[];

/** A statement that is asked again and again: prepared once per connection under its name. */
export interface KeptStatement {
  readonly name: string;
  readonly text: string;
}

export const systemColumns: readonly Column[] = [
  systemColumn('id', 'text'),
  systemColumn('createdAt', 'time'),
  systemColumn('updatedAt', 'time'),
  systemColumn('version', 'integer'),
];

/** The columns of one unique constraint, as a UniqueViolation names them. */
export type Unique = readonly Column[];

export interface Table {
  readonly definition: CollectionDefinition;
  readonly name: string;
  /** Name with its schema, quoted. */
  readonly place: string;
  /** The same for statements that may be kept prepared: when the columns change, their texts do. */
  readonly from: string;
  readonly columns: readonly Column[];
  /** Places in `columns` by name. */
  readonly places: ReadonlyMap<string, number>;
  /** That of the id comes first. */
  readonly uniques: readonly Unique[];
  /** `SELECT <all columns> FROM <table>`, in the order `decodeRow` expects. */
  readonly select: string;
  readonly selectById: KeptStatement;
  readonly insert: KeptStatement;
  readonly deleteById: KeptStatement;
  /** The columns of a row as it is written, quoted: those of `columns`, then what full text looks into. */
  readonly written: readonly string[];
}

/** Columns that a search of a table reads; they exist only where a field of the table is searchable. */
export const searchColumns = ['_title', '_rest'] as const;

export function isSearchColumn(name: unknown): boolean {
  return searchColumns.some((column) => column === name);
}

export function isSearchable({ searchable }: CollectionDefinition): boolean {
  return searchable !== undefined && searchable.length > 0;
}

/** Returns the values of `searchColumns`, in the same order; none where nothing is searchable. */
export function searchValues({ definition }: Table, record: Readonly<Record<string, unknown>>): readonly string[] {
  if (!isSearchable(definition)) return [];
  const { title, rest } = searchTextOf(definition, record);
  return [title, rest];
}

/** The values of `table.written` of a record. */
export function rowOf(table: Table, record: Readonly<Record<string, unknown>>): readonly Bound[] {
  return [...table.columns.map((column) => encode(column, record[column.name])), ...searchValues(table, record)];
}

/** PostgreSQL cuts longer names off without a word. */
const nameBytesMax = 63;

/** Its name is worked out at its first use: of the tables of a tenant that is opened, most are not asked for. */
export function keep(text: string): KeptStatement {
  let name: string | null = null;
  return {
    text,
    get name() {
      name ??= createHash('sha256').update(text).digest('base64url').slice(0, 24);
      return name;
    },
  };
}

const layouts = new WeakMap<CollectionDefinition, string>();

/** Another one when the columns change. */
function layoutOf(definition: CollectionDefinition, columns: readonly Column[]): string {
  const known = layouts.get(definition);
  if (known !== undefined) return known;
  const { name } = keep(columns.map((c) => `${c.name} ${c.type}`).join());
  const layout = name.replace(/[^A-Za-z0-9]/g, '').slice(0, 8);
  layouts.set(definition, layout);
  return layout;
}

export function quoteShort(name: string): string {
  assert(name.length <= nameBytesMax, `${name}: longer than ${nameBytesMax} characters`);
  return quoteName(name);
}

export function tableOf(schema: string, definition: CollectionDefinition): Table {
  const columns = [...systemColumns, ...definition.fields.map(columnOf)];
  // SQLite compares column names without regard to case; a tenant may move there.
  assert(
    new Set(columns.map((c) => c.name.toLowerCase())).size === columns.length,
    `${definition.name}: two fields differ in case alone`,
  );
  const place = `${schema}.${quoteShort(definition.name)}`;
  const list = columns.map((c) => quoteShort(c.name)).join(', ');
  const written = [
    ...columns.map((c) => quoteShort(c.name)),
    ...(isSearchable(definition) ? searchColumns.map(quoteName) : []),
  ];
  const from = `${place} /*${layoutOf(definition, columns)}*/`;
  const select = `SELECT ${list} FROM ${from}`;
  const places = new Map(columns.map((c, at) => [c.name, at]));
  const columnsOf = (names: readonly string[]) =>
    names.map((name) => {
      const at = places.get(name);
      assert(at !== undefined, `${definition.name}: no field ${name}`);
      return columns[at]!;
    });
  const single = definition.fields.filter((field) => field.unique === true).map((field) => columnsOf([field.name]));
  return {
    definition,
    name: definition.name,
    place,
    from,
    columns,
    places,
    uniques: [columnsOf(['id']), ...single, ...(definition.uniques ?? []).map(columnsOf)],
    select,
    selectById: keep(`${select} WHERE "id" = $1`),
    insert: keep(
      `INSERT INTO ${from} (${written.join(', ')}) VALUES (${written.map((_, i) => `$${i + 1}`).join(', ')}) ON CONFLICT DO NOTHING RETURNING "id"`,
    ),
    deleteById: keep(`DELETE FROM ${from} WHERE "id" = $1`),
    written,
  };
}

export function columnOfField(table: Table, field: string): Column {
  const at = table.places.get(field);
  assert(at !== undefined, `${table.name}: no field ${field}`);
  return table.columns[at]!;
}

export function isSystemColumn(name: string): boolean {
  return systemColumns.some((column) => column.name === name);
}

export function decodeRow(table: Table, row: Row): StoredRecord {
  const record: Record<string, unknown> = {};
  const { columns } = table;
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i]!;
    record[column.name] = decode(column, row[i]);
  }
  return record as unknown as StoredRecord;
}
