/** Timed job: proposals without an answer expire, and meetings whose time is over are completed. */
import { ok } from '#shared/base/result.ts';
import { hourMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { type MeetingRecord, meetings } from '#shared/modules/events/meeting.ts';
import type { Condition } from '#shared/query/query.ts';
import { earliest, firstDue, type TimedJob } from '../../../../core/collections/follower.ts';
import type { Transaction } from '../../../../store/contract.ts';
import { throwIfRefused } from '../../throw-if-refused.ts';
import { endMeeting, restoreHeld } from '../leave.ts';

const batchMax = 200;

const inStatus = (value: MeetingRecord['status']): Condition => ({
  kind: 'field',
  path: 'status',
  op: 'equals',
  value,
});
const before = (path: string, value: string): Condition => ({ kind: 'field', path, op: 'less_than', value });

const kinds = [
  { status: 'proposed', field: 'expiresAt' },
  { status: 'confirmed', field: 'endsAt' },
] as const;

async function move(tx: Transaction, id: string, now: string): Promise<void> {
  const meeting = await tx.get(meetings, id);
  if (meeting?.status === 'confirmed' && meeting.endsAt < now)
    await tx.update(meetings, id, { status: 'completed', completedAt: meeting.endsAt });
  if (meeting?.status !== 'proposed' || (meeting.expiresAt ?? now) >= now) return;
  if (meeting.heldStartsAt === null) await endMeeting(tx, meeting, 'expired', null);
  else await restoreHeld(tx, meeting, null);
}

export const keepMeetings: TimedJob = {
  name: 'events.keep-meetings',
  everyMs: minuteMs,
  scheduled: [
    { collection: meetings.name, field: 'expiresAt', waiting: inStatus('proposed'), longestMs: () => 48 * hourMs },
  ],
  nextDue: async (context, { lastRunMs }) =>
    earliest(
      await Promise.all(
        kinds.map(({ field, status }) =>
          firstDue(context, { collection: meetings.name, field, where: inStatus(status) }, lastRunMs),
        ),
      ),
    ),
  async run({ clock, commit, reader }) {
    const now = isoTime(clock());
    for (const { field, status } of kinds)
      for (let left = batchMax; left === batchMax; ) {
        const where: Condition = { kind: 'and', of: [inStatus(status), before(field, now)] };
        const due = await reader.find(meetings, { where, limit: batchMax });
        left = due.length;
        const done = await commit(async (tx) => {
          for (const { id } of due) await move(tx, id, now);
          return ok(null);
        });
        throwIfRefused(done);
      }
  },
};
