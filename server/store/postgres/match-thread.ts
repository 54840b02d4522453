/** A thread that asks records again what SQL could not decide: patterns, shapes, months of a time zone. */
import { type MatchContext, matcher } from '#shared/query/matches.ts';
import { matchesSearch } from '#shared/query/order.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { answerTasks } from '../answer-tasks.ts';
import type { Matched, MatchTask } from './match-task.ts';

answerTasks<MatchTask, Matched>(({ asked, definition, now, others, records, related, timeZone }, look) => {
  const definitions = new Map([definition, ...others].map((one) => [one.name, one]));
  const known = new Map(related.map(({ collection, records: all }) => [collection, new Map(all)]));
  const missing = new Map<string, Set<string>>();
  const find = (collection: string, id: string): StoredRecord | null => {
    const record = known.get(collection)?.get(id);
    if (record !== undefined) return record;
    missing.set(collection, (missing.get(collection) ?? new Set()).add(id));
    return null;
  };
  const context: MatchContext = { now, timeZone, related: find, lookup: (name) => definitions.get(name) ?? null };
  const { search, where } = asked;
  const holds = where ? matcher(definition, where, context) : () => true;
  const places: number[] = [];
  for (const [place, record] of records.entries()) {
    look();
    if (holds(record) && (search === undefined || matchesSearch(definition, search, record))) places.push(place);
  }
  return { places, missing: [...missing].map(([collection, ids]) => ({ collection, ids: [...ids] })) };
});
