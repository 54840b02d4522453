/**
 * Writes the calendar entry of a mail as an iCalendar file (RFC 5545). Calendars are shared with others: the ticket's link,
 * with which anyone can show the ticket, is in the mail alone.
 */
import { meetingPlace } from '#shared/networking/meeting-place.ts';
import { type CalendarEvent, calendarFile } from '#shared/text/calendar-file.ts';
import type { Letter, LetterSession } from '../../modules/events/letters/letter.ts';
import { plainLine } from './plain-line.ts';
import { letterTexts } from './words/catalogue.ts';

/** The entry of a session: its uid is the same in every file of one session, so that calendars recognise it. */
export function sessionEntry(session: LetterSession, { eventPage = null, language }: Letter, stampIso: string): string {
  return calendarFile({
    uid: `session-${session.id}@gatehouse`,
    stamp: stampIso,
    ...{ startsAt: session.startsAt, endsAt: session.endsAt, url: eventPage, sequence: session.sequence },
    name: plainLine(session.title),
    venue: session.room && plainLine(session.room),
    description: { text: letterTexts[language].yourTicket, language },
    status: session.isTaken ? 'CONFIRMED' : 'CANCELLED',
  });
}

/** @param stampIso when the mail was made, ISO 8601 UTC */
export function calendarEntry(letter: Letter, stampIso: string): string {
  const { event, eventPage = null, language, registrationId } = letter;
  return calendarFile({
    uid: `${registrationId}@gatehouse`,
    stamp: stampIso,
    ...{ startsAt: event.startsAt, endsAt: event.endsAt, url: eventPage },
    name: plainLine(event.name),
    venue: event.venue && plainLine(event.venue),
    description: { text: letterTexts[language].yourTicket, language },
  });
}

/** The status that a mail gives a meeting in a calendar. Other mails change none: nothing is agreed, or it stays right. */
const meetingStates: Partial<Record<Letter['template'], CalendarEvent['status']>> = {
  meeting_confirmed: 'CONFIRMED',
  meeting_cancelled: 'CANCELLED',
};

/** @returns null for a mail that changes no meeting in a calendar */
export function meetingEntry(letter: Letter, stampIso: string): string | null {
  const { event, eventPage = null, language, meeting, template } = letter;
  const status = meetingStates[template];
  if (!meeting || !status) return null;
  return calendarFile({
    uid: `meeting-${meeting.id}@gatehouse`,
    stamp: stampIso,
    ...{ startsAt: meeting.startsAt, endsAt: meeting.endsAt, url: eventPage, sequence: meeting.sequence, status },
    ...meetingPlace(plainLine(meeting.with), meeting.place && plainLine(meeting.place), {
      name: plainLine(event.name),
      venue: event.venue && plainLine(event.venue),
    }),
    description: { text: letterTexts[language].yourTicket, language },
  });
}
