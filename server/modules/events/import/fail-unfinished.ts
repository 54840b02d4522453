/** A server that ends while it reads a file leaves an import that cannot continue: it is marked as failed. */
import { ok } from '#shared/base/result.ts';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import { attendeeImports } from '#shared/modules/events/transfer.ts';
import { type Condition, where } from '#shared/query/query.ts';
import type { TimedJob } from '../../../core/collections/follower.ts';
import { dropChunks } from './store-rows.ts';

/** A file of the largest size is read in seconds; a slow line sends it before it is read. */
const readingMaxMs = 30 * minuteMs;
const atOnceMax = 50;

const reading = where({ state: 'reading' });

export const failUnfinished: TimedJob = {
  name: 'events.fail-unfinished-imports',
  everyMs: 10 * minuteMs,
  async nextDue({ reader }, { lastRunMs }) {
    const [first] = await reader.find(attendeeImports, {
      where: reading,
      sort: [{ path: 'createdAt', direction: 'asc' }],
      limit: 1,
    });
    return first ? Math.max(lastRunMs, Date.parse(first.createdAt) + readingMaxMs) : null;
  },
  async run({ reader, commit, clock }) {
    const before = {
      kind: 'field',
      path: 'createdAt',
      op: 'less_than_equal',
      value: isoTime(clock() - readingMaxMs),
    } as const;
    const left: Condition = { kind: 'and', of: [reading, before] };
    for (const { id } of await reader.find(attendeeImports, { where: left, limit: atOnceMax })) {
      const problem = 'The server stopped while it read the file. Import it again.';
      await commit(async (tx) => ok(await tx.update(attendeeImports, id, { state: 'failed', problem })));
      while (await commit(async (tx) => ok(await dropChunks(tx, id))).then((done) => done.ok && done.value));
    }
  },
};
