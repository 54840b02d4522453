/**
 * The one table of the filter language: 56 operators on fields and 3 of logic. Parsers, SQL compilers, API
 * descriptions, documentation and the conformance suite are made from it; `meaning.ts` and `matches.ts` hold what each means
 * in memory, `parse-operand.ts` how its operand is read. Not a field type list: that is `schema/field.ts`.
 */

/** Kind of the value at the end of a path, for filters. `list` is an array of plain values, `rows` an array of groups. */
export type FieldKind =
  | 'id'
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'choice'
  | 'choices'
  | 'json'
  | 'list'
  | 'rows'
  | 'group'
  | 'point'
  | 'relation'
  | 'relations';

/** The form of an operand, after parsing. */
export type OperandKind =
  /** An array of conditions / one condition over the same record. */
  | 'conditions'
  | 'condition'
  /** One value of the field's type, or null. */
  | 'value'
  /** One value of the field's type, not null. */
  | 'bound'
  /** One value of the type of the field's elements. */
  | 'element'
  /** A list of values of the field's type, null among them allowed. */
  | 'values'
  /** A list of values of the type of the field's elements. */
  | 'elements'
  /** `[from, to]`, both of the field's type. */
  | 'range'
  /** `[divisor, remainder]`, whole numbers. */
  | 'divisor'
  /** At most 1,000 characters. */
  | 'text'
  /** At most 200 characters of the linear-time subset of regular expressions (linear-regex.ts). */
  | 'pattern'
  /** Words, "phrases", -words (search.ts). */
  | 'words'
  | 'flag'
  /** A whole number from 0. */
  | 'count'
  /** A condition over an element of the array, or over the record at the other end of the relation. */
  | 'nested'
  | 'key'
  | 'keys'
  /** Any JSON. */
  | 'json'
  /** `{at, timeZone?}`: a calendar day, a time, or `now±P…`. */
  | 'day'
  /** ISO 8601, e.g. `P7D`. */
  | 'duration'
  | 'year'
  | 'month'
  | 'weekday'
  /** `{longitude, latitude, maxMetres, minMetres}`. */
  | 'near'
  /** `[west, south, east, north]` in degrees; west > east crosses the 180th meridian. */
  | 'box'
  /** A GeoJSON Polygon or MultiPolygon. */
  | 'area'
  /** Any GeoJSON geometry except a collection. */
  | 'shape';

/** Treatment of rows whose value is null: never in the answer, always in it, or as the operand asks. */
export type NullRule = 'never' | 'always' | 'as asked';

export type OperatorGroup =
  | 'logic'
  | 'scalar'
  | 'order'
  | 'text'
  | 'existence'
  | 'array'
  | 'json'
  | 'date'
  | 'relation'
  | 'geo';

export interface Operator {
  readonly group: OperatorGroup;
  readonly operand: OperandKind;
  /** Kinds of fields on which the operand takes another form. */
  readonly operandOn?: Partial<Readonly<Record<FieldKind, OperandKind>>>;
  readonly fits: readonly FieldKind[];
  readonly nulls: NullRule;
  /** One sentence for documentation and API descriptions. */
  readonly meaning: string;
}

const plain = ['id', 'text', 'number', 'boolean', 'date', 'choice', 'relation', 'json'] as const;
const ordered = ['id', 'text', 'number', 'date', 'json'] as const;
const texts = ['text', 'json'] as const;
const many = ['choices', 'list', 'relations', 'json'] as const;
const everything = [...plain, 'choices', 'list', 'rows', 'group', 'point', 'relations'] as const;
const elementwise = { choices: 'element', list: 'element', relations: 'element' } as const;

/** An operator with literal types of its group, its operand and the kinds that it fits, from which other types are made. */
interface OperatorOf<
  G extends OperatorGroup,
  O extends OperandKind,
  F extends readonly FieldKind[],
  On extends Operator['operandOn'],
> extends Operator {
  readonly group: G;
  readonly operand: O;
  readonly fits: F;
  /** For types alone: no operator has it at run time, where `operandOn` says the same. */
  readonly on?: On;
}

