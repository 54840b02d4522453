/**
 * Each operator as SQL, row by row the same answer as `shared/query/meaning.ts`. An expression is 1, or it is 0 or
 * null, which are alike here: whoever negates goes through `not`. Nested conditions are in compile-condition.ts.
 */
import { assert } from '#shared/base/assert.ts';
import { afterPrefix, fold } from '#shared/query/fold.ts';
import type { Box, Near } from '#shared/query/geo.ts';
import {
  aroundNow,
  dayOperand,
  likeWords,
  type PlainOperator,
  resolveOperand,
  tellsAbsent,
} from '#shared/query/meaning.ts';
import type { Target } from '#shared/query/target.ts';
import { dayRange, type TimeRange, yearRange } from '#shared/query/time-span.ts';
import type { Access, Compiling } from './compile-access.ts';
import { allOf, anyOf, bindable, not, Sql, sql } from './compile-sql.ts';
import {
  arrayOf,
  type Comparison,
  compares,
  equalTo,
  everyValueIn,
  isNull,
  jsonIn,
  oneOf,
  someElement,
  textOf,
} from './compile-values.ts';

export interface Leaf {
  readonly access: Access;
  readonly target: Target;
  readonly operand: unknown;
  readonly state: Compiling;
}

type Compile = (leaf: Leaf) => Sql;

function resolved({ target, operand, state }: Leaf): unknown {
  return resolveOperand(target, operand, state.now);
}

function listOperand(leaf: Leaf): readonly unknown[] {
  const list = resolved(leaf);
  assert(Array.isArray(list), 'a list');
  return list;
}

function inverse(compile: Compile): Compile {
  return (leaf) => not(compile(leaf));
}

/** `true` asks for the condition, `false` for its opposite. */
function flagged(compile: Compile): Compile {
  return (leaf) => (leaf.operand === true ? compile(leaf) : not(compile(leaf)));
}

function comparing(comparison: Comparison): Compile {
  return (leaf) => compares(leaf.access, leaf.target, comparison, resolved(leaf));
}

function onText(compile: (text: Sql, operand: string, leaf: Leaf) => Sql): Compile {
  return (leaf) => compile(textOf(leaf.access, leaf.target), leaf.operand as string, leaf);
}

/** Prefixes as a range, which an index can answer. */
function prefixed(text: Sql, prefix: string): Sql {
  const end = afterPrefix(prefix);
  return end === null ? sql`${text} >= ${prefix}` : sql`(${text} >= ${prefix} AND ${text} < ${end})`;
}

function occurs(text: Sql, wanted: string): Sql {
  return wanted === '' ? sql`${text} IS NOT NULL` : sql`instr(${text}, ${wanted}) > 0`;
}

function folded(text: Sql): Sql {
  return sql`gh_fold(${text})`;
}

function inRange({ access }: Leaf, [from, until]: TimeRange): Sql {
  return sql`(${access.value} >= ${from} AND ${access.value} < ${until})`;
}

function around(sign: 1 | -1): Compile {
  return ({ access, operand, state }) => {
    const [from, to] = aroundNow(operand as string, sign, state.now);
    return sql`(${access.value} >= ${from} AND ${access.value} <= ${to})`;
  };
}

function sized(comparison: '=' | '<' | '>'): Compile {
  return ({ access, target, operand }) =>
    sql`json_array_length(${arrayOf(access, target)}) ${new Sql(comparison)} ${bindable(operand)}`;
}

function hasKey({ access, state }: Leaf, key: string): Sql {
  const alias = state.newAlias();
  const object = sql`CASE WHEN ${access.type} = 'object' THEN ${access.value} END`;
  return sql`EXISTS (SELECT 1 FROM json_each(${object}) AS ${alias} WHERE ${alias}.key = ${key})`;
}

function isEmpty({ access, target }: Leaf): Sql {
  const { value, type } = access;
  switch (target.kind) {
    case 'text':
      return sql`(${value} IS NULL OR ${value} = '')`;
    case 'list':
    case 'rows':
    case 'choices':
    case 'relations':
      return sql`(${value} IS NULL OR json_array_length(${value}) = 0)`;
    case 'group':
      return sql`(${value} IS NULL OR NOT EXISTS (SELECT 1 FROM json_each(${value})))`;
    case 'json':
      // The text is looked at only where the type says that it is JSON: a plain text would not parse.
      return sql`CASE coalesce(${type}, 'null') WHEN 'null' THEN 1 WHEN 'text' THEN ${value} = '' WHEN 'array' THEN json_array_length(${value}) = 0 WHEN 'object' THEN NOT EXISTS (SELECT 1 FROM json_each(${value})) ELSE 0 END`;
    default:
      return isNull(access);
  }
}

const equals: Compile = (leaf) => equalTo(leaf.access, leaf.target, resolved(leaf));
const isIn: Compile = (leaf) => oneOf(leaf.access, leaf.target, listOperand(leaf));
const like = onText((text, operand) =>
  allOf([sql`${text} IS NOT NULL`, ...likeWords(operand).map((word) => occurs(folded(text), word))]),
);
const contains: Compile = (leaf) => {
  const { access, target } = leaf;
  if (target.kind === 'text' || target.kind === 'json')
    return occurs(folded(textOf(access, target)), fold(leaf.operand as string));
  return someElement(arrayOf(access, target), leaf.state.newAlias(), (element) => jsonIn(element, [resolved(leaf)]));
};
const startsWith = onText((text, operand) => prefixed(folded(text), fold(operand)));
const endsWith = onText((text, operand) => sql`gh_ends_with(${folded(text)}, ${fold(operand)})`);
const regex = onText((text, operand) => sql`gh_regex(${text}, ${operand})`);
const shares: Compile = (leaf) =>
  someElement(arrayOf(leaf.access, leaf.target), leaf.state.newAlias(), (element) =>
    jsonIn(element, listOperand(leaf)),
  );
