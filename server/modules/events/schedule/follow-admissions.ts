/**
 * Follower: records the attendance of people who were admitted on the check-in list of a session, also by a kiosk at the
 * room that was offline then. They are inside already, so a full session refuses no one. A check-in that is undone takes
 * the attendance back.
 */
import { isId } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { checkinLists } from '#shared/modules/events/event.ts';
import { type CheckinRecord, checkins } from '#shared/modules/events/gate.ts';
import { sessions } from '#shared/modules/events/schedule.ts';
import { type Follower, recordIn } from '../../../core/collections/follower.ts';
import type { Transaction } from '../../../store/contract.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { recordAttendance } from './attend-session.ts';
import { undoAttendance } from './undo-attendance.ts';

/** Records or undoes the attendance by what is stored now: a check-in that was undone is not there any more. */
async function settle(tx: Transaction, { event, list, registration }: CheckinRecord): Promise<void> {
  const sessionId = isId(list) ? (await tx.get(checkinLists, list))?.session : null;
  const session = sessionId ? await tx.get(sessions, sessionId) : null;
  if (session?.event !== event) return;
  const checkin = await tx.findOne(checkins, { registration, list });
  if (checkin) await recordAttendance(tx, session, { id: registration }, { happenedAt: checkin.checkedInAt });
  else await undoAttendance(tx, session, registration);
}

export const followAdmissions: Follower = {
  name: 'events.follow-admissions',
  collections: ['checkins'],
  async handle(changes, { commit }) {
    const moved = changes.map((change) => recordIn(change, checkins)).filter(({ list }) => isId(list));
    if (moved.length === 0) return;
    const done = await commit(async (tx) => {
      for (const one of moved) await settle(tx, one);
      return ok(null);
    });
    throwIfRefused(done);
  },
};
