/**
 * Each operator as SQL, row by row the same answer as `shared/query/meaning.ts`. An expression is true, or it is false
 * or null, which count as the same; a negation therefore goes through `not`. Nested conditions are in condition.ts.
 */
import { assert } from '#shared/base/assert.ts';
import { afterPrefix, fold } from '#shared/query/fold.ts';
import type { Box, Near, Shape } from '#shared/query/geo.ts';
import {
  aroundNow,
  dayOperand,
  distinguishesAbsent,
  likeWords,
  type PlainOperator,
  resolveOperand,
} from '#shared/query/meaning.ts';
import type { Target } from '#shared/query/target.ts';
import { dayRange, type TimeRange, yearRange } from '#shared/query/time-span.ts';
import type { Access, Compiling } from './dialect.ts';
import { allOf, anyOf, not } from './logic.ts';
import { Sql, sql } from './sql.ts';
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
} from './values.ts';

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
  return (leaf) => not(leaf.state, () => compile(leaf));
}

/** `true` asks for the condition, `false` for its opposite. */
function flagged(compile: Compile): Compile {
  return (leaf) => (leaf.operand === true ? compile(leaf) : not(leaf.state, () => compile(leaf)));
}

function comparing(comparison: Comparison): Compile {
  return (leaf) => compares(leaf.access, leaf.target, comparison, resolved(leaf), leaf.state);
}

function onText(compile: (text: Sql, operand: string, leaf: Leaf) => Sql): Compile {
  return (leaf) => compile(textOf(leaf.access, leaf.target, leaf.state), leaf.operand as string, leaf);
}

/** Prefixes as a range, which an index can answer. */
function prefixed(text: Sql, prefix: string): Sql {
  const end = afterPrefix(prefix);
  return end === null ? sql`${text} >= ${prefix}` : sql`(${text} >= ${prefix} AND ${text} < ${end})`;
}

function occurs(text: Sql, wanted: string, { state }: Pick<Leaf, 'state'>): Sql {
  return wanted === '' ? sql`${text} IS NOT NULL` : state.dialect.occurs(text, wanted);
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
  return ({ access, target, operand, state }) =>
    sql`${state.dialect.length(arrayOf(access, target, state))} ${new Sql(comparison)} ${operand as number}`;
}

function hasKey({ access, state: { dialect } }: Leaf, key: string): Sql {
  return dialect.hasKey(sql`CASE WHEN ${dialect.isType(access, 'object')} THEN ${access.container} END`, key);
}

function isEmpty({ access, target, state: { dialect } }: Leaf): Sql {
  const { value, container } = access;
  switch (target.kind) {
    case 'text':
      return sql`(${value} IS NULL OR ${value} = '')`;
    case 'list':
    case 'rows':
    case 'choices':
    case 'relations':
      return sql`(${container} IS NULL OR ${dialect.length(container)} = 0)`;
    case 'group':
      return sql`(${container} IS NULL OR ${dialect.isEmptyObject(container)})`;
    case 'json':
      return dialect.isEmptyJson(access);
    default:
      return isNull(access);
  }
}

const equals: Compile = (leaf) => equalTo(leaf.access, leaf.target, resolved(leaf), leaf.state);
const isIn: Compile = (leaf) => oneOf(leaf.access, leaf.target, listOperand(leaf), leaf.state);
const like = onText((text, operand, { state }) =>
  allOf(
    [
      sql`${text} IS NOT NULL`,
      ...likeWords(operand).map((word) => occurs(state.dialect.folded(text), word, { state })),
    ],
    state,
  ),
);
const contains: Compile = (leaf) => {
  const { access, target, state } = leaf;
  if (target.kind === 'text' || target.kind === 'json')
    return occurs(state.dialect.folded(textOf(access, target, state)), fold(leaf.operand as string), leaf);
  return someElement(arrayOf(access, target, state), state, (element) => jsonIn(element, [resolved(leaf)], state));
};
const startsWith = onText((text, operand, { state }) => prefixed(state.dialect.folded(text), fold(operand)));
const endsWith = onText((text, operand, { state }) =>
  state.dialect.endsWith(state.dialect.folded(text), fold(operand)),
);
const regex = onText((text, operand, { state }) => state.dialect.regex(text, operand, state));
const shares: Compile = (leaf) =>
  someElement(arrayOf(leaf.access, leaf.target, leaf.state), leaf.state, (element) =>
    jsonIn(element, listOperand(leaf), leaf.state),
  );

