/** Timed job: where no viewer has been heard of for some time, no one watches. */
import { ok } from '#shared/base/result.ts';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import { viewerStats } from '#shared/modules/events/viewers.ts';
import { firstDue, type TimedJob } from '../../../core/collections/follower.ts';
import { throwIfRefused } from '../throw-if-refused.ts';

const atOnce = 200;

export const closeViewers: TimedJob = {
  name: 'events.close-viewers',
  everyMs: minuteMs,
  nextDue: (context, { lastRunMs }) =>
    firstDue(context, { collection: viewerStats.name, field: 'countsUntil' }, lastRunMs),
  async run({ clock, commit }) {
    const done = await commit(async (tx) => {
      const now = isoTime(clock());
      const silent = await tx.find(viewerStats, {
        where: { kind: 'field', path: 'countsUntil', op: 'less_than', value: now },
        limit: atOnce,
      });
      for (const { id } of silent) await tx.update(viewerStats, id, { currentViewers: 0, countsUntil: null });
      return ok(null);
    });
    throwIfRefused(done);
  },
};