const hasAllKeys: Compile = (leaf) =>
  allOf([sql`${leaf.access.type} = 'object'`, ...(leaf.operand as readonly string[]).map((key) => hasKey(leaf, key))]);

/** JSON text of a value that is there; the root of a JSON field holding null is empty, like every other field. */
function jsonThere({ access, target }: Leaf): Sql {
  return tellsAbsent(target) ? access.json : sql`CASE WHEN ${access.value} IS NOT NULL THEN ${access.json} END`;
}

export const compileOperator: Readonly<Record<PlainOperator, Compile>> = {
  equals,
  not_equals: inverse(equals),
  in: isIn,
  not_in: inverse(isIn),
  greater_than: comparing('>'),
  greater_than_equal: comparing('>='),
  less_than: comparing('<'),
  less_than_equal: comparing('<='),
  between: (leaf) => {
    const [from, to] = listOperand(leaf);
    return allOf([compares(leaf.access, leaf.target, '>=', from), compares(leaf.access, leaf.target, '<=', to)]);
  },
  not_between: (leaf) => {
    const [from, to] = listOperand(leaf);
    return anyOf([compares(leaf.access, leaf.target, '<', from), compares(leaf.access, leaf.target, '>', to)]);
  },
  mod: ({ access, target, operand }) => {
    const [divisor, remainder] = operand as readonly [number, number];
    const isRest = sql`mod(CAST(${access.value} AS REAL), ${divisor}) = ${remainder}`;
    return target.kind === 'json' ? sql`(${access.type} IN ('integer', 'real') AND ${isRest})` : isRest;
  },
  like,
  not_like: inverse(like),
  contains,
  not_contains: inverse(contains),
  starts_with: startsWith,
  not_starts_with: inverse(startsWith),
  ends_with: endsWith,
  not_ends_with: inverse(endsWith),
  iequals: onText((text, operand) => sql`${folded(text)} = ${fold(operand)}`),
  contains_cs: onText(occurs),
  starts_with_cs: onText(prefixed),
  regex,
  not_regex: inverse(regex),
  search: onText((text, operand) => sql`(${text} IS NOT NULL AND gh_search(${operand}, ${text}))`),
  exists: flagged(({ access, target }) =>
    tellsAbsent(target) ? sql`${access.type} IS NOT NULL` : sql`${access.value} IS NOT NULL`,
  ),
  is_null: flagged(({ access, target }) => (tellsAbsent(target) ? sql`${access.type} = 'null'` : isNull(access))),
  is_empty: flagged(isEmpty),
  all: (leaf) => everyValueIn(arrayOf(leaf.access, leaf.target), leaf.state.newAlias(), listOperand(leaf)),
  any_of: shares,
  none_of: inverse(shares),
  contained_in: (leaf) => {
    const array = arrayOf(leaf.access, leaf.target);
    const stranger = someElement(array, leaf.state.newAlias(), (element) => not(jsonIn(element, listOperand(leaf))));
    return sql`(${array} IS NOT NULL AND NOT ${stranger})`;
  },
  size: sized('='),
  size_gt: sized('>'),
  size_lt: sized('<'),
  has_key: (leaf) => hasKey(leaf, leaf.operand as string),
  has_any_keys: (leaf) => anyOf((leaf.operand as readonly string[]).map((key) => hasKey(leaf, key))),
  has_all_keys: hasAllKeys,
  json_contains: (leaf) => sql`gh_json_contains(${jsonThere(leaf)}, ${JSON.stringify(leaf.operand)})`,
  json_contained_in: (leaf) => {
    const json = jsonThere(leaf);
    return sql`CASE WHEN ${json} IS NOT NULL THEN gh_json_contains(${JSON.stringify(leaf.operand)}, ${json}) END`;
  },
  before: comparing('<'),
  after: comparing('>'),
  on: (leaf) => inRange(leaf, dayRange(dayOperand(leaf.operand), leaf.state.timeZone, leaf.state.now)),
  within_last: around(-1),
  within_next: around(1),
  year: (leaf) => inRange(leaf, yearRange(leaf.operand as number, leaf.state.timeZone)),
  month: ({ access, operand, state }) => sql`gh_month(${access.value}, ${state.timeZone}) = ${bindable(operand)}`,
  day_of_week: ({ access, operand, state }) =>
    sql`gh_weekday(${access.value}, ${state.timeZone}) = ${bindable(operand)}`,
  near: ({ access, operand }) => {
    const near = operand as Near;
    return sql`gh_near(${access.value}, ${near.longitude}, ${near.latitude}, ${near.maxMetres}, ${near.minMetres})`;
  },
  within: ({ access, operand }) => sql`gh_within(${access.value}, ${JSON.stringify(operand)})`,
  intersects: ({ access, operand }) => sql`gh_intersects(${access.value}, ${JSON.stringify(operand)})`,
  bbox: ({ access, operand }) => {
    const [west, south, east, north] = operand as Box;
    return sql`gh_in_box(${access.value}, ${west}, ${south}, ${east}, ${north})`;
  },
};
