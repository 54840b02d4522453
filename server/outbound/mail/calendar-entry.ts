/** The event as an iCalendar file (RFC 5545), so that it stands in the attendee's calendar with the ticket's link. */
import { meetingPlace } from '#shared/networking/meeting-place.ts';
import { calendarFile } from '#shared/text/calendar-file.ts';
import type { Letter, LetterSession } from '../../modules/events/letters/letter.ts';
import { plainLine } from './plain-line.ts';
import { letterTexts } from './words/catalogue.ts';

/** The same in every file of one session, so that calendars know it again. */
export function sessionEntry(session: LetterSession, { language, pageUrl }: Letter, stampIso: string): string {
  const { colon, yourTicket } = letterTexts[language];
  return calendarFile({
    uid: `session-${session.id}@gatehouse`,
    stamp: stampIso,
    ...{ startsAt: session.startsAt, endsAt: session.endsAt, url: pageUrl, sequence: session.sequence },
    name: plainLine(session.title),
    venue: session.room && plainLine(session.room),
    description: { text: `${yourTicket}${colon}${pageUrl}`, language },
    status: session.isTaken ? 'CONFIRMED' : 'CANCELLED',
  });
}

/** @param stampIso when the mail was made, ISO 8601 UTC */
export function calendarEntry(letter: Letter, stampIso: string): string {
  const { event, language, registrationId, pageUrl } = letter;
  const { colon, yourTicket } = letterTexts[language];
  return calendarFile({
    uid: `${registrationId}@gatehouse`,
    stamp: stampIso,
    ...{ startsAt: event.startsAt, endsAt: event.endsAt, url: pageUrl },
    name: plainLine(event.name),
    venue: event.venue && plainLine(event.venue),
    description: { text: `${yourTicket}${colon}${pageUrl}`, language },
  });
}

/** @returns null for a mail that is about no meeting */
export function meetingEntry(letter: Letter, stampIso: string): string | null {
  const { event, language, meeting, pageUrl } = letter;
  if (!meeting) return null;
  const { colon, yourTicket } = letterTexts[language];
  return calendarFile({
    uid: `meeting-${meeting.id}@gatehouse`,
    stamp: stampIso,
    ...{ startsAt: meeting.startsAt, endsAt: meeting.endsAt, url: pageUrl },
    ...meetingPlace(plainLine(meeting.with), meeting.place && plainLine(meeting.place), {
      name: plainLine(event.name),
      venue: event.venue && plainLine(event.venue),
    }),
    description: { text: `${yourTicket}${colon}${pageUrl}`, language },
  });
}
