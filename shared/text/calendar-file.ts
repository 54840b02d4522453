/** iCalendar files (RFC 5545): escaped, folded, in universal time, which every calendar shows in its own. */

/** Octets in a line, without its break (RFC 5545 section 3.1). */
const lineOctetsMax = 75;

/** A strict reader refuses the whole file for one control character (RFC 5545 section 3.1). */
function escapeText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .replace(/[\\;,]/g, (char) => `\\${char}`);
}

/** Returns the number of bytes of a character in UTF-8. */
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
  readonly url: string | null;
  readonly status?: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
  /** Higher than in the file before, if something has changed: calendars keep what they have otherwise. */
  readonly sequence?: number;
}

/** Interval at which a calendar that subscribes should look again (RFC 7986). */
const refreshInterval = 'PT15M';

const folded = (lines: readonly string[]): string => `${lines.map(fold).join('\r\n')}\r\n`;

/** First lines of every calendar file. */
export const calendarHead = folded([
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Gatehouse//Tickets//EN',
  'METHOD:PUBLISH',
]);

/** Lines of a file without entries: it must have one component at least (RFC 5545 section 3.6). */
const noEntries = [
  ...['BEGIN:VTIMEZONE', 'TZID:UTC', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0000'],
  ...['TZOFFSETTO:+0000', 'END:STANDARD', 'END:VTIMEZONE'],
];

export function calendarFoot(hasEntries: boolean): string {
  return folded([...(hasEntries ? [] : noEntries), 'END:VCALENDAR']);
}

export function calendarEntry(event: CalendarEvent): string {
  const { description, endsAt, name, sequence, stamp, startsAt, status, uid, url, venue } = event;
  const language = description?.language === undefined ? '' : `;LANGUAGE=${description.language}`;
  return folded([
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(stamp)}`,
    `DTSTART:${utc(startsAt)}`,
    `DTEND:${utc(endsAt)}`,
    `SUMMARY:${escapeText(name)}`,
    ...(venue ? [`LOCATION:${escapeText(venue)}`] : []),
    ...(description ? [`DESCRIPTION${language}:${escapeText(description.text)}`] : []),
    ...(url === null ? [] : [`URL:${url}`]),
    ...(sequence === undefined ? [] : [`SEQUENCE:${sequence}`]),
    ...(status === undefined ? [] : [`STATUS:${status}`]),
    'END:VEVENT',
  ]);
}

export function calendarFile(event: CalendarEvent): string {
  return calendarHead + calendarEntry(event) + calendarFoot(true);
}

/** Several events, for a calendar that looks again: what is no longer in it is taken away there. */
export function calendarFeed(name: string, events: readonly CalendarEvent[]): string {
  const named = escapeText(name);
  const about = [`NAME:${named}`, `X-WR-CALNAME:${named}`, `REFRESH-INTERVAL;VALUE=DURATION:${refreshInterval}`];
  return calendarHead + folded(about) + events.map(calendarEntry).join('') + calendarFoot(events.length > 0);
}
