/**
 * The compiler's words for SQLite: JSON is text, booleans are 1 and 0, text compares by bytes as it is, and what SQL
 * does not know are the functions of compile-functions.ts, which every connection must have.
 */
import { assert } from '#shared/base/assert.ts';
import type { FieldKind } from '#shared/query/operators.ts';
import { parseSearch } from '#shared/query/search.ts';
import type { Access, Dialect, Plain, Searched } from '../compile/dialect.ts';
import { name } from '../compile/name.ts';
import { join, Sql, sql } from '../compile/sql.ts';
import { matchAll } from './search-match.ts';
import { searchTableOf } from './table.ts';

/** A value as columns hold it: booleans are 0 and 1. */
function bindable(value: unknown): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || value === undefined) return null;
  assert(typeof value === 'string' || typeof value === 'number', `a value that can be bound, not ${typeof value}`);
  return value;
}

/** Longer lists go in as one JSON parameter: the number of parameters is bounded, and a statement is cached by its text. */
const boundListMax = 100;

function listOf(plain: readonly Plain[]): Sql {
  const values = plain.map((value) => bindable(value)!);
  if (values.length <= boundListMax)
    return sql`(${join(
      values.map((value) => sql`${value}`),
      ', ',
    )})`;
  const list = JSON.stringify(values);
  // JSON numbers that look whole would come back as integers beyond what a double holds.
  return typeof values[0] === 'number'
    ? sql`(SELECT CAST(value AS REAL) FROM json_each(${list}))`
    : sql`(SELECT value FROM json_each(${list}))`;
}

/** A path in JSON. Keys cannot hold quotes or backslashes (target.ts); it is bound, never spliced. */
function jsonPath(steps: readonly string[]): string {
  return `$${steps.map((step) => `."${step}"`).join('')}`;
}

/** JSON writes large whole doubles as integers; as a REAL they are the double again. */
function access(value: Sql, type: Sql, json: Sql, kind: FieldKind): Access {
  const typed = kind === 'number' ? sql`CAST(${value} AS REAL)` : value;
  return { value: typed, container: value, type, json };
}

function inside(document: Sql, steps: readonly string[], kind: FieldKind): Access {
  const path = jsonPath(steps);
  return access(
    sql`json_extract(${document}, ${path})`,
    sql`json_type(${document}, ${path})`,
    sql`(${document} -> ${path})`,
    kind,
  );
}

const types = {
  text: new Sql("= 'text'"),
  number: new Sql("IN ('integer', 'real')"),
  array: new Sql("= 'array'"),
  object: new Sql("= 'object'"),
  null: new Sql("= 'null'"),
} as const;

function asked({ wanted, texts }: Searched): Sql {
  const parts = texts.map(({ value, isArray }) =>
    isArray ? sql`(SELECT group_concat(value, ' ') FROM json_each(${value}) WHERE type = 'text')` : value,
  );
  return join([sql`${wanted}`, ...parts], ', ');
}

/** The ids of what the index finds; null where it cannot be asked. */
function wordsFound({ collection, wanted }: Searched): Sql | null {
  const match = matchAll(parseSearch(wanted));
  if (match === null) return null;
  const { docs, words } = searchTableOf(collection);
  return sql`SELECT d."id" FROM ${new Sql(words)} AS w CROSS JOIN ${new Sql(docs)} AS d ON d.doc = w.rowid WHERE w.${new Sql(words)} MATCH ${match}`;
}

export const sqliteDialect: Dialect = {
  yes: new Sql('1'),
  no: new Sql('0'),
  not: (condition) => sql`NOT coalesce(${condition}, 0)`,
  table: name,

  column(column, kind) {
    const whole = inside(column, [], kind);
    return kind === 'json' ? whole : { ...whole, value: column, container: column };
  },
  document: (column) => column,
  inside,
  each: (array, alias) => sql`json_each(${array}) AS ${alias}`,
  element: (alias, kind) =>
    access(
      sql`${alias}.value`,
      sql`${alias}.type`,
      sql`CASE WHEN ${alias}.type IN ('object', 'array') THEN ${alias}.value WHEN ${alias}.type IN ('true', 'false', 'null') THEN ${alias}.type ELSE json_quote(${alias}.value) END`,
      kind,
    ),
  elementObject: (alias) => sql`CASE WHEN ${alias}.type = 'object' THEN ${alias}.value END`,
  elementText: (alias) => sql`${alias}.value`,

  bind: (value) => sql`${bindable(value)}`,
  isIn: (value, values) => sql`${value} IN ${listOf(values)}`,
  same: (value, other) => sql`${value} IS ${bindable(other)}`,
  ordered: (value, direction) => (direction === 'asc' ? sql`${value} ASC` : sql`${value} DESC`),

  isType: ({ type }, wanted) => sql`${type} ${types[wanted]}`,
  isFlag: ({ type }, flag) => sql`${type} = ${String(flag)}`,
  number: ({ value }) => sql`CAST(${value} AS REAL)`,
  length: (array) => sql`json_array_length(${array})`,
  hasKey: (object, key) => sql`EXISTS (SELECT 1 FROM json_each(${object}) AS one WHERE one.key = ${key})`,
  isEmptyObject: (object) => sql`NOT EXISTS (SELECT 1 FROM json_each(${object}))`,
  // The text is looked at only where the type says that it is JSON: a plain text would not parse.
  isEmptyJson: ({ type, value }) =>
    sql`CASE coalesce(${type}, 'null') WHEN 'null' THEN 1 WHEN 'text' THEN ${value} = '' WHEN 'array' THEN json_array_length(${value}) = 0 WHEN 'object' THEN NOT EXISTS (SELECT 1 FROM json_each(${value})) ELSE 0 END`,
  containsJson: (outer, inner) => sql`gh_json_contains(${outer}, ${inner})`,
  bindJson: (value) => sql`${JSON.stringify(value)}`,

  occurs: (text, wanted) => sql`instr(${text}, ${wanted}) > 0`,
  endsWith: (text, end) => sql`gh_ends_with(${text}, ${end})`,
  folded: (text) => sql`gh_fold(${text})`,
  leaves: (value, divisor, remainder) => sql`mod(CAST(${value} AS REAL), ${divisor}) = ${remainder}`,

  regex: (text, pattern) => sql`gh_regex(${text}, ${pattern})`,
  search: (wanted, text) => sql`gh_search(${join([sql`${wanted}`, text], ', ')})`,
  month: (time, month, { timeZone }) => sql`gh_month(${time}, ${timeZone}) = ${month}`,
  weekday: (time, weekday, { timeZone }) => sql`gh_weekday(${time}, ${timeZone}) = ${weekday}`,
  near: (point, near) =>
    sql`gh_near(${point}, ${near.longitude}, ${near.latitude}, ${near.maxMetres}, ${near.minMetres})`,
  inBox: (point, [west, south, east, north]) => sql`gh_in_box(${point}, ${west}, ${south}, ${east}, ${north})`,
  within: (point, shape) => sql`gh_within(${point}, ${JSON.stringify(shape)})`,
  intersects: (point, shape) => sql`gh_intersects(${point}, ${JSON.stringify(shape)})`,
  distance: (point, from) => sql`gh_distance(${point}, ${from[0]}, ${from[1]})`,

  found(searched, { searchIndexed }) {
    const words = searchIndexed ? wordsFound(searched) : null;
    return words === null ? sql`gh_search(${asked(searched)})` : sql`t."id" IN (${words})`;
  },
  rank: (searched) => sql`gh_search_rank(${asked(searched)})`,
};
