/**
 * Defines each operator for one value in memory: the oracle that every SQL compiler is tested against. The operators
 * with a nested condition are in matches.ts, because they need to walk. `undefined` is a path that is not there in
 * JSON; everywhere else absent is null.
 */

import { assert } from '../base/assert.ts';
import { isObject } from '../base/json.ts';
import { compileRegex, regexMatches } from '../base/linear-regex.ts';
import { isoTime } from '../base/time.ts';
import { compareText, fold } from './fold.ts';
import {
  type Box,
  intersects,
  isInBox,
  isNear,
  isPosition,
  isWithin,
  type Near,
  type Position,
  type Shape,
} from './geo.ts';
import { containsJson } from './json-contains.ts';
import type { FieldOperator } from './operators.ts';
import { meetsSearch, parseSearch, searchText } from './search.ts';
import type { Target } from './target.ts';
import {
  type DayOperand,
  dayRange,
  isDuration,
  momentAt,
  monthOf,
  shiftTime,
  type TimeRange,
  weekdayOf,
  yearRange,
} from './time-span.ts';

export type NestedOperator = 'elem_match' | 'some' | 'every' | 'none';
export type PlainOperator = Exclude<FieldOperator, NestedOperator>;

export interface Moment {
  /** Unix milliseconds. */
  readonly now: number;
  /** The tenant's, e.g. `Europe/Oslo`: calendar days, years, months and weekdays are its. */
  readonly timeZone: string;
}

export type Test = (value: unknown) => boolean;
type Meaning = (operand: unknown, target: Target, moment: Moment) => Test;

/** The operand with its relative times made absolute. SQL compilers bind what this gives. */
export function resolveOperand(target: Target, operand: unknown, nowMs: number): unknown {
  if (target.type.name !== 'date') return operand;
  if (Array.isArray(operand)) return operand.map((item) => resolveOperand(target, item, nowMs));
  return typeof operand === 'string' && !isDuration(operand) ? momentAt(operand, nowMs) : operand;
}

/** Whether null and "not there" are distinguished: below the root of a JSON field, and for elements of JSON arrays. */
export function distinguishesAbsent(target: Target): boolean {
  return target.kind === 'json' && (target.keys.length > 0 || target.column === null);
}

/** Null where the two cannot be compared: other types, or one of them empty. */
function compare(a: unknown, b: unknown): number | null {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  return null;
}

const isNothing: Test = (value) => value === null || value === undefined;
const same = (value: unknown, operand: unknown): boolean => (value ?? null) === (operand ?? null);

function ordered(holds: (order: number) => boolean): Meaning {
  return (operand) => (value) => {
    const order = compare(value, operand);
    return order !== null && holds(order);
  };
}

function inverse(meaning: Meaning): Meaning {
  return (...args) => {
    const test = meaning(...args);
    return (value) => !test(value);
  };
}

function flagged(meaning: (target: Target) => Test): Meaning {
  return (operand, target) => {
    const test = meaning(target);
    return (value) => test(value) === operand;
  };
}

/** Makes an operator's test for texts only; everything else is as if it were empty. */
function onText(make: (operand: string) => (text: string) => boolean): Meaning {
  return (operand) => {
    const test = make(operand as string);
    return (value) => typeof value === 'string' && test(value);
  };
}

/** Compares without case. */
function folded(test: (text: string, wanted: string) => boolean): Meaning {
  return onText((operand) => {
    const wanted = fold(operand);
    return (text) => test(fold(text), wanted);
  });
}

function onElements(test: (elements: readonly unknown[], operand: readonly unknown[]) => boolean): Meaning {
  return (operand, target, { now }) => {
    const wanted = resolveOperand(target, operand, now) as readonly unknown[];
    return (value) => Array.isArray(value) && test(value, wanted);
  };
}

function onSize(holds: (size: number, operand: number) => boolean): Meaning {
  return (operand) => (value) => Array.isArray(value) && holds(value.length, operand as number);
}

function onKeys(holds: (has: (key: string) => boolean, operand: readonly string[]) => boolean): Meaning {
  return (operand) => {
    const keys = Array.isArray(operand) ? (operand as readonly string[]) : [operand as string];
    return (value) => isObject(value) && holds((key) => Object.hasOwn(value, key), keys);
  };
}

function onPoint<T>(test: (point: Position, operand: T) => boolean): Meaning {
  return (operand) => (value) => isPosition(value) && test(value, operand as T);
}

function inRange([from, until]: TimeRange): Test {
  return (value) => typeof value === 'string' && value >= from && value < until;
}

/** The words of `like`: split at white space after folding. */
export function likeWords(operand: string): readonly string[] {
  return fold(operand)
    .split(/\s+/u)
    .filter((word) => word !== '');
}

/** `within_last` and `within_next` as inclusive bounds. */
export function aroundNow(duration: string, sign: 1 | -1, nowMs: number): readonly [string, string] {
  const now = isoTime(nowMs);
  const other = shiftTime(nowMs, duration, sign);
  const far = other === null ? momentAt(`now${sign < 0 ? '-' : '+'}P9999Y`, nowMs) : isoTime(other);
  return sign < 0 ? [far, now] : [now, far];
}

function around(sign: 1 | -1): Meaning {
  return (operand, _target, { now }) => {
    const [from, to] = aroundNow(operand as string, sign, now);
    return (value) => typeof value === 'string' && value >= from && value <= to;
  };
}

