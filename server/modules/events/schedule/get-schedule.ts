/** `events.schedule`: the schedule with its numbers and conflicts, as organizers see it. */
import { ok } from '#shared/base/result.ts';
import { sessionBookings } from '#shared/modules/events/schedule.ts';
import { getSchedule } from '#shared/modules/events/schedule-actions.ts';
import { scheduleConflicts } from '#shared/schedule/conflicts.ts';
import { action } from '../../../core/collections/action.ts';
import type { Reader } from '../../../store/contract.ts';
import { eventOf } from '../records.ts';
import { type BookingStatus, equals, inStatuses, placeStatuses, sessionsOf, tracksOf } from './records.ts';
import { sessionAnswer, trackAnswer } from './schedule-answer.ts';

function countOf(reader: Reader, session: string, statuses: readonly BookingStatus[]): Promise<number> {
  return reader.count(sessionBookings, { kind: 'and', of: [equals('session', session), inStatuses(statuses)] });
}

export const getScheduleAction = action(getSchedule, async (reader, { eventId }) => {
  const event = await eventOf(reader, eventId);
  if (!event.ok) return event;
  const all = await sessionsOf(reader, eventId);
  const shown = [];
  for (const session of all)
    shown.push({
      ...sessionAnswer(session),
      booked: await countOf(reader, session.id, placeStatuses),
      waiting: await countOf(reader, session.id, ['waitlisted']),
    });
  const planned = all.filter(({ status }) => status === 'scheduled');
  return ok({
    tracks: (await tracksOf(reader, eventId)).map(trackAnswer),
    sessions: shown,
    conflicts: scheduleConflicts(planned, event.value),
  });
});
