/** One statement while it is compiled: its context, its aliases, and what the database cannot decide. */
import type { Moment } from '#shared/query/meaning.ts';
import type { Lookup } from '#shared/query/target.ts';
import type { Dialect } from './dialect.ts';
import type { Sql } from './sql.ts';

export interface CompileContext extends Moment {
  /** The definitions of the store's other tables; needed where conditions lead through relations. */
  readonly lookup?: Lookup;
  /** Whether the index for `?search=` says all there is to find; absent: no. For stores that write it behind the rows. */
  readonly searchIndexed?: boolean;
  /** Asked of each row `t` before anything else, so that a store can end a statement that looks at too many; absent: nothing. */
  readonly guard?: Sql;
}

/** One statement under way: aliases count from 1, so that equal queries give equal text for the statement cache. */
export interface Compiling extends CompileContext {
  readonly dialect: Dialect;
  readonly newAlias: () => Sql;
  /** What `make` compiles stands under one more NOT. */
  readonly negated: (make: () => Sql) => Sql;
  /** A condition the database cannot decide; `atLeast` holds wherever it does. The rows found are to be looked at again. */
  readonly maybe: (atLeast: Sql) => Sql;
  /** Whether `maybe` was asked: the statement gives all the rows that match, and perhaps others. */
  readonly isUnsure: () => boolean;
}
