/**
 * A collection as a table: its columns and the SQL texts and codecs that the hot paths need, computed once.
 * Knows no connection; reading and writing are in reader.ts and transaction.ts, making it is in migrate.ts.
 */
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { assert } from '#shared/base/assert.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { quoteName } from '../compile/name.ts';
import { withDefaults } from '../field-defaults.ts';
import { type Column, columnOf, decode, encode } from './column.ts';

export { quoteName };

/** A row as SQLite gives it with arrays on: the system columns, then one value per field in the definition's order. */
export type Row = SQLOutputValue[];

export const systemColumns: readonly Column[] = [
  { name: 'id', form: 'text', storage: 'TEXT' },
  { name: 'createdAt', form: 'text', storage: 'TEXT' },
  { name: 'updatedAt', form: 'text', storage: 'TEXT' },
  { name: 'version', form: 'integer', storage: 'INTEGER' },
];

/** The tables of the full-text index of a collection, quoted. */
export interface SearchTable {
  /** FTS5: what is found. Its rows have numbers. */
  readonly words: string;
  /** Table that maps these numbers to records. */
  readonly docs: string;
}

export interface Table {
  readonly definition: CollectionDefinition;
  readonly name: string;
  readonly fields: readonly Column[];
  /** Field name → its place in a Row. */
  readonly places: ReadonlyMap<string, number>;
  /** `SELECT <all columns> FROM <table>`: ask with this so that the columns stand where `decodeRow` expects them. */
  readonly select: string;
  readonly selectById: string;
  readonly insert: string;
  readonly deleteById: string;
  /** Null: nothing in it is searchable. */
  readonly search: SearchTable | null;
}

export function searchTableOf(name: string): SearchTable {
  return { words: quoteName(`words.${name}`), docs: quoteName(`docs.${name}`) };
}

const made = new WeakMap<CollectionDefinition, Table>();

/** The same for all tenants that have the same definition. */
export function tableOf(definition: CollectionDefinition): Table {
  const table = made.get(definition) ?? makeTable(definition);
  made.set(definition, table);
  return table;
}

function makeTable(definition: CollectionDefinition): Table {
  assert(
    !definition.name.startsWith('sqlite_'),
    `${definition.name}: names that begin with sqlite_ belong to the database`,
  );
  const fields = definition.fields.map(columnOf);
  const columns = [...systemColumns, ...fields];
  // SQLite compares column names without regard to case.
  assert(
    new Set(columns.map((c) => c.name.toLowerCase())).size === columns.length,
    `${definition.name}: two fields differ in case alone`,
  );
  const name = quoteName(definition.name);
  const list = columns.map((c) => quoteName(c.name)).join(', ');
  const select = `SELECT ${list} FROM ${name}`;
  return {
    definition,
    name: definition.name,
    fields,
    places: new Map(columns.map((c, place) => [c.name, place])),
    select,
    selectById: `${select} WHERE "id" = ?`,
    insert: `INSERT INTO ${name} (${list}) VALUES (${columns.map(() => '?').join(', ')})`,
    deleteById: `DELETE FROM ${name} WHERE "id" = ?`,
    search: definition.searchable?.length ? searchTableOf(definition.name) : null,
  };
}

export function columnAt(table: Table, place: number): Column {
  const column = place < systemColumns.length ? systemColumns[place] : table.fields[place - systemColumns.length];
  assert(column !== undefined, `${table.name}: no column ${place}`);
  return column;
}

export function placeOf(table: Table, field: string): number {
  const place = table.places.get(field);
  assert(place !== undefined, `${table.name}: no field ${field}`);
  return place;
}

export function decodeRow(table: Table, row: Row): StoredRecord {
  const record: Record<string, unknown> = {
    id: row[0],
    createdAt: row[1],
    updatedAt: row[2],
    version: row[3],
  };
  const { fields } = table;
  for (let i = 0; i < fields.length; i++) {
    const column = fields[i]!;
    record[column.name] = decode(column, row[i + 4]!);
  }
  return record as unknown as StoredRecord;
}

/** The encoded values of a new row, in column order. Names that are no field of the collection are a bug. */
export function encodeNew(
  table: Table,
  values: Readonly<Record<string, unknown>>,
  system: { readonly id: string; readonly now: string },
): SQLInputValue[] {
  for (const name in values) {
    assert(placeOf(table, name) >= systemColumns.length, `${table.name}.${name}: set by the store itself`);
  }
  const row: SQLInputValue[] = [system.id, system.now, system.now, 1];
  const full = withDefaults(table.definition, values);
  for (const column of table.fields) row.push(encode(column, full[column.name]));
  return row;
}
