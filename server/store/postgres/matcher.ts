/**
 * Asks records again what SQL could only narrow down: at once where that is little work, else in a matching thread.
 * Used by recheck.ts.
 */
import { isObject } from '#shared/base/json.ts';
import { type MatchContext, matcher } from '#shared/query/matches.ts';
import { matchesSearch } from '#shared/query/order.ts';
import type { Query } from '#shared/query/query.ts';
import { type RecordCost, recordCost } from '#shared/query/record-cost.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { CompileContext } from '../compile/dialect.ts';
import { ReadTimeout } from '../contract.ts';
import { readMs } from '../read-line.ts';
import { Threads } from '../threads.ts';
import type { Matched, MatchTask } from './match-task.ts';
import type { Related } from './related.ts';

/** Cost limit of a match on the main thread: about 2 ms, in steps of 100 ns (shared/query/cost.ts). */
const quickSteps = 20_000;
/** Assumed size of an array or object. */
const bytesAssumed = 1_000;
const searchByteSteps = 0.5;

export type Matchers = Threads<MatchTask, Matched>;

export function openMatchers(): Matchers {
  return new Threads(new URL('./match-thread.ts', import.meta.url));
}

export interface Matching {
  readonly definition: CollectionDefinition;
  readonly asked: Pick<Query, 'where' | 'search'>;
  readonly context: CompileContext;
  readonly related: Related;
  /** Absent: all is matched at once. */
  readonly matchers: Matchers | undefined;
  /** Ends it; absent: it has as long as a long read. */
  readonly signal: AbortSignal | undefined;
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return Array.isArray(value) || isObject(value) ? bytesAssumed : 0;
}

function stepsFor({ bytes, fixed }: RecordCost, record: Readonly<Record<string, unknown>>): number {
  let steps = fixed;
  for (const [column, each] of bytes) steps += each * bytesOf(record[column]);
  return steps;
}

/** The cost of looking for words in a record, for any words. */
function searchSteps({ searchable = [] }: CollectionDefinition, record: Readonly<Record<string, unknown>>): number {
  return searchable.reduce((sum, name) => sum + searchByteSteps * bytesOf(record[name]), 0);
}

/** @returns which of some records match; prepared once for many */
export function matching(parts: Matching): (records: readonly StoredRecord[]) => Promise<readonly StoredRecord[]> {
  const { asked, context, definition, matchers, related } = parts;
  const { search, where } = asked;
  const others = new Map<string, CollectionDefinition>();
  const each = recordCost(definition, where, (name) => {
    const found = context.lookup?.(name) ?? null;
    if (found) others.set(name, found);
    return found;
  });
  const here: MatchContext = { ...context, related: related.related };
  const holds = where ? matcher(definition, where, here) : () => true;
  const isHeavy = (records: readonly StoredRecord[]) =>
    each.isFar || records.reduce((sum, one) => sum + stepsOf(one), 0) > quickSteps;
  const stepsOf = (one: StoredRecord) =>
    stepsFor(each, one) + (search === undefined ? 0 : searchSteps(definition, one));
  const task = { definition, others: [...others.values()], asked, now: context.now, timeZone: context.timeZone };
  return (records) =>
    matchers && isHeavy(records)
      ? matchBeside(parts, matchers, { ...task, records, related: [] })
      : related.settled(() =>
          records.filter((r) => holds(r) && (search === undefined || matchesSearch(definition, search, r))),
        );
}

async function matchBeside(
  { related, signal }: Matching,
  matchers: Matchers,
  task: MatchTask,
): Promise<readonly StoredRecord[]> {
  const limit = AbortSignal.timeout(readMs);
  const known = new Map<string, [id: string, record: StoredRecord | null][]>();
  for (;;) {
    const given = [...known].map(([collection, records]) => ({ collection, records }));
    const { missing, places } = await matchers
      .ask({ ...task, related: given }, signal ?? limit)
      .catch((fault: unknown) => {
        throw fault === limit.reason ? new ReadTimeout(`matching took longer than ${readMs} ms`) : fault;
      });
    if (missing.length === 0) return places.map((place) => task.records[place]!);
    // It ends: each hop is known after one round more.
    for (const { collection, ids } of missing)
      known.set(collection, [...(known.get(collection) ?? []), ...(await related.load(collection, ids))]);
  }
}
