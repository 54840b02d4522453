/** The event as an iCalendar file (RFC 5545), so that it stands in the attendee's calendar with the ticket's link. */
import type { Letter } from '../../modules/events/letters/letter.ts';
import { plainLine } from './plain-line.ts';
import { letterTexts } from './words/catalogue.ts';

/** Octets in a line, without its break (RFC 5545 section 3.1). */
const lineOctetsMax = 75;

function escapeText(text: string): string {
  return plainLine(text).replace(/[\\;,]/g, (char) => `\\${char}`);
}

/** Long lines continue after a break and a space; never inside a character of several octets. */
function fold(line: string): string {
  const lines: string[] = [];
  let current = '';
  let octets = 0;
  for (const char of line) {
    const size = new TextEncoder().encode(char).length;
    if (octets + size > lineOctetsMax) {
      lines.push(current);
      current = ' ';
      octets = 1;
    }
    current += char;
    octets += size;
  }
  return [...lines, current].join('\r\n');
}

/** `20260504T090000Z` */
function utc(iso: string): string {
  return iso.replace(/\.\d+/, '').replace(/[-:]/g, '');
}

/** @param stampIso when the mail was made, ISO 8601 UTC */
export function calendarEntry(letter: Letter, stampIso: string): string {
  const { event, language, registrationId, pageUrl } = letter;
  const { colon, yourTicket } = letterTexts[language];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Gatehouse//Tickets//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${registrationId}@gatehouse`,
    `DTSTAMP:${utc(stampIso)}`,
    `DTSTART:${utc(event.startsAt)}`,
    `DTEND:${utc(event.endsAt)}`,
    `SUMMARY:${escapeText(event.name)}`,
    ...(event.venue ? [`LOCATION:${escapeText(event.venue)}`] : []),
    `DESCRIPTION;LANGUAGE=${language}:${escapeText(`${yourTicket}${colon}${pageUrl}`)}`,
    `URL:${pageUrl}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}
