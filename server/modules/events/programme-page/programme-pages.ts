/** `/t/{secret}/programme`: the sessions of the event, with booking, waiting list and ratings. */
import type { Language } from '#shared/base/languages.ts';
import { languages } from '#shared/base/languages.ts';
import { secondMs } from '#shared/base/time.ts';
import { events } from '#shared/modules/events/event.ts';
import { meetings } from '#shared/modules/events/meeting.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { sessionBookings, sessions, tracks } from '#shared/modules/events/schedule.ts';
import { bookSession, cancelBooking, rateSession } from '#shared/modules/events/schedule-actions.ts';
import type { PublicPage } from '../../../core/collections/public-page.ts';
import type { Reader } from '../../../store/contract.ts';
import { type AttendeeData, attendeePage, type Errand } from '../attendee-page/attendee-page.ts';
import { ofEvent, ofPerson, slowPaceMs } from '../attendee-page/page-topics.ts';
import { tenantOfPageSecret } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import { seeOther } from '../registration-page/frame.ts';
import { type AttendeeSchedule, attendeeSchedule } from '../schedule/attendee-schedule.ts';
import { scheduleSection } from './schedule-section.ts';
import { type ProgrammeWords, scheduleWords } from './schedule-words.ts';

export interface ProgrammeData extends AttendeeData {
  readonly schedule: AttendeeSchedule;
}

/** @returns null where the address is no page of ours, the ticket is not valid, or the event has no sessions */
async function programmeData(reader: Reader, secret: string, now: string): Promise<ProgrammeData | null> {
  const registration = await reader.findOne(registrations, { pageSecret: secret });
  const event = registration && (await reader.get(events, registration.event));
  if (!event || registration.status !== 'confirmed') return null;
  const schedule = await attendeeSchedule(reader, event, registration, now);
  return schedule && { event, registration, schedule };
}

const words = Object.fromEntries(
  languages.map((language) => {
    const said = scheduleWords[language];
    return [language, { ...said, failed: '{reason}', refused: said.notices }];
  }),
) as Readonly<Record<Language, ProgrammeWords>>;

const sessionOf = (fields: ReadonlyMap<string, string>) => ({ sessionId: fields.get('session') ?? '' });
export const programmeErrands: Readonly<Record<string, Errand<ProgrammeData>>> = {
  book: [bookSession.name, (f) => ({ ...sessionOf(f), onConflict: 'reject' })],
  replace: [bookSession.name, (f) => ({ ...sessionOf(f), onConflict: 'replace' })],
  cancel: [cancelBooking.name, (f) => ({ ...sessionOf(f), bookingId: f.get('booking') ?? '' }), ['registrationId']],
  rate: [
    rateSession.name,
    (f) => {
      const comment = f.get('comment')?.trim();
      return {
        ...sessionOf(f),
        ...(f.get('rating') && { rating: Number(f.get('rating')) }),
        ...(comment && { comment }),
      };
    },
  ],
};

function noticeOf(errand: string, value: unknown): string {
  if (errand === 'cancel') return 'cancelled';
  if (errand === 'rate') return 'rated';
  const { booking } = value as { readonly booking: { readonly status: string } };
  return booking.status === 'waitlisted' ? 'waitlisted' : 'booked';
}

/** The schedule was a part of the ticket page once: links to it are kept working. */
const earlierAddress: PublicPage = {
  path: '/t/:secret/schedule',
  tenantOf: ({ secret }) => tenantOfPageSecret(secret ?? ''),
  answer: async ({ path }) => seeOther(path.replace(/schedule$/, 'programme')),
};

export function programmePages(ports: EventsPorts): readonly PublicPage[] {
  return [
    ...attendeePage<ProgrammeData, ProgrammeWords>(ports, {
      name: 'programme',
      labels: ({ comment, rating }) => ({ comment, rating }),
      choices: ['rating'],
      reads: [],
      waits: ['book', 'replace', 'cancel', 'rate'],
      ...{ words, errands: programmeErrands, noticeOf },
      follows: [
        ...ofEvent(sessions, secondMs),
        ...ofEvent(tracks, slowPaceMs),
        ...ofPerson(sessionBookings, 'registration'),
        // Whether a session is full, and how long its waiting list is.
        ...ofEvent(sessionBookings, slowPaceMs),
        // Meetings take the person's time.
        ...ofPerson(meetings, 'requester', 'invitee'),
      ],
      dataOf: (reader, secret, _context, now) => programmeData(reader, secret, now),
      render: scheduleSection,
    }),
    earlierAddress,
  ];
}
