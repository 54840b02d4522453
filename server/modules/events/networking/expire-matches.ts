/** Timed job: when an event is over, the matches expire that one person has accepted and the other has not answered. */
import { ok } from '#shared/base/result.ts';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import { events } from '#shared/modules/events/event.ts';
import { matches } from '#shared/modules/events/networking.ts';
import { where } from '#shared/query/query.ts';
import { firstDue, type TimedJob } from '../../../core/collections/follower.ts';
import { throwIfRefused } from '../throw-if-refused.ts';

const eventsMax = 200;
const batchMax = 200;

export const expireMatches: TimedJob = {
  name: 'events.expire-matches',
  everyMs: 15 * minuteMs,
  nextDue: (context, { lastRunMs }) => firstDue(context, { collection: events.name, field: 'endsAt' }, lastRunMs),
  async run({ clock, commit, reader }) {
    const over = await reader.find(events, {
      where: { kind: 'field', path: 'endsAt', op: 'less_than', value: isoTime(clock()) },
      sort: [{ path: 'endsAt', direction: 'desc' }],
      limit: eventsMax,
    });
    for (const { id } of over) {
      for (let left = batchMax; left === batchMax; ) {
        const pending = await reader.find(matches, { where: where({ event: id, status: 'pending' }), limit: batchMax });
        left = pending.length;
        const done = await commit(async (tx) => {
          for (const { id: match } of pending)
            if ((await tx.get(matches, match))?.status === 'pending')
              await tx.update(matches, match, { status: 'expired' });
          return ok(null);
        });
        throwIfRefused(done);
      }
    }
  },
};
