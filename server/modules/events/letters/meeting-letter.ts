/** The email about a meeting to one of its two people. */
import { type MeetingRecord, meetingLocations, meetings } from '#shared/modules/events/meeting.ts';
import type { OutgoingMailRecord } from '#shared/modules/events/message.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import type { Reader } from '../../../store/contract.ts';
import type { LetterMeeting } from './letter.ts';

const statusOf: Partial<Record<OutgoingMailRecord['template'], MeetingRecord['status']>> = {
  meeting_proposed: 'proposed',
  meeting_moved: 'proposed',
  meeting_confirmed: 'confirmed',
  meeting_kept: 'confirmed',
  meeting_declined: 'declined',
  meeting_withdrawn: 'cancelled',
  meeting_cancelled: 'cancelled',
};

/** @returns null where the meeting is no longer what the mail says, or is asked of the other person by now */
export async function meetingOfLetter(
  reader: Reader,
  id: string,
  { registration, template }: Pick<OutgoingMailRecord, 'registration' | 'template'>,
): Promise<LetterMeeting | null> {
  const meeting = await reader.get(meetings, id);
  if (!meeting || meeting.status !== statusOf[template]) return null;
  const isAsked = meeting.status === 'proposed';
  if (isAsked && meeting.proposedBy === registration) return null;
  const { endsAt, expiresAt, invitee, location, requester, sequence, startsAt } = meeting;
  const other = await reader.get(registrations, registration === requester ? invitee : requester);
  const place = location === null ? null : await reader.get(meetingLocations, location);
  return {
    id,
    with: other?.name ?? '',
    startsAt,
    endsAt,
    place: place?.name ?? null,
    answerUntil: isAsked ? expiresAt : null,
    sequence,
  };
}
