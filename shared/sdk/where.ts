/**
 * The type of a filter, made of the one operator table (shared/query/operators.ts): which operators a field takes, and
 * the form of each operand. Types only; what is not in it does not compile, and the server refuses it as well.
 */
import type { Json } from '../base/json.ts';
import type { FieldKind, FieldOperator, OperandKind, OperatorTable } from '../query/operators.ts';
import type { AnyFilter, Filter, Filters, FiltersOf, Schema } from './schema.ts';

/** GeoJSON: `{type: 'Polygon', coordinates: […]}` and its like. */
export interface Geometry {
  readonly type: 'Point' | 'MultiPoint' | 'LineString' | 'MultiLineString' | 'Polygon' | 'MultiPolygon';
  readonly coordinates: readonly unknown[];
}

interface Scalars {
  readonly id: string;
  readonly text: string;
  /** ISO 8601, `now`, or e.g. `now-P7D`. */
  readonly date: string;
  readonly number: number;
  readonly boolean: boolean;
  readonly relation: string;
  readonly relations: string;
  readonly json: string | number | boolean;
}

/** One value of the field, or of its elements; not null. */
type ValueOf<T extends AnyFilter> = T['kind'] extends 'choice' | 'choices' | 'list'
  ? T['of']
  : T['kind'] extends keyof Scalars
    ? Scalars[T['kind']]
    : never;

type ElementFilter<E> = E extends string
  ? Filter<'text'> | Filter<'date'>
  : E extends number
    ? Filter<'number'>
    : Filter<'boolean'>;

/** Conditions under `some`, `every`, `none` and `elem_match`. */
type Nested<S extends Schema, T extends AnyFilter> = T['kind'] extends 'relation' | 'relations'
  ? Where<S, FiltersOf<S, T['of']>>
  : T['kind'] extends 'rows'
    ? T['of'] extends Filters
      ? Where<S, T['of']>
      : never
    : T['kind'] extends 'list'
      ? OperatorsOn<S, ElementFilter<T['of']>>
      : { readonly [key: string]: unknown };

interface Operands<S extends Schema, T extends AnyFilter> {
  readonly value: ValueOf<T> | null;
  readonly bound: ValueOf<T>;
  readonly element: ValueOf<T>;
  readonly values: readonly (ValueOf<T> | null)[];
  readonly elements: readonly ValueOf<T>[];
  readonly range: readonly [from: ValueOf<T>, to: ValueOf<T>];
  readonly divisor: readonly [divisor: number, remainder: number];
  readonly text: string;
  readonly pattern: string;
  readonly words: string;
  readonly flag: boolean;
  readonly count: number;
  readonly nested: Nested<S, T>;
  readonly key: string;
  readonly keys: readonly string[];
  readonly json: Json;
  readonly day: string | { readonly date: string; readonly tz?: string };
  readonly duration: string;
  readonly year: number;
  readonly month: number;
  readonly weekday: number;
  readonly near:
    | readonly [longitude: number, latitude: number, maxMetres: number]
    | readonly [longitude: number, latitude: number, maxMetres: number, minMetres: number];
  readonly box: readonly [west: number, south: number, east: number, north: number];
  readonly area: Geometry;
  readonly shape: Geometry;
  readonly conditions: never;
  readonly condition: never;
}

/** On some kinds the operand takes another form: `contains` on a list takes an element. */
type FormOf<O extends FieldOperator, K extends FieldKind> = OperatorTable[O] extends { readonly on?: infer On }
  ? On extends { readonly [P in K]: infer X extends OperandKind }
    ? X
    : OperatorTable[O]['operand']
  : OperatorTable[O]['operand'];

/** `{equals: 3}`: several operators on one field all hold. */
export type OperatorsOn<S extends Schema, T extends AnyFilter> = {
  readonly [O in FieldOperator as T['kind'] extends OperatorTable[O]['fits'][number] ? O : never]?: Operands<
    S,
    T
  >[FormOf<O, T['kind']>];
};

type NamesOfKind<F, K extends FieldKind> = {
  [N in keyof F]: F[N] extends { readonly kind: K } ? N : never;
}[keyof F] &
  string;

/** The filters a dotted path goes on with: of a group, of rows, of the record at the other end of a relation. */
type Below<S extends Schema, T> =
  T extends Filter<'group' | 'rows', infer G>
    ? G
    : T extends Filter<'relation' | 'relations', infer To>
      ? FiltersOf<S, To>
      : never;

type DottedPath<S extends Schema, F> = {
  [N in NamesOfKind<F, 'group' | 'rows' | 'relation' | 'relations'>]: `${N}.${keyof Below<S, F[N]> & string}`;
}[NamesOfKind<F, 'group' | 'rows' | 'relation' | 'relations'>];

type FilterAt<S extends Schema, F, P> = P extends `${infer N}.${infer Rest}`
  ? N extends keyof F
    ? Rest extends keyof Below<S, F[N]>
      ? Below<S, F[N]>[Rest]
      : never
    : never
  : never;

type Asked<S extends Schema, T> = T extends AnyFilter ? OperatorsOn<S, T> : never;

/**
 * A filter over the fields `F`: `{title: {contains: 'rail'}, 'author.name': {equals: 'Ada'}, or: [{…}, {…}]}`.
 * A path leads one step into a group, rows or a relation, and any way into JSON; further with `some`.
 */
export type Where<S extends Schema, F> = {
  readonly and?: readonly Where<S, F>[];
  readonly or?: readonly Where<S, F>[];
  readonly not?: Where<S, F>;
} & { readonly [N in keyof F]?: Asked<S, F[N]> } & {
  readonly [P in DottedPath<S, F>]?: Asked<S, FilterAt<S, F, P>>;
} & {
  readonly [P in `${NamesOfKind<F, 'json'>}.${string}`]?: OperatorsOn<S, Filter<'json'>>;
};

type Sortable = 'id' | 'text' | 'number' | 'boolean' | 'date' | 'choice' | 'relation';

type SortPath<F> =
  | NamesOfKind<F, Sortable>
  | {
      [N in NamesOfKind<F, 'group'>]: F[N] extends Filter<'group', infer G>
        ? `${N}.${NamesOfKind<G, Sortable>}`
        : never;
    }[NamesOfKind<F, 'group'>];

/** `name`, or `-name` for falling; at most five. */
export type SortKey<F> = `${'' | '-'}${SortPath<F>}`;
