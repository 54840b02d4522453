/** A meeting as the calendar of one of its two people shows it: alone as a file, and among all that the person has. */
import { isoTime } from '#shared/base/time.ts';
import { events } from '#shared/modules/events/event.ts';
import { type MeetingRecord, meetingLocations, meetings } from '#shared/modules/events/meeting.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { meetingPlace } from '#shared/networking/meeting-place.ts';
import type { CalendarEvent } from '#shared/text/calendar-file.ts';
import type { Reader } from '../../../../store/contract.ts';
import { meetingsOf } from '../leave.ts';

export interface EntryMaking {
  readonly nowMs: number;
  /**
   * Address of the event's public page; null: it has none. A calendar is shared with others, so no address with a secret
   * stands in it.
   */
  readonly url: string | null;
}

/**
 * The time that a calendar shows: while a move waits for its answer, the time that is held. Null: a first proposal, or a
 * meeting that was declined, has expired or was missed. A cancelled proposal has its time, too.
 */
function agreedTime(meeting: MeetingRecord) {
  const { endsAt, heldEndsAt, heldLocation, heldStartsAt, location, startsAt, status } = meeting;
  if (status === 'confirmed' || status === 'completed' || status === 'cancelled') return { startsAt, endsAt, location };
  if (status !== 'proposed' || heldStartsAt === null || heldEndsAt === null) return null;
  return { startsAt: heldStartsAt, endsAt: heldEndsAt, location: heldLocation };
}

/**
 * @param personId registration of the person whose calendar it is
 * @returns null where the person is none of the two, or `agreedTime` has none
 */
export async function meetingEntry(
  reader: Reader,
  meeting: MeetingRecord,
  personId: string,
  { nowMs, url }: EntryMaking,
): Promise<CalendarEvent | null> {
  const { id, invitee, requester, sequence, status } = meeting;
  const agreed = agreedTime(meeting);
  if (!agreed || (requester !== personId && invitee !== personId)) return null;
  const { endsAt, location, startsAt } = agreed;
  const other = await reader.get(registrations, requester === personId ? invitee : requester);
  const place = location === null ? null : await reader.get(meetingLocations, location);
  const event = await reader.get(events, meeting.event);
  return {
    // The same as in the mail: a calendar that has both shows the meeting once.
    uid: `meeting-${id}@gatehouse`,
    stamp: isoTime(nowMs),
    ...{ startsAt, endsAt, url, sequence },
    ...meetingPlace(other?.name ?? '', place?.name ?? null, event),
    description: null,
    status: status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED',
  };
}

/** All meetings that a person has agreed on; what was cancelled is left out, as calendars that subscribe then drop it. */
export async function meetingEntriesOf(
  reader: Reader,
  personId: string,
  making: EntryMaking,
): Promise<readonly CalendarEvent[]> {
  if (reader.shapeOf(meetings.name) === null) return [];
  const entries: CalendarEvent[] = [];
  for (const meeting of await meetingsOf(reader, personId, ['proposed', 'confirmed', 'completed'])) {
    const entry = await meetingEntry(reader, meeting, personId, making);
    if (entry) entries.push(entry);
  }
  return entries;
}
