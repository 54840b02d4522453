/**
 * The indexes of a collection's table. A b-tree entry holds 2,704 bytes and a text may be longer: such a column is
 * looked up by hash, and kept unique by a digest, so that every text that SQLite takes is taken here too.
 */
import { createHash } from 'node:crypto';
import { assert } from '#shared/base/assert.ts';
import type { Column } from './column.ts';
import { wordsOf } from './search-sql.ts';
import { columnOfField, isSearchable, quoteShort, type Table } from './table.ts';

const nameMax = 63;

/** `ix.<table>.<columns>` and the like; cut, with a digest instead, where PostgreSQL would cut it without a word. */
function indexName(kind: 'ix' | 'ux' | 'sx', table: Table, columns: readonly Column[], short: boolean): string {
  const full = [kind, table.name, ...columns.map((c) => c.name), ...(short ? [] : ['long'])].join('.');
  if (full.length <= nameMax) return full;
  return `${full.slice(0, nameMax - 17)}.${createHash('sha256').update(full).digest('hex').slice(0, 16)}`;
}

/** Null stands first, as in our order, so that a sorted page is read straight from the index. */
function plainIndex(table: Table, columns: readonly Column[]): readonly [string, string] {
  const long = columns.findIndex((column) => !column.short);
  const [first] = columns;
  assert(first, 'an index has columns');
  if (long === 0) {
    const name = indexName('ix', table, [first], false);
    return [name, `CREATE INDEX "${name}" ON ${table.place} USING hash (${quoteShort(first.name)})`];
  }
  const name = indexName('ix', table, columns, true);
  const keys = columns
    .slice(0, long < 0 ? columns.length : long)
    .map((column) => `${quoteShort(column.name)} NULLS FIRST`);
  // The id comes last: a page after a cursor then begins inside the index too.
  if (long < 0 && !columns.some((column) => column.name === 'id')) keys.push('"id"');
  return [name, `CREATE INDEX "${name}" ON ${table.place} (${keys.join(', ')})`];
}

function searchIndex(table: Table): readonly [string, string] {
  const name = indexName('sx', table, [], true);
  return [name, `CREATE INDEX "${name}" ON ${table.place} USING gin (${wordsOf('')})`];
}

function uniqueIndex(table: Table, columns: readonly Column[]): readonly [string, string] {
  const short = columns.every((column) => column.short);
  const name = indexName('ux', table, columns, short);
  const keys = columns.map((column) => (column.short ? quoteShort(column.name) : `md5(${quoteShort(column.name)})`));
  return [name, `CREATE UNIQUE INDEX "${name}" ON ${table.place} (${keys.join(', ')})`];
}

/** Name → how it is made. */
export function wantedIndexes(table: Table): ReadonlyMap<string, string> {
  const { definition } = table;
  const wanted = new Map<string, string>();
  const columnsOf = (names: readonly string[]) => {
    const columns = names.map((name) => columnOfField(table, name));
    for (const { name, form } of columns) assert(form !== 'json', `${definition.name}.${name}: JSON has no order`);
    return columns;
  };
  for (const field of definition.fields) {
    const columns = field.unique === true || field.index === true ? columnsOf([field.name]) : [];
    if (field.unique === true) wanted.set(...uniqueIndex(table, columns));
    const digestOnly = field.unique === true && columns.some((column) => !column.short);
    if ((field.index === true && field.unique !== true) || digestOnly) wanted.set(...plainIndex(table, columns));
  }
  for (const names of definition.indexes ?? []) wanted.set(...plainIndex(table, columnsOf(names)));
  for (const names of definition.uniques ?? []) wanted.set(...uniqueIndex(table, columnsOf(names)));
  if (isSearchable(definition)) wanted.set(...searchIndex(table));
  return wanted;
}
