/** The event as a file for calendars: RFC 5545, in universal time, which every calendar shows in its own. */
import type { EventRecord } from '#shared/modules/events/event.ts';

const lineBytesMax = 75;

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (char) => `\\${char}`).replace(/\r?\n/g, '\\n');
}

/** Lines are cut at 75 bytes, never inside a character (section 3.1). */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const char of line) {
    if (Buffer.byteLength(part + char) > lineBytesMax - (parts.length > 0 ? 1 : 0)) {
      parts.push(part);
      part = '';
    }
    part += char;
  }
  return [...parts, part].join('\r\n ');
}

const utc = (time: string) => time.replace(/\.\d+/, '').replace(/[-:]/g, '');

/**
 * @param url of the event's page
 * @param now as it is stored, ISO 8601
 */
export function calendarFile(event: EventRecord, url: string, now: string): string {
  const { endsAt, id, name, startsAt, status, summary, venue } = event;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Gatehouse//Events//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@gatehouse`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(startsAt)}`,
    `DTEND:${utc(endsAt)}`,
    `SUMMARY:${escaped(name)}`,
    ...(venue ? [`LOCATION:${escaped(venue)}`] : []),
    ...(summary ? [`DESCRIPTION:${escaped(summary)}`] : []),
    `URL:${url}`,
    `STATUS:${status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    `SEQUENCE:${event.version}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
