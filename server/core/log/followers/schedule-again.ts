/**
 * After the clock was set back, a row may be due later than its longest delay allows: it is scheduled again, by the new
 * clock.
 */
import { ok } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import type { Condition } from '#shared/query/query.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { FollowerContext, Scheduled } from '../../collections/follower.ts';
import { leapMs } from './clock-watch.ts';

/** Rows in one transaction: other writers wait for it. */
const batchMax = 200;

function timeOf(record: StoredRecord, field: string): number {
  return Date.parse(String(record[field]));
}

/** @returns the new time in ISO 8601; null: the row can wait for the time it has */
function again(record: StoredRecord, { field, longestMs }: Scheduled, nowMs: number): string | null {
  const latest = nowMs + longestMs(record);
  return timeOf(record, field) > latest + leapMs ? isoTime(latest) : null;
}

export async function scheduleAgain(scheduled: Scheduled, { clock, commit, reader }: FollowerContext): Promise<void> {
  const { collection, field, waiting } = scheduled;
  const ahead: Condition = { kind: 'field', path: field, op: 'greater_than', value: isoTime(clock() + leapMs) };
  // By time and id: more rows than one transaction takes may have the same time.
  let after: readonly unknown[] | undefined;
  for (;;) {
    const found = await reader.find(collection, {
      where: { kind: 'and', of: [waiting, ahead] },
      sort: [{ path: field, direction: 'asc' }],
      limit: batchMax,
      ...(after && { after }),
    });
    const wrong = found.filter((record) => again(record, scheduled, clock()) !== null);
    if (wrong.length > 0) {
      const done = await commit(async (tx) => {
        for (const { id, version } of wrong) {
          const record = await tx.get(collection, id);
          // It has moved on since it was found.
          if (record?.version !== version) continue;
          const time = again(record, scheduled, clock());
          if (time !== null) await tx.update(collection, id, { [field]: time });
        }
        return ok(null);
      });
      if (!done.ok) throw new Error(`${collection}: ${done.errors[0].message}`);
    }
    const last = found.at(-1);
    if (found.length < batchMax || !last) return;
    after = [last[field], last.id];
  }
}
