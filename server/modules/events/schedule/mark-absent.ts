/**
 * Timed job: after a session, marks the people as `no_show` who had a place and were not recorded. Only where attendance was
 * recorded at all: without a scan at the room there is nothing to conclude.
 */
import { ok } from '#shared/base/result.ts';
import { hourMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { type SessionRecord, sessionBookings, sessions } from '#shared/modules/events/schedule.ts';
import type { Condition } from '#shared/query/query.ts';
import { type FollowerContext, firstDue, type TimedJob } from '../../../core/collections/follower.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { equals, inStatuses } from './records.ts';

/** Wait after the end of a session, in which scans that were made offline come up. */
const graceMs = hourMs;
const sessionsMax = 100;
const stepMax = 100;

const open: Condition = { kind: 'and', of: [equals('status', 'scheduled'), equals('absentMarkedAt', null)] };
const endedBy = (untilMs: number): Condition => ({
  kind: 'and',
  of: [open, { kind: 'field', path: 'endsAt', op: 'less_than_equal', value: isoTime(untilMs) }],
});

async function markOf({ id }: SessionRecord, { commit, reader }: FollowerContext): Promise<void> {
  const where: Condition = { kind: 'and', of: [equals('session', id), inStatuses(['booked'])] };
  const isRecorded = await reader.findOne(sessionBookings, { session: id, status: 'attended' });
  for (let isMore = true; isMore; ) {
    const done = await commit(async (tx) => {
      const absent = isRecorded ? await tx.find(sessionBookings, { where, limit: stepMax }) : [];
      for (const booking of absent) await tx.update(sessionBookings, booking.id, { status: 'no_show' });
      const isLast = absent.length < stepMax;
      if (isLast) await tx.update(sessions, id, { absentMarkedAt: tx.now });
      return ok(!isLast);
    });
    isMore = throwIfRefused(done);
  }
}

export const markAbsent: TimedJob = {
  name: 'events.mark-absent',
  everyMs: 15 * minuteMs,
  async nextDue(context, { lastRunMs }) {
    const next = await firstDue(context, { collection: 'sessions', field: 'endsAt', where: open }, lastRunMs - graceMs);
    return next === null ? null : next + graceMs;
  },
  async run(context) {
    for (;;) {
      const where = endedBy(context.clock() - graceMs);
      const found = await context.reader.find(sessions, { where, limit: sessionsMax });
      for (const session of found) await markOf(session, context);
      if (found.length < sessionsMax) return;
    }
  },
};
