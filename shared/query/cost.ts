/**
 * Estimates the cost of a question before it runs, in steps of about 100 ns: operator × index × records × depth of
 * relations. The platform refuses what costs too much (allowance.ts), the stores decide by it what is read beside the
 * main thread.
 */
import type { CollectionDefinition } from '../schema/definition.ts';
import { operatorCosts } from './operator-costs.ts';
import type { Condition, Query } from './query.ts';
import { type ConditionCost, listLength, recordCost } from './record-cost.ts';
import { parseSearch } from './search.ts';
import type { Lookup } from './target.ts';

/** The cost of reading one row, for any query. */
const rowSteps = 5;
/** The cost of sorting a row among the others. */
const sortSteps = 3;

export interface QuestionCost {
  readonly steps: number;
  /** Estimated number of records that are looked at. */
  readonly records: number;
  /** The dearest condition of all; null: the question has no condition. */
  readonly worst: ConditionCost | null;
}

function beginsIndex({ fields, indexes = [], uniques = [] }: CollectionDefinition, name: string): boolean {
  return (
    name === 'id' ||
    fields.some((field) => field.name === name && (field.index === true || field.unique === true)) ||
    [...indexes, ...uniques].some(([first]) => first === name)
  );
}

/** Names that a question may begin with so that few records are looked at. */
export function indexedFields(definition: CollectionDefinition): readonly string[] {
  return definition.fields.map(({ name }) => name).filter((name) => beginsIndex(definition, name));
}

/** Returns the number of records that one condition of a conjunction leaves to be looked at. */
function leftBy(definition: CollectionDefinition, condition: Condition, records: number): number {
  if (condition.kind === 'and')
    return Math.min(records, ...condition.of.map((one) => leftBy(definition, one, records)));
  if (condition.kind !== 'field') return records;
  const { index } = operatorCosts[condition.op];
  const { path, value } = condition;
  if (index === null || !beginsIndex(definition, path)) return records;
  if (index === 'range') return records / 2;
  const isUnique = path === 'id' || definition.fields.some((field) => field.name === path && field.unique === true);
  const given = listLength(value);
  return Math.min(records, isUnique ? given : (given * records) / 4);
}

/** The paths that a conjunction asks to equal one value; null: it asks anything else, too. */
function equalPaths(condition: Condition): readonly string[] | null {
  if (condition.kind === 'and') {
    const all = condition.of.map(equalPaths);
    return all.some((paths) => paths === null) ? null : all.flatMap((paths) => paths ?? []);
  }
  return condition.kind === 'field' && condition.op === 'equals' ? [condition.path] : null;
}

/** Whether an index holds exactly the records that are asked for, in their order: then a page is read and no more. */
function isServed(definition: CollectionDefinition, { search, sort = [], where }: Asked): boolean {
  if (search !== undefined || sort.some(({ from }) => from !== undefined)) return false;
  const equal = where === undefined ? [] : equalPaths(where);
  if (equal === null) return false;
  const order = sort.map(({ path }) => path).filter((path) => path !== 'id' && !equal.includes(path));
  if (order.length > 1) return false;
  const single = definition.fields.filter(({ index, unique }) => index || unique).map(({ name }) => [name]);
  return [[], ...single, ...(definition.indexes ?? []), ...(definition.uniques ?? [])].some((columns) => {
    const first = columns.slice(0, new Set(equal).size);
    return (
      first.length === new Set(equal).size &&
      equal.every((path) => first.includes(path)) &&
      order.every((path) => columns[first.length] === path) &&
      (order.length > 0 || columns.length === first.length)
    );
  });
}

function isSorted(definition: CollectionDefinition, query: Pick<Query, 'sort' | 'search'>): boolean {
  const [first] = query.sort ?? [];
  return first === undefined ? true : first.from === undefined && beginsIndex(definition, first.path);
}

type Asked = Pick<Query, 'where' | 'sort' | 'search' | 'limit'>;

/** Words that a full text index is asked for, each spelling by itself. */
export function searchedWords(search: string): number {
  return parseSearch(search).reduce((sum, { ways }) => sum + ways.flat().length, 0);
}

/** Steps for a walk through the full text index: one for each searched word and record. */
function searchCost(search: string | undefined, records: number): number {
  return search === undefined ? 0 : searchedWords(search) * records;
}

/**
 * @param records that stand in the collection, about
 * @param counted whether all that match are counted, too
 */
export function questionCost(
  definition: CollectionDefinition,
  query: Asked,
  {
    records,
    counted = false,
    lookup,
  }: { readonly records: number; readonly counted?: boolean; readonly lookup?: Lookup },
): QuestionCost {
  const { where, limit, search } = query;
  const each = recordCost(definition, where, lookup);
  const left = where === undefined ? records : leftBy(definition, where, records);
  const sorted = isSorted(definition, query);
  const looked = !counted && isServed(definition, query) ? Math.min(limit, records) : left;
  const passes = counted ? 2 : 1;
  const found = searchCost(search, records);
  const one = rowSteps + each.steps + (sorted ? 0 : sortSteps);
  const dearest = each.conditions.reduce<ConditionCost | null>(
    (worst, next) => (worst === null || next.steps > worst.steps ? next : worst),
    null,
  );
  return {
    steps: Math.ceil(passes * (looked * one + found)),
    records: Math.ceil(looked),
    worst: dearest && { ...dearest, steps: Math.ceil(dearest.steps * looked * passes) },
  };
}