/** `on`'s operand from our own code may be the bare day. */
export function dayOperand(operand: unknown): DayOperand {
  return typeof operand === 'string' ? { at: operand } : (operand as DayOperand);
}

function resolved(meaning: Meaning): Meaning {
  return (operand, target, moment) => meaning(resolveOperand(target, operand, moment.now), target, moment);
}

const equals: Meaning = resolved((operand) => (value) => same(value, operand));
const isIn: Meaning = resolved((operand) => (value) => (operand as readonly unknown[]).some((one) => same(value, one)));
const less = resolved(ordered((order) => order < 0));
const greater = resolved(ordered((order) => order > 0));
const like = onText((operand) => {
  const words = likeWords(operand);
  return (text) => {
    const all = fold(text);
    return words.every((word) => all.includes(word));
  };
});
const containsText = folded((text, wanted) => text.includes(wanted));
const contains: Meaning = (operand, target, moment) => {
  if (target.kind === 'text' || target.kind === 'json') return containsText(operand, target, moment);
  const wanted = resolveOperand(target, operand, moment.now);
  return (value) => Array.isArray(value) && value.includes(wanted);
};
const startsWith = folded((text, wanted) => text.startsWith(wanted));
const endsWith = folded((text, wanted) => text.endsWith(wanted));
const regex = onText((operand) => {
  const machine = compileRegex(operand);
  assert(typeof machine !== 'string', `a pattern that was checked: ${operand}`);
  return (text) => regexMatches(machine, text);
});
const anyOf = onElements((elements, wanted) => wanted.some((one) => elements.includes(one)));

export const meanings: Readonly<Record<PlainOperator, Meaning>> = {
  equals,
  not_equals: inverse(equals),
  in: isIn,
  not_in: inverse(isIn),
  greater_than: greater,
  greater_than_equal: resolved(ordered((order) => order >= 0)),
  less_than: less,
  less_than_equal: resolved(ordered((order) => order <= 0)),
  between: resolved((operand) => {
    const [from, to] = operand as readonly [unknown, unknown];
    return (value) => (compare(value, from) ?? -1) >= 0 && (compare(value, to) ?? 1) <= 0;
  }),
  not_between: resolved((operand) => {
    const [from, to] = operand as readonly [unknown, unknown];
    return (value) => (compare(value, from) ?? 0) < 0 || (compare(value, to) ?? 0) > 0;
  }),
  mod: (operand) => {
    const [divisor, remainder] = operand as readonly [number, number];
    return (value) => typeof value === 'number' && value % divisor === remainder;
  },
  like,
  not_like: inverse(like),
  contains,
  not_contains: inverse(contains),
  starts_with: startsWith,
  not_starts_with: inverse(startsWith),
  ends_with: endsWith,
  not_ends_with: inverse(endsWith),
  iequals: folded((text, wanted) => text === wanted),
  contains_cs: onText((operand) => (text) => text.includes(operand)),
  starts_with_cs: onText((operand) => (text) => text.startsWith(operand)),
  regex,
  not_regex: inverse(regex),
  search: onText((operand) => {
    const terms = parseSearch(operand);
    return (text) => meetsSearch(terms, searchText([text]));
  }),
  exists: flagged((target) =>
    distinguishesAbsent(target) ? (value) => value !== undefined : (value) => !isNothing(value),
  ),
  is_null: flagged((target) => (distinguishesAbsent(target) ? (value) => value === null : isNothing)),
  is_empty: flagged(() => (value) => {
    if (isNothing(value) || value === '') return true;
    if (Array.isArray(value)) return value.length === 0;
    return isObject(value) && Object.keys(value).length === 0;
  }),
  all: onElements((elements, wanted) => wanted.every((one) => elements.includes(one))),
  any_of: anyOf,
  none_of: inverse(anyOf),
  contained_in: onElements((elements, wanted) => elements.every((one) => wanted.includes(one))),
  size: onSize((size, operand) => size === operand),
  size_gt: onSize((size, operand) => size > operand),
  size_lt: onSize((size, operand) => size < operand),
  has_key: onKeys((has, keys) => keys.every(has)),
  has_any_keys: onKeys((has, keys) => keys.some(has)),
  has_all_keys: onKeys((has, keys) => keys.every(has)),
  json_contains: (operand, target) => (value) => isThere(target, value) && containsJson(value, operand),
  json_contained_in: (operand, target) => (value) => isThere(target, value) && containsJson(operand, value),
  before: less,
  after: greater,
  on: (operand, _target, { now, timeZone }) => inRange(dayRange(dayOperand(operand), timeZone, now)),
  within_last: around(-1),
  within_next: around(1),
  year: (operand, _target, { timeZone }) => inRange(yearRange(operand as number, timeZone)),
  month:
    (operand, _target, { timeZone }) =>
    (value) =>
      typeof value === 'string' && monthOf(value, timeZone) === operand,
  day_of_week:
    (operand, _target, { timeZone }) =>
    (value) =>
      typeof value === 'string' && weekdayOf(value, timeZone) === operand,
  near: onPoint<Near>(isNear),
  within: onPoint<Shape>(isWithin),
  intersects: onPoint<Shape>(intersects),
  bbox: onPoint<Box>(isInBox),
};

function isThere(target: Target, value: unknown): boolean {
  return distinguishesAbsent(target) ? value !== undefined : !isNothing(value);
}
