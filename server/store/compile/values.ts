/**
 * Comparing in SQL with the types kept apart. Columns have one type; in JSON every comparison asks for the type first,
 * because a database may give true and 1, or 1 and '1', the same value.
 */
import { assert } from '#shared/base/assert.ts';
import type { Target } from '#shared/query/target.ts';
import type { Access, Compiling, Plain } from './dialect.ts';
import { allOf, anyOf } from './logic.ts';
import { Sql, sql } from './sql.ts';

export type Comparison = '<' | '<=' | '>' | '>=';

/** The value where it is text, else null. */
export function textOf(access: Access, target: Target, { dialect }: Compiling): Sql {
  if (target.kind !== 'json') return access.value;
  return sql`CASE WHEN ${dialect.isType(access, 'text')} THEN ${access.value} END`;
}

/** The array where it is one, else null. */
export function arrayOf(access: Access, target: Target, { dialect }: Compiling): Sql {
  if (target.kind !== 'json') return access.container;
  return sql`CASE WHEN ${dialect.isType(access, 'array')} THEN ${access.container} END`;
}

/** Equality in JSON with a value that is not null. */
function jsonEquals(access: Access, value: Plain, { dialect }: Compiling): Sql {
  if (typeof value === 'boolean') return dialect.isFlag(access, value);
  if (typeof value === 'number')
    return sql`(${dialect.isType(access, 'number')} AND ${dialect.number(access)} = ${value})`;
  return sql`(${dialect.isType(access, 'text')} AND ${access.value} = ${value})`;
}

export function isNull(access: Access): Sql {
  return sql`${access.value} IS NULL`;
}

export function equalTo(access: Access, target: Target, value: unknown, state: Compiling): Sql {
  if (value === null || value === undefined) return isNull(access);
  if (target.kind === 'json') return jsonEquals(access, value as Plain, state);
  return sql`${access.value} = ${state.dialect.bind(value)}`;
}

/** One of the values, none of them null, among values of mixed types in JSON. */
export function jsonIn(access: Access, values: readonly unknown[], state: Compiling): Sql {
  const { dialect } = state;
  const texts = values.filter((value) => typeof value === 'string');
  const numbers = values.filter((value) => typeof value === 'number');
  const flags = values.filter((value) => typeof value === 'boolean');
  assert(texts.length + numbers.length + flags.length === values.length, 'a list of plain values');
  return anyOf(
    [
      ...(texts.length > 0 ? [sql`(${dialect.isType(access, 'text')} AND ${dialect.isIn(access.value, texts)})`] : []),
      ...(numbers.length > 0
        ? [sql`(${dialect.isType(access, 'number')} AND ${dialect.isIn(dialect.number(access), numbers)})`]
        : []),
      ...[...new Set(flags)].map((flag) => jsonEquals(access, flag, state)),
    ],
    state,
  );
}

export function oneOf(access: Access, target: Target, values: readonly unknown[], state: Compiling): Sql {
  const given = values.filter((value): value is Plain => value !== null && value !== undefined);
  const parts: Sql[] = [];
  if (given.length < values.length) parts.push(isNull(access));
  if (target.kind === 'json') {
    if (given.length > 0) parts.push(jsonIn(access, given, state));
  } else if (given.length > 0) {
    parts.push(state.dialect.isIn(access.value, given));
  }
  return anyOf(parts, state);
}

export function compares(
  access: Access,
  target: Target,
  comparison: Comparison,
  value: unknown,
  { dialect }: Compiling,
): Sql {
  const sign = new Sql(comparison);
  if (target.kind !== 'json') return sql`${access.value} ${sign} ${dialect.bind(value)}`;
  if (typeof value === 'number')
    return sql`(${dialect.isType(access, 'number')} AND ${dialect.number(access)} ${sign} ${value})`;
  if (typeof value === 'string') return sql`(${dialect.isType(access, 'text')} AND ${access.value} ${sign} ${value})`;
  return dialect.no;
}

/** Whether the condition holds for some element of an array of plain values. */
export function someElement(array: Sql, state: Compiling, condition: (element: Access) => Sql): Sql {
  const alias = state.newAlias();
  const element = state.dialect.element(alias, 'json');
  return sql`EXISTS (SELECT 1 FROM ${state.dialect.each(array, alias)} WHERE ${condition(element)})`;
}

/** Whether every value occurs among the elements: of each type as many different ones as asked for. */
export function everyValueIn(array: Sql, values: readonly unknown[], state: Compiling): Sql {
  const { dialect } = state;
  const alias = state.newAlias();
  const parts: Sql[] = [sql`${array} IS NOT NULL`];
  const element = dialect.element(alias, 'json');
  const wanted = [...new Set(values)];
  for (const type of ['string', 'number'] as const) {
    const some = wanted.filter((value) => typeof value === type);
    if (some.length === 0) continue;
    const value = type === 'number' ? dialect.number(element) : element.value;
    parts.push(
      sql`(SELECT count(DISTINCT ${value}) FROM ${dialect.each(array, alias)} WHERE ${jsonIn(element, some, state)}) = ${some.length}`,
    );
  }
  for (const flag of wanted.filter((value) => typeof value === 'boolean'))
    parts.push(someElement(array, state, (one) => jsonEquals(one, flag, state)));
  return allOf(parts, state);
}
