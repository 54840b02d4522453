/**
 * Sort keys and keyset paging as SQL, in the order of `shared/query/order.ts`: null first, text by code points (the
 * dialects see to that), the id last. Used by query.ts only.
 */
import { assert, must } from '#shared/base/assert.ts';
import { rankPath, sortOf } from '#shared/query/order.ts';
import type { Query, SortKey } from '#shared/query/query.ts';
import { isSystemField, resolvePath, type Scope } from '#shared/query/target.ts';
import { accessTo, type Source } from './access.ts';
import type { Compiling, Plain } from './dialect.ts';
import { allOf, anyOf } from './logic.ts';
import { join, type Sql, sql } from './sql.ts';

export interface OrderKey {
  readonly value: Sql;
  readonly direction: SortKey['direction'];
  readonly neverNull: boolean;
}

const plainKinds: readonly string[] = ['id', 'text', 'number', 'boolean', 'date', 'choice', 'relation'];

/**
 * @param rank of a row in a search
 * @returns null where the database has no such order
 */
export function orderKeys(
  scope: Scope,
  query: Pick<Query, 'sort' | 'search'>,
  source: Source,
  state: Compiling,
  rank: () => Sql,
): readonly OrderKey[] | null {
  const keys: OrderKey[] = [];
  for (const { path, direction, from } of sortOf(query)) {
    if (path === rankPath) {
      keys.push({ direction, neverNull: true, value: rank() });
      continue;
    }
    const target = must(resolvePath(scope, path, state.lookup), `a field ${path}`);
    assert(plainKinds.includes(target.kind) || (target.kind === 'point' && from), `${path} has no order`);
    const access = accessTo(target, source, state);
    const neverNull = target.hops.length === 0 && isSystemField(path);
    const value = from ? state.dialect.distance(access.container, from) : access.value;
    if (value === null) return null;
    keys.push({ direction, neverNull, value });
  }
  return keys;
}

export function orderBy(keys: readonly OrderKey[], { dialect }: Compiling): Sql {
  return join(
    keys.map(({ value, direction }) => dialect.ordered(value, direction)),
    ', ',
  );
}

/** Comes after the value, by this one key alone. */
function isPast(key: OrderKey, value: Plain | null, { dialect }: Compiling): Sql {
  if (key.direction === 'asc')
    return value === null ? sql`${key.value} IS NOT NULL` : sql`${key.value} > ${dialect.bind(value)}`;
  if (value === null) return dialect.no;
  const less = sql`${key.value} < ${dialect.bind(value)}`;
  return key.neverNull ? less : sql`(${less} OR ${key.value} IS NULL)`;
}

function pastFrom(keys: readonly OrderKey[], after: readonly unknown[], at: number, state: Compiling): Sql {
  const key = keys[at]!;
  const value = (after[at] ?? null) as Plain | null;
  const past = isPast(key, value, state);
  if (at === keys.length - 1) return past;
  const tied = allOf([state.dialect.same(key.value, value), pastFrom(keys, after, at + 1, state)], state);
  return anyOf([past, tied], state);
}

/** The rows after the one with these key values. The bound on the first key says nothing new, but an index can use it. */
export function isAfter(keys: readonly OrderKey[], after: readonly unknown[], state: Compiling): Sql {
  assert(after.length === keys.length, `after has ${after.length} values, the order ${keys.length} keys`);
  const [first] = keys;
  const value = (after[0] ?? null) as Plain | null;
  const past = pastFrom(keys, after, 0, state);
  if (value === null || keys.length === 1) return past;
  const bound = state.dialect.bind(value);
  if (first!.direction === 'asc') return allOf([sql`${first!.value} >= ${bound}`, past], state);
  return first!.neverNull ? allOf([sql`${first!.value} <= ${bound}`, past], state) : past;
}