function operator<
  const G extends OperatorGroup,
  const O extends OperandKind,
  const F extends readonly FieldKind[],
  const On extends Operator['operandOn'] = undefined,
>(group: G, operand: O, fits: F, nulls: NullRule, meaning: string, operandOn?: On): OperatorOf<G, O, F, On> {
  return { group, operand, fits, nulls, meaning, ...(operandOn ? { operandOn } : {}) };
}

/** Alphabetical order would hide the families: the rows stand in the order of the documentation. */
const table = {
  and: operator('logic', 'conditions', [], 'as asked', 'All of the conditions hold.'),
  or: operator('logic', 'conditions', [], 'as asked', 'At least one of the conditions holds.'),
  not: operator(
    'logic',
    'condition',
    [],
    'as asked',
    'The condition does not hold, also where a value is empty or cannot be compared.',
  ),

  equals: operator('scalar', 'value', plain, 'as asked', 'Exactly this value, case-sensitive; null means empty.'),
  not_equals: operator('scalar', 'value', plain, 'always', 'Another value or empty. not_equals null means not empty.'),
  in: operator('scalar', 'values', plain, 'as asked', 'One of the values. A null in the list matches empty.'),
  not_in: operator('scalar', 'values', plain, 'as asked', 'None of the values. Empty matches unless null is listed.'),

  greater_than: operator('order', 'bound', ordered, 'never', 'Greater, in the order of the field’s type.'),
  greater_than_equal: operator('order', 'bound', ordered, 'never', 'Greater or equal.'),
  less_than: operator('order', 'bound', ordered, 'never', 'Less, in the order of the field’s type.'),
  less_than_equal: operator('order', 'bound', ordered, 'never', 'Less or equal.'),
  between: operator('order', 'range', ordered, 'never', 'From the first to the second value, both included.'),
  not_between: operator('order', 'range', ordered, 'never', 'Before the first or after the second value.'),
  mod: operator(
    'order',
    'divisor',
    ['number', 'json'],
    'never',
    'Divided by the first, it leaves the second. The remainder has the sign of the value.',
  ),

  like: operator('text', 'text', texts, 'never', 'Every word occurs, in any order and case.'),
  not_like: operator('text', 'text', texts, 'always', 'Not like.'),
  contains: operator(
    'text',
    'text',
    ['text', 'json', 'choices', 'list', 'relations'],
    'never',
    'The text occurs, in any case. On a list: the element is in it. On a relation with a condition: some.',
    elementwise,
  ),
  not_contains: operator(
    'text',
    'text',
    ['text', 'json', 'choices', 'list', 'relations'],
    'always',
    'Not contains.',
    elementwise,
  ),
  starts_with: operator('text', 'text', texts, 'never', 'Begins with the text, in any case.'),
  not_starts_with: operator('text', 'text', texts, 'always', 'Not starts_with.'),
  ends_with: operator('text', 'text', texts, 'never', 'Ends with the text, in any case.'),
  not_ends_with: operator('text', 'text', texts, 'always', 'Not ends_with.'),
  iequals: operator('text', 'text', texts, 'never', 'Equal, in any case.'),
  contains_cs: operator('text', 'text', texts, 'never', 'The text occurs, case-sensitive.'),
  starts_with_cs: operator('text', 'text', texts, 'never', 'Begins with the text, case-sensitive. Can use an index.'),
  regex: operator('text', 'pattern', texts, 'never', 'The pattern matches somewhere in the text.'),
  not_regex: operator('text', 'pattern', texts, 'always', 'Not regex.'),
  search: operator(
    'text',
    'words',
    texts,
    'never',
    'Full text: every word or "phrase" occurs, the last word as a prefix, no -word; case and accents do not count.',
  ),

  exists: operator(
    'existence',
    'flag',
    everything,
    'as asked',
    'True: not empty; in JSON, the path exists. False: the opposite.',
  ),
  is_null: operator(
    'existence',
    'flag',
    everything,
    'as asked',
    'True: null; in JSON, a null that exists. False: the opposite.',
  ),
  is_empty: operator(
    'existence',
    'flag',
    everything,
    'as asked',
    'True: null, no text, no elements, no keys. False: the opposite.',
  ),

  all: operator('array', 'elements', many, 'never', 'Has every one of the values.'),
  any_of: operator('array', 'elements', many, 'never', 'Has at least one of the values.'),
  none_of: operator('array', 'elements', many, 'always', 'Has none of the values.'),
  contained_in: operator('array', 'elements', many, 'never', 'Every element is among the values.'),
  size: operator('array', 'count', [...many, 'rows'], 'never', 'Has this number of elements.'),
  size_gt: operator('array', 'count', [...many, 'rows'], 'never', 'Has more elements.'),
  size_lt: operator('array', 'count', [...many, 'rows'], 'never', 'Has fewer elements.'),
  elem_match: operator('array', 'nested', ['rows', 'list', 'json'], 'never', 'One element meets the whole condition.'),

  has_key: operator('json', 'key', ['json'], 'never', 'The object has the key.'),
  has_any_keys: operator('json', 'keys', ['json'], 'never', 'The object has at least one of the keys.'),
  has_all_keys: operator('json', 'keys', ['json'], 'never', 'The object has every one of the keys.'),
  json_contains: operator(
    'json',
    'json',
    ['json'],
    'never',
    'Contains this JSON. Other keys and elements are allowed.',
  ),
  json_contained_in: operator('json', 'json', ['json'], 'never', 'Is contained in this JSON.'),

  before: operator('date', 'bound', ['date'], 'never', 'Earlier than a time, `now` or e.g. `now-P7D`.'),
  after: operator('date', 'bound', ['date'], 'never', 'Later than a time, `now` or e.g. `now-P7D`.'),
  on: operator('date', 'day', ['date'], 'never', 'On that calendar day in the time zone.'),
  within_last: operator('date', 'duration', ['date'], 'never', 'From that long ago until now, both included.'),
  within_next: operator('date', 'duration', ['date'], 'never', 'From now until that far ahead, both included.'),
  year: operator('date', 'year', ['date'], 'never', 'In that year in the time zone.'),
  month: operator('date', 'month', ['date'], 'never', 'In that month in the time zone, 1 to 12.'),
  day_of_week: operator('date', 'weekday', ['date'], 'never', 'On that day of the week in the time zone, 1 = Monday.'),

  some: operator(
    'relation',
    'nested',
    ['relation', 'relations'],
    'never',
    'At least one related record meets the condition.',
  ),
  every: operator(
    'relation',
    'nested',
    ['relation', 'relations'],
    'always',
    'No related record fails the condition; none related: true.',
  ),
  none: operator('relation', 'nested', ['relation', 'relations'], 'always', 'No related record meets the condition.'),

  near: operator(
    'geo',
    'near',
    ['point'],
    'never',
    'At most maxMetres and at least minMetres away. Sorts by distance if no sort is set.',
  ),
  within: operator('geo', 'area', ['point'], 'never', 'Inside the polygon. Its boundary is outside.'),
  intersects: operator('geo', 'shape', ['point'], 'never', 'Touches the shape. Its boundary counts.'),
  bbox: operator('geo', 'box', ['point'], 'never', 'Inside the box, its edges included.'),
} as const satisfies Readonly<Record<string, Operator>>;

/** Type of the table, for types made of it. */
export type OperatorTable = typeof table;
export type OperatorName = keyof OperatorTable;

export const operators: Readonly<Record<OperatorName, Operator>> = table;
export type LogicOperator = 'and' | 'or' | 'not';
export type FieldOperator = Exclude<OperatorName, LogicOperator>;

export const operatorNames = Object.keys(operators) as readonly OperatorName[];
export const fieldOperators = operatorNames.filter((name): name is FieldOperator => operators[name].group !== 'logic');

export function isFieldOperator(name: string): name is FieldOperator {
  return Object.hasOwn(operators, name) && operators[name as OperatorName].group !== 'logic';
}

export function operatorsFor(kind: FieldKind): readonly FieldOperator[] {
  return fieldOperators.filter((name) => operators[name].fits.includes(kind));
}

/** The form of the operand of `name` on a field of this kind. */
export function operandOf(name: FieldOperator, kind: FieldKind): OperandKind {
  return operators[name].operandOn?.[kind] ?? operators[name].operand;
}
