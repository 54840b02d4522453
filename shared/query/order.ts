/**
 * The order of records, total and the same in memory and in every store: null first, then numbers by size, false
 * before true, text by code points; the id is the last key. Keyset paging continues after a row's key values.
 */
import { must } from '../base/assert.ts';
import type { CollectionDefinition } from '../schema/definition.ts';
import { compareText } from './fold.ts';
import { distanceMetres, isPosition } from './geo.ts';
import { type MatchContext, matcher, readerOf } from './matches.ts';
import type { Query, SortKey } from './query.ts';
import { meetsSearch, parseSearch, rankingTerms, type SearchText, searchRank, searchText } from './search.ts';
import { resolvePath } from './target.ts';

type AnyRecord = Readonly<Record<string, unknown>>;

/** Stands for a search's rank among sort keys, where it is made by `sortOf`: no field has such a name. */
export const rankPath = '#rank';

/** The keys that decide, with the id after them where the sort does not name it; nothing after the id decides. */
export function fullSort(sort: readonly SortKey[] | undefined): readonly SortKey[] {
  const keys = sort ?? [];
  const at = keys.findIndex((key) => key.path === 'id');
  return at === -1 ? [...keys, { path: 'id', direction: 'asc' }] : keys.slice(0, at + 1);
}

/** Returns the sort keys of a query: a search without a sort of its own puts the best matches first. */
export function sortOf({ sort, search }: Pick<Query, 'sort' | 'search'>): readonly SortKey[] {
  const isRanked = !sort?.length && search !== undefined && rankingTerms(parseSearch(search)).length > 0;
  return isRanked ? fullSort([{ path: rankPath, direction: 'asc' }]) : fullSort(sort);
}

function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  return Number(a) - Number(b);
}

/** Compares two lists of key values, as keyReader gives them; below 0: `a` comes first. */
export function compareKeys(sort: readonly SortKey[], a: readonly unknown[], b: readonly unknown[]): number {
  for (const [i, key] of fullSort(sort).entries()) {
    const order = compareValues(a[i] ?? null, b[i] ?? null);
    if (order !== 0) return key.direction === 'asc' ? order : -order;
  }
  return 0;
}

/** The values of the sort keys of a record, id last: what a cursor holds and `query.after` takes. */
export function keyReader(
  definition: CollectionDefinition,
  query: Pick<Query, 'sort' | 'search'>,
  context: MatchContext,
): (record: AnyRecord) => readonly unknown[] {
  const terms = parseSearch(query.search ?? '');
  const readers = sortOf(query).map(({ path, from }) => {
    if (path === rankPath) return (record: AnyRecord) => searchRank(terms, searchTextOf(definition, record));
    const target = must(resolvePath({ of: 'record', definition }, path, context.lookup), `a field ${path}`);
    const read = readerOf(target, context);
    if (!from) return (record: AnyRecord) => read(record) ?? null;
    return (record: AnyRecord) => {
      const point = read(record);
      return isPosition(point) ? distanceMetres(point, from) : null;
    };
  });
  return (record) => readers.map((read) => read(record));
}

/** The key values of one record for `query.after`. Clients' sorts do not lead through relations, so no context is needed. */
export function sortValues(
  definition: CollectionDefinition,
  query: Pick<Query, 'sort' | 'search'>,
  record: AnyRecord,
): readonly unknown[] {
  return keyReader(definition, query, { now: 0, timeZone: 'UTC' })(record);
}

/** Returns the text that `?search=` looks at in a record: the searchable texts; of lists of texts the elements in a row. */
export function searchTextOf(definition: CollectionDefinition, record: AnyRecord): SearchText {
  const texts = (definition.searchable ?? []).map((name) => {
    const value = record[name];
    if (Array.isArray(value)) return value.filter((item) => typeof item === 'string').join(' ');
    return typeof value === 'string' ? value : null;
  });
  return searchText(texts);
}

export function matchesSearch(definition: CollectionDefinition, search: string, record: AnyRecord): boolean {
  return meetsSearch(parseSearch(search), searchTextOf(definition, record));
}

/** Answers the whole query over records in memory. */
export function answer<R extends AnyRecord>(
  definition: CollectionDefinition,
  query: Query,
  records: Iterable<R>,
  context: MatchContext,
): readonly R[] {
  const holds = query.where ? matcher(definition, query.where, context) : () => true;
  const keysOf = keyReader(definition, query, context);
  const { search, after } = query;
  const sort = sortOf(query);
  return [...records]
    .filter((record) => holds(record) && (search === undefined || matchesSearch(definition, search, record)))
    .map((record) => ({ record, keys: keysOf(record) }))
    .filter(({ keys }) => after === undefined || compareKeys(sort, keys, after) > 0)
    .sort((a, b) => compareKeys(sort, a.keys, b.keys))
    .slice(0, query.limit)
    .map(({ record }) => record);
}