/** JSON of a value that is there; the root of a JSON field holding null is empty, like every other field. */
function jsonThere({ access, target }: Leaf): Sql {
  return distinguishesAbsent(target) ? access.json : sql`CASE WHEN ${access.value} IS NOT NULL THEN ${access.json} END`;
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
    const { access, target, state } = leaf;
    return allOf([compares(access, target, '>=', from, state), compares(access, target, '<=', to, state)], state);
  },
  not_between: (leaf) => {
    const [from, to] = listOperand(leaf);
    const { access, target, state } = leaf;
    return anyOf([compares(access, target, '<', from, state), compares(access, target, '>', to, state)], state);
  },
  mod: ({ access, target, operand, state: { dialect } }) => {
    const [divisor, remainder] = operand as readonly [number, number];
    if (target.kind !== 'json') return dialect.leaves(access.value, divisor, remainder);
    return sql`(${dialect.isType(access, 'number')} AND ${dialect.leaves(dialect.number(access), divisor, remainder)})`;
  },
  like,
  not_like: inverse(like),
  contains,
  not_contains: inverse(contains),
  starts_with: startsWith,
  not_starts_with: inverse(startsWith),
  ends_with: endsWith,
  not_ends_with: inverse(endsWith),
  iequals: onText((text, operand, { state }) => sql`${state.dialect.folded(text)} = ${fold(operand)}`),
  contains_cs: onText(occurs),
  starts_with_cs: onText(prefixed),
  regex,
  not_regex: inverse(regex),
  search: onText((text, operand, { state }) => {
    const found = state.dialect.search(operand, text, state);
    return sql`(${text} IS NOT NULL AND ${found})`;
  }),
  exists: flagged(({ access, target }) =>
    distinguishesAbsent(target) ? sql`${access.type} IS NOT NULL` : sql`${access.value} IS NOT NULL`,
  ),
  is_null: flagged(({ access, target, state }) =>
    distinguishesAbsent(target) ? state.dialect.isType(access, 'null') : isNull(access),
  ),
  is_empty: flagged(isEmpty),
  all: (leaf) => everyValueIn(arrayOf(leaf.access, leaf.target, leaf.state), listOperand(leaf), leaf.state),
  any_of: shares,
  none_of: inverse(shares),
  contained_in: (leaf) => {
    const { state } = leaf;
    const array = arrayOf(leaf.access, leaf.target, state);
    const stranger = someElement(array, state, (element) =>
      not(state, () => jsonIn(element, listOperand(leaf), state)),
    );
    return sql`(${array} IS NOT NULL AND NOT ${stranger})`;
  },
  size: sized('='),
  size_gt: sized('>'),
  size_lt: sized('<'),
  has_key: (leaf) => hasKey(leaf, leaf.operand as string),
  has_any_keys: (leaf) =>
    anyOf(
      (leaf.operand as readonly string[]).map((key) => hasKey(leaf, key)),
      leaf.state,
    ),
  has_all_keys: (leaf) =>
    allOf(
      [
        leaf.state.dialect.isType(leaf.access, 'object'),
        ...(leaf.operand as readonly string[]).map((key) => hasKey(leaf, key)),
      ],
      leaf.state,
    ),
  json_contains: (leaf) => {
    const { dialect } = leaf.state;
    return dialect.containsJson(jsonThere(leaf), dialect.bindJson(leaf.operand));
  },
  json_contained_in: (leaf) => {
    const { dialect } = leaf.state;
    const json = jsonThere(leaf);
    return sql`CASE WHEN ${json} IS NOT NULL THEN ${dialect.containsJson(dialect.bindJson(leaf.operand), json)} END`;
  },
  before: comparing('<'),
  after: comparing('>'),
  on: (leaf) => inRange(leaf, dayRange(dayOperand(leaf.operand), leaf.state.timeZone, leaf.state.now)),
  within_last: around(-1),
  within_next: around(1),
  year: (leaf) => inRange(leaf, yearRange(leaf.operand as number, leaf.state.timeZone)),
  month: ({ access, operand, state }) => state.dialect.month(access.value, operand as number, state),
  day_of_week: ({ access, operand, state }) => state.dialect.weekday(access.value, operand as number, state),
  near: ({ access, operand, state }) => state.dialect.near(access.container, operand as Near, state),
  within: ({ access, operand, state }) => state.dialect.within(access.container, operand as Shape, state),
  intersects: ({ access, operand, state }) => state.dialect.intersects(access.container, operand as Shape, state),
  bbox: ({ access, operand, state }) => state.dialect.inBox(access.container, operand as Box, state),
};
