/** The event as an iCalendar file (RFC 5545), so that it stands in the attendee's calendar with the ticket's link. */
import { calendarFile } from '#shared/text/calendar-file.ts';
import type { Letter } from '../../modules/events/letters/letter.ts';
import { plainLine } from './plain-line.ts';
import { letterTexts } from './words/catalogue.ts';

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
