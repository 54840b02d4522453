/** Timed job: writes the status that follows from the clock, so that replicas, webhooks and filters see it too. */

import { ok } from '#shared/base/result.ts';
import { secondMs } from '#shared/base/time.ts';
import { events } from '#shared/modules/events/event.ts';
import type { Condition } from '#shared/query/query.ts';
import { earliest, firstDue, type TimedJob } from '../../../core/collections/follower.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { eventStatusAt } from './event-status.ts';

const eventsMax = 1_000;

const statusIn = (value: readonly string[]): Condition => ({ kind: 'field', path: 'status', op: 'in', value });

export const statusByClock: TimedJob = {
  name: 'events.status-by-clock',
  everyMs: 30 * secondMs,
  async nextDue(context, { lastRunMs }) {
    const begins = { collection: 'events', field: 'startsAt', where: statusIn(['upcoming']) };
    const ends = { collection: 'events', field: 'endsAt', where: statusIn(['upcoming', 'live']) };
    return earliest([await firstDue(context, begins, lastRunMs), await firstDue(context, ends, lastRunMs)]);
  },
  async run({ clock, reader, commit }) {
    const running = await reader.find(events, {
      where: statusIn(['upcoming', 'live']),
      sort: [{ path: 'startsAt', direction: 'asc' }],
      limit: eventsMax,
    });
    const due = running.filter((event) => eventStatusAt(event, clock()) !== event.status);
    if (due.length === 0) return;
    const done = await commit(async (tx) => {
      for (const { id } of due) {
        const event = await tx.get(events, id);
        if (event) await tx.update('events', id, { status: eventStatusAt(event, clock()) });
      }
      return ok(null);
    });
    throwIfRefused(done);
  },
};
