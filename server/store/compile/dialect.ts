/**
 * The differences between the databases that one compiler serves: how each writes true, reaches into JSON, compares, and
 * which of the server's own functions it has. `sqlite/dialect.ts` and `postgres/dialect.ts` are the two; the language is the
 * same.
 */
import type { Near, Shape } from '#shared/query/geo.ts';
import type { Moment } from '#shared/query/meaning.ts';
import type { FieldKind } from '#shared/query/operators.ts';
import type { SortKey } from '#shared/query/query.ts';
import type { Lookup } from '#shared/query/target.ts';
import type { Sql } from './sql.ts';

export interface Access {
  /** The value; null where there is none. In JSON of unknown shape: plain values only. */
  readonly value: Sql;
  /** Arrays, objects and points as the database's JSON functions take them; null where there is none. */
  readonly container: Sql;
  /** Type of a value in JSON, in the database's words; null where the path is not there. */
  readonly type: Sql;
  /** Value in JSON, as JSON, a null too; null where the path is not there. */
  readonly json: Sql;
}

export type Plain = string | number | boolean;

export interface Dialect {
  readonly yes: Sql;
  readonly no: Sql;
  /** True where the condition is false or unknown: SQL's own NOT would lose the unknown ones. */
  not(condition: Sql): Sql;
  table(collection: string): Sql;

  column(column: Sql, kind: FieldKind): Access;
  /** A column as the document that `inside` looks into. */
  document(column: Sql): Sql;
  inside(document: Sql, steps: readonly string[], kind: FieldKind): Access;
  /** Returns the elements of an array under this alias, for FROM. */
  each(array: Sql, alias: Sql): Sql;
  element(alias: Sql, kind: FieldKind): Access;
  /** The element where it is an object, else null. */
  elementObject(alias: Sql): Sql;
  /** The element as text: an id in a list of ids. */
  elementText(alias: Sql): Sql;

  /** A plain value of a field's type, as columns hold it. */
  bind(value: unknown): Sql;
  isIn(value: Sql, values: readonly Plain[]): Sql;
  /** Equal, or both null. */
  same(value: Sql, other: Plain | null): Sql;
  /** One term of ORDER BY, null the smallest. */
  ordered(value: Sql, direction: SortKey['direction']): Sql;

  isType(access: Access, type: 'text' | 'number' | 'array' | 'object' | 'null'): Sql;
  isFlag(access: Access, flag: boolean): Sql;
  /** The number of a JSON value that is one, as a double. */
  number(access: Access): Sql;
  length(array: Sql): Sql;
  hasKey(object: Sql, key: string): Sql;
  isEmptyObject(object: Sql): Sql;
  isEmptyJson(access: Access): Sql;
  containsJson(outer: Sql, inner: Sql): Sql;
  /** JSON as `containsJson` takes it. */
  bindJson(value: unknown): Sql;

  occurs(text: Sql, wanted: string): Sql;
  endsWith(text: Sql, end: string): Sql;
  /** Folds a text as `fold` does. */
  folded(text: Sql): Sql;
  /** `value` divided by `divisor` leaves `remainder`, the sign being the value's. */
  leaves(value: Sql, divisor: number, remainder: number): Sql;

  // A database that cannot do these says by `state.maybe` what is at least true.
  regex(text: Sql, pattern: string, state: Compiling): Sql;
  /** Searches one text that is not null. */
  search(wanted: string, text: Sql, state: Compiling): Sql;
  /** @param month 1 to 12 */
  month(time: Sql, month: number, state: Compiling): Sql;
  /** @param weekday 1 (Monday) to 7 (Sunday) */
  weekday(time: Sql, weekday: number, state: Compiling): Sql;
  near(point: Sql, near: Near, state: Compiling): Sql;
  /** @param box west, south, east, north in degrees; `west` above `east`: across the 180th meridian */
  inBox(point: Sql, box: readonly [number, number, number, number], state: Compiling): Sql;
  within(point: Sql, shape: Shape, state: Compiling): Sql;
  intersects(point: Sql, shape: Shape, state: Compiling): Sql;
  /** Metres from `[longitude, latitude]`; null: the database's distance is not the very number that `distanceMetres` gives. */
  distance(point: Sql, from: readonly [number, number]): Sql | null;

  /** Whether the row meets `?search=`, which has terms. */
  found(searched: Searched, state: Compiling): Sql;
  /** Its place among `searchRanks` where it does. */
  rank(searched: Searched): Sql;
}

/** Row under the alias `t` that `?search=` is asked of. */
export interface Searched {
  readonly collection: string;
  readonly wanted: string;
  /** The searchable texts, title first. */
  readonly texts: readonly SearchedText[];
}

export interface SearchedText {
  readonly value: Sql;
  /** The elements stand in a row. */
  readonly isArray: boolean;
}

export interface CompileContext extends Moment {
  /** The definitions of the store's other tables; needed where conditions lead through relations. */
  readonly lookup?: Lookup;
  /** Whether the index for `?search=` is complete; absent: no. For stores that write the index after the rows. */
  readonly searchIndexed?: boolean;
  /** Asked of each row `t` before anything else, so that a store can end a statement that looks at too many; absent: none. */
  readonly guard?: Sql;
}

/** One statement under way: aliases count from 1, so that equal queries give equal text for the statement cache. */
export interface Compiling extends CompileContext {
  readonly dialect: Dialect;
  readonly newAlias: () => Sql;
  /** Compiles `make` under one more NOT. */
  readonly negated: (make: () => Sql) => Sql;
  /** A condition the database cannot decide; `atLeast` holds wherever it does. The rows found are to be looked at again. */
  readonly maybe: (atLeast: Sql) => Sql;
  /** Whether `maybe` was asked: the statement gives all the rows that match, and perhaps others. */
  readonly isUnsure: () => boolean;
}
