/** An iCalendar file of one event (RFC 5545): escaped, folded, in universal time, which every calendar shows in its own. */

/** Octets in a line, without its break (RFC 5545 section 3.1). */
const lineOctetsMax = 75;

function escapeText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\;,]/g, (char) => `\\${char}`);
}

/** Of a character in UTF-8. */
function octetsOf(char: string): number {
  const point = char.codePointAt(0) ?? 0;
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}

/** Long lines continue after a break and a space; never inside a character of several octets. */
function fold(line: string): string {
  const lines: string[] = [];
  let current = '';
  let size = 0;
  for (const char of line) {
    const more = octetsOf(char);
    if (size + more > lineOctetsMax) {
      lines.push(current);
      current = ' ';
      size = 1;
    }
    current += char;
    size += more;
  }
  return [...lines, current].join('\r\n');
}

/** `20260504T090000Z` */
function utc(iso: string): string {
  return iso.replace(/\.\d+/, '').replace(/[-:]/g, '');
}

export interface CalendarEvent {
  readonly uid: string;
  /** All times as they are stored: ISO 8601, UTC. `stamp`: when the file was made. */
  readonly stamp: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly name: string;
  readonly venue: string | null;
  readonly description: { readonly text: string; readonly language?: string } | null;
  readonly url: string;
  readonly status?: 'CONFIRMED' | 'CANCELLED';
}

export function calendarFile(event: CalendarEvent): string {
  const { description, endsAt, name, stamp, startsAt, status, uid, url, venue } = event;
  const language = description?.language === undefined ? '' : `;LANGUAGE=${description.language}`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Gatehouse//Tickets//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(stamp)}`,
    `DTSTART:${utc(startsAt)}`,
    `DTEND:${utc(endsAt)}`,
    `SUMMARY:${escapeText(name)}`,
    ...(venue ? [`LOCATION:${escapeText(venue)}`] : []),
    ...(description ? [`DESCRIPTION${language}:${escapeText(description.text)}`] : []),
    `URL:${url}`,
    ...(status === undefined ? [] : [`STATUS:${status}`]),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}
