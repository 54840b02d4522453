/**
 * The cost of each operator for one value: one step is about 100 ns of one core. Measured roughly, and rounded up:
 * these numbers decide which queries are refused before they run, and which are read by a thread; a deadline bounds the
 * rest.
 */
import type { OperatorName } from './operators.ts';

export interface OperatorCost {
  /** Steps for each value. */
  readonly value: number;
  /** Steps for each byte of the value; 0: the work does not grow with it. */
  readonly byte: number;
  /**
   * The part of an indexed table that is looked at: equality finds few, a range perhaps half. Null: an index is of no use.
   */
  readonly index: 'equality' | 'range' | null;
  /** Property of the operand that multiplies the cost. */
  readonly grows?: 'words' | 'pattern' | 'list' | 'shape' | 'json';
}

const compared: OperatorCost = { value: 1, byte: 0, index: null };
const equal: OperatorCost = { ...compared, index: 'equality' };
const ranged: OperatorCost = { ...compared, index: 'range' };
const folded: OperatorCost = { value: 12, byte: 0.02, index: null };
const matched: OperatorCost = { value: 20, byte: 0.8, index: null, grows: 'pattern' };
/** The JSON text is parsed again for each value. */
const inDocument: OperatorCost = { value: 5, byte: 0.1, index: null };
const listed: OperatorCost = { value: 5, byte: 0.1, index: null, grows: 'list' };
const nested: OperatorCost = { value: 10, byte: 0.1, index: null };
const ofCalendar: OperatorCost = { value: 50, byte: 0, index: null };
const placed: OperatorCost = { value: 15, byte: 0.1, index: null };
const shaped: OperatorCost = { ...placed, grows: 'shape' };
const joined: OperatorCost = { value: 0, byte: 0, index: null };

export const operatorCosts: Readonly<Record<OperatorName, OperatorCost>> = {
  and: joined,
  or: joined,
  not: joined,
  equals: equal,
  not_equals: compared,
  in: { ...equal, grows: 'list' },
  not_in: { ...compared, grows: 'list' },
  greater_than: ranged,
  greater_than_equal: ranged,
  less_than: ranged,
  less_than_equal: ranged,
  between: ranged,
  not_between: compared,
  mod: compared,
  like: { ...folded, grows: 'words' },
  not_like: { ...folded, grows: 'words' },
  contains: folded,
  not_contains: folded,
  starts_with: folded,
  not_starts_with: folded,
  ends_with: folded,
  not_ends_with: folded,
  iequals: folded,
  contains_cs: { value: 2, byte: 0.02, index: null },
  starts_with_cs: ranged,
  regex: matched,
  not_regex: matched,
  search: { value: 20, byte: 0.5, index: null, grows: 'words' },
  exists: compared,
  is_null: compared,
  is_empty: { value: 3, byte: 0.1, index: null },
  all: listed,
  any_of: listed,
  none_of: listed,
  contained_in: listed,
  size: inDocument,
  size_gt: inDocument,
  size_lt: inDocument,
  elem_match: nested,
  has_key: inDocument,
  has_any_keys: listed,
  has_all_keys: listed,
  json_contains: { ...inDocument, grows: 'json' },
  json_contained_in: { ...inDocument, grows: 'json' },
  before: ranged,
  after: ranged,
  on: ranged,
  within_last: ranged,
  within_next: ranged,
  year: ranged,
  month: ofCalendar,
  day_of_week: ofCalendar,
  some: nested,
  every: nested,
  none: nested,
  near: placed,
  within: shaped,
  intersects: shaped,
  bbox: placed,
};
