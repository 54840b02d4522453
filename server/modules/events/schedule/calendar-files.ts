/** Calendar files of one session, of all that a person has booked, or of the whole schedule. */
import { isoTime } from '#shared/base/time.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { type SessionBookingRecord, type SessionRecord, sessions } from '#shared/modules/events/schedule.ts';
import { type CalendarEvent, calendarFeed, calendarFile } from '#shared/text/calendar-file.ts';
import type { PageAnswer } from '../../../core/collections/public-page.ts';
import type { Reader } from '../../../store/contract.ts';
import { meetingEntriesOf } from '../networking/meetings/meeting-entry.ts';
import { calendarSequence } from './letter-session.ts';
import { bookingsOf, sessionsOf } from './records.ts';

export interface Making {
  readonly nowMs: number;
  /**
   * Address of the event's public page; null: it has none. A calendar is shared with others, so no address with a secret
   * stands in it.
   */
  readonly url: string | null;
}

/** The same UID in every file and mail: a calendar that has two of them shows the session once. */
function entryOf(session: SessionRecord, booking: SessionBookingRecord | null, { nowMs, url }: Making): CalendarEvent {
  const { description, endsAt, id, room, speakers, startsAt, status, title } = session;
  const text = [(speakers ?? []).join(', '), description ?? ''].filter((one) => one !== '').join(' – ');
  return {
    uid: `session-${id}@gatehouse`,
    stamp: isoTime(nowMs),
    ...{ startsAt, endsAt, url, name: title, venue: room },
    description: text === '' ? null : { text },
    status: status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED',
    sequence: calendarSequence(session, booking),
  };
}

export function sessionFile(session: SessionRecord, making: Making): string {
  return calendarFile(entryOf(session, null, making));
}

export async function wholeFile(reader: Reader, event: EventRecord, making: Making): Promise<string> {
  const all = await sessionsOf(reader, event.id);
  return calendarFeed(
    event.name,
    all.map((session) => entryOf(session, null, making)),
  );
}

/** The sessions that the person has a place in, and the meetings that they have agreed on. */
export async function personalFile(
  reader: Reader,
  event: EventRecord,
  person: RegistrationRecord,
  making: Making,
): Promise<string> {
  const entries: CalendarEvent[] = [];
  const isValid = person.status === 'confirmed' && person.revokedAt === null;
  for (const booking of isValid ? await bookingsOf(reader, person.id, ['booked', 'attended']) : []) {
    const session = await reader.get(sessions, booking.session);
    if (session) entries.push(entryOf(session, booking, making));
  }
  if (isValid) entries.push(...(await meetingEntriesOf(reader, person.id, making)));
  entries.sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
  return calendarFeed(event.name, entries);
}

export function calendarAnswer(body: string, name: string): PageAnswer {
  return {
    status: 200,
    type: 'text/calendar; charset=utf-8',
    body,
    headers: {
      'Content-Disposition': `attachment; filename="${name}.ics"`,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'no-referrer',
    },
  };
}
