/**
 * The commonest question of our own code, answered without the compiler: some columns equal some values, in the order
 * of some columns. Its SQL is kept by its shape. Must mean exactly what compile-query.ts means; what it does not know
 * it leaves to it.
 */
import type { SQLInputValue } from 'node:sqlite';
import type { Condition, Query } from '#shared/query/query.ts';
import { encode } from './column.ts';
import type { Compiled } from './compile-query.ts';
import { limitOf } from './compile-sql.ts';
import { columnAt, quoteName, type Table } from './table.ts';

/** Shapes whose SQL is kept per table; code asks a few dozen. */
const shapesMax = 200;
const kept = new WeakMap<Table, Map<string, string>>();

interface Equality {
  readonly path: string;
  /** As the column stores it; null: the column is empty. */
  readonly value: SQLInputValue;
}

/** Adds what `condition` asks to `into`; false where it asks anything but plain equality. */
function collect(table: Table, condition: Condition, into: Equality[]): boolean {
  if (condition.kind === 'and') return condition.of.every((part) => collect(table, part, into));
  if (condition.kind !== 'field' || condition.op !== 'equals') return false;
  const place = table.places.get(condition.path);
  if (place === undefined) return false;
  const column = columnAt(table, place);
  const { value } = condition;
  const fits =
    value === null ||
    (column.form === 'text' && typeof value === 'string') ||
    (column.form === 'integer' && Number.isSafeInteger(value)) ||
    (column.form === 'flag' && typeof value === 'boolean');
  if (fits) into.push({ path: condition.path, value: encode(column, value) });
  return fits;
}

function isPlainSort(table: Table, sort: Query['sort']): boolean {
  return (sort ?? []).every(({ path, from }) => {
    const place = table.places.get(path);
    return from === undefined && path !== 'id' && place !== undefined && columnAt(table, place).form !== 'json';
  });
}

function textOf(table: Table, shape: string, make: () => string): string {
  const texts = kept.get(table) ?? new Map<string, string>();
  kept.set(table, texts);
  const known = texts.get(shape);
  if (known !== undefined) return known;
  const text = make();
  if (texts.size < shapesMax) texts.set(shape, text);
  return text;
}

function equalities(asked: readonly Equality[]): string {
  if (asked.length === 0) return '1';
  return asked.map(({ path, value }) => `${quoteName(path)} ${value === null ? 'IS NULL' : '= ?'}`).join(' AND ');
}

function shapeOf(asked: readonly Equality[]): string {
  return asked.map(({ path, value }) => (value === null ? `${path}~` : path)).join(',');
}

function bound(asked: readonly Equality[]): SQLInputValue[] {
  return asked.filter(({ value }) => value !== null).map(({ value }) => value);
}

/** @returns null where the compiler must answer */
export function plainQuery(table: Table, query: Query): Compiled | null {
  if (query.after !== undefined || query.search !== undefined || !isPlainSort(table, query.sort)) return null;
  const asked: Equality[] = [];
  if (query.where && !collect(table, query.where, asked)) return null;
  const sort = query.sort ?? [];
  const keys = sort.map(({ path, direction }) => `${path} ${direction}`).join(',');
  const shape = `${shapeOf(asked)}|${keys}|${query.limit}`;
  const sql = textOf(table, shape, () => {
    const order = sort
      .map(({ path, direction }) => `${quoteName(path)} ${direction === 'asc' ? 'ASC' : 'DESC'}, `)
      .join('');
    return `${table.select} WHERE ${equalities(asked)} ORDER BY ${order}"id" ASC ${limitOf(query.limit)}`;
  });
  return { sql, parameters: bound(asked) };
}

/** @returns null where the compiler must answer */
export function plainCount(table: Table, where: Condition | undefined): Compiled | null {
  const asked: Equality[] = [];
  if (where && !collect(table, where, asked)) return null;
  const sql = textOf(
    table,
    `#${shapeOf(asked)}`,
    () => `SELECT count(*) FROM ${quoteName(table.name)} WHERE ${equalities(asked)}`,
  );
  return { sql, parameters: bound(asked) };
}
