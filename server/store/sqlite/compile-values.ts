/**
 * Comparing in SQL with the types kept apart. Columns have one type; in JSON every comparison asks for the type first,
 * because SQLite gives true and 1 the same value.
 */
import { assert } from '#shared/base/assert.ts';
import type { Target } from '#shared/query/target.ts';
import type { Access } from './compile-access.ts';
import { allOf, anyOf, bindable, listOf, Sql, sql } from './compile-sql.ts';

export type Comparison = '<' | '<=' | '>' | '>=';

/** The value where it is text, else null. */
export function textOf(access: Access, target: Target): Sql {
  return target.kind === 'json' ? sql`CASE WHEN ${access.type} = 'text' THEN ${access.value} END` : access.value;
}

/** The value where it is an array (as JSON text), else null. */
export function arrayOf(access: Access, target: Target): Sql {
  return target.kind === 'json' ? sql`CASE WHEN ${access.type} = 'array' THEN ${access.value} END` : access.value;
}

function isNumberType(access: Access): Sql {
  return sql`${access.type} IN ('integer', 'real')`;
}

/** Equality in JSON with a value that is not null. */
function jsonEquals(access: Access, value: string | number | boolean): Sql {
  if (typeof value === 'boolean') return sql`${access.type} = ${String(value)}`;
  if (typeof value === 'number') return sql`(${isNumberType(access)} AND CAST(${access.value} AS REAL) = ${value})`;
  return sql`(${access.type} = 'text' AND ${access.value} = ${value})`;
}

export function isNull(access: Access): Sql {
  return sql`${access.value} IS NULL`;
}

export function equalTo(access: Access, target: Target, value: unknown): Sql {
  if (value === null || value === undefined) return isNull(access);
  if (target.kind === 'json') return jsonEquals(access, value as string | number | boolean);
  return sql`${access.value} = ${bindable(value)}`;
}

/** One of the values, none of them null, among values of mixed types in JSON. */
export function jsonIn(access: Access, values: readonly unknown[]): Sql {
  const texts = values.filter((value) => typeof value === 'string');
  const numbers = values.filter((value) => typeof value === 'number');
  const flags = values.filter((value) => typeof value === 'boolean');
  assert(texts.length + numbers.length + flags.length === values.length, 'a list of plain values');
  return anyOf([
    ...(texts.length > 0 ? [sql`(${access.type} = 'text' AND ${access.value} IN ${listOf(texts)})`] : []),
    ...(numbers.length > 0
      ? [sql`(${isNumberType(access)} AND CAST(${access.value} AS REAL) IN ${listOf(numbers)})`]
      : []),
    ...[...new Set(flags)].map((flag) => jsonEquals(access, flag)),
  ]);
}

export function oneOf(access: Access, target: Target, values: readonly unknown[]): Sql {
  const given = values.filter((value) => value !== null && value !== undefined);
  const parts: Sql[] = [];
  if (given.length < values.length) parts.push(isNull(access));
  if (target.kind === 'json') {
    if (given.length > 0) parts.push(jsonIn(access, given));
  } else if (given.length > 0) {
    parts.push(sql`${access.value} IN ${listOf(given.map((value) => bindable(value)!))}`);
  }
  return anyOf(parts);
}

export function compares(access: Access, target: Target, comparison: Comparison, value: unknown): Sql {
  const sign = new Sql(comparison);
  if (target.kind !== 'json') return sql`${access.value} ${sign} ${bindable(value)}`;
  if (typeof value === 'number')
    return sql`(${isNumberType(access)} AND CAST(${access.value} AS REAL) ${sign} ${value})`;
  if (typeof value === 'string') return sql`(${access.type} = 'text' AND ${access.value} ${sign} ${value})`;
  return sql`0`;
}

/** Over the elements of an array of plain values. */
export function someElement(array: Sql, alias: Sql, condition: (element: Access) => Sql): Sql {
  const element: Access = { value: sql`${alias}.value`, type: sql`${alias}.type`, json: sql`${alias}.value` };
  return sql`EXISTS (SELECT 1 FROM json_each(${array}) AS ${alias} WHERE ${condition(element)})`;
}

/** Whether every value occurs among the elements: of each type as many different ones as asked for. */
export function everyValueIn(array: Sql, alias: Sql, values: readonly unknown[]): Sql {
  const parts: Sql[] = [sql`${array} IS NOT NULL`];
  const element: Access = { value: sql`${alias}.value`, type: sql`${alias}.type`, json: sql`${alias}.value` };
  const wanted = [...new Set(values)];
  for (const type of ['string', 'number'] as const) {
    const some = wanted.filter((value) => typeof value === type);
    if (some.length === 0) continue;
    const value = type === 'number' ? sql`CAST(${alias}.value AS REAL)` : sql`${alias}.value`;
    parts.push(
      sql`(SELECT count(DISTINCT ${value}) FROM json_each(${array}) AS ${alias} WHERE ${jsonIn(element, some)}) = ${some.length}`,
    );
  }
  for (const flag of wanted.filter((value) => typeof value === 'boolean'))
    parts.push(someElement(array, alias, (one) => jsonEquals(one, flag)));
  return allOf(parts);
}
