/**
 * Sort keys and keyset paging as SQL, in the order of `shared/query/order.ts`: null first, text by code points (which
 * is SQLite's own BINARY collation), the id last. Used by compile-query.ts only.
 */
import { assert, must } from '#shared/base/assert.ts';
import { fullSort } from '#shared/query/order.ts';
import type { SortKey } from '#shared/query/query.ts';
import { isSystemField, resolvePath, type Scope } from '#shared/query/target.ts';
import { accessTo, type Compiling, type Source } from './compile-access.ts';
import { allOf, anyOf, bindable, join, type Sql, sql } from './compile-sql.ts';

export interface OrderKey {
  readonly value: Sql;
  readonly direction: SortKey['direction'];
  readonly neverNull: boolean;
}

const plainKinds: readonly string[] = ['id', 'text', 'number', 'boolean', 'date', 'choice', 'relation'];

export function orderKeys(
  scope: Scope,
  sort: readonly SortKey[] | undefined,
  source: Source,
  state: Compiling,
): readonly OrderKey[] {
  return fullSort(sort).map(({ path, direction, from }) => {
    const target = must(resolvePath(scope, path, state.lookup), `a field ${path}`);
    assert(plainKinds.includes(target.kind) || (target.kind === 'point' && from), `${path} has no order`);
    const { value } = accessTo(target, source, state);
    const neverNull = target.hops.length === 0 && isSystemField(path);
    return { direction, neverNull, value: from ? sql`gh_distance(${value}, ${from[0]}, ${from[1]})` : value };
  });
}

export function orderBy(keys: readonly OrderKey[]): Sql {
  return join(
    keys.map(({ value, direction }) => (direction === 'asc' ? sql`${value} ASC` : sql`${value} DESC`)),
    ', ',
  );
}

/** Behind the value in this one key alone. */
function isPast(key: OrderKey, value: string | number | null): Sql {
  if (key.direction === 'asc') return value === null ? sql`${key.value} IS NOT NULL` : sql`${key.value} > ${value}`;
  if (value === null) return sql`0`;
  return key.neverNull ? sql`${key.value} < ${value}` : sql`(${key.value} < ${value} OR ${key.value} IS NULL)`;
}

function pastFrom(keys: readonly OrderKey[], after: readonly unknown[], at: number): Sql {
  const key = keys[at]!;
  const value = bindable(after[at]);
  const past = isPast(key, value);
  if (at === keys.length - 1) return past;
  return anyOf([past, allOf([sql`${key.value} IS ${value}`, pastFrom(keys, after, at + 1)])]);
}

/** The rows behind the one with these key values. The bound on the first key says nothing new, but an index can use it. */
export function isAfter(keys: readonly OrderKey[], after: readonly unknown[]): Sql {
  assert(after.length === keys.length, `after has ${after.length} values, the order ${keys.length} keys`);
  const [first] = keys;
  const value = bindable(after[0]);
  const past = pastFrom(keys, after, 0);
  if (value === null || keys.length === 1) return past;
  if (first!.direction === 'asc') return allOf([sql`${first!.value} >= ${value}`, past]);
  return first!.neverNull ? allOf([sql`${first!.value} <= ${value}`, past]) : past;
}
