/** A meeting as its two people see it. */
import { type MeetingRecord, meetingLocations } from '#shared/modules/events/meeting.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import type { Reader } from '../../../../store/contract.ts';

async function placeOf(reader: Reader, id: string | null) {
  const table = id === null ? null : await reader.get(meetingLocations, id);
  return table && { id: table.id, name: table.name };
}

export async function meetingAnswer(reader: Reader, meeting: MeetingRecord) {
  const { endsAt, expiresAt, heldEndsAt, heldLocation, heldStartsAt, id, invitee, location } = meeting;
  const { message, proposedBy, requester, startsAt, status } = meeting;
  const people = await Promise.all([requester, invitee].map((person) => reader.get(registrations, person)));
  const participants = people.flatMap((person) =>
    person ? [{ registrationId: person.id, name: person.name, company: person.company }] : [],
  );
  const held =
    heldStartsAt === null || heldEndsAt === null
      ? null
      : { startsAt: heldStartsAt, endsAt: heldEndsAt, location: await placeOf(reader, heldLocation) };
  const place = await placeOf(reader, location);
  return {
    id,
    status,
    startsAt,
    endsAt,
    location: place,
    participants,
    proposedBy,
    expiresAt,
    message,
    ...(held && { held }),
  };
}
