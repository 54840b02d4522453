/** `/t/{secret}/networking`: profile, matches and meetings of one attendee. */
import type { Language } from '#shared/base/languages.ts';
import { fromZonedInput } from '#shared/base/zoned-input.ts';
import { meetingLocations, meetings } from '#shared/modules/events/meeting.ts';
import * as meeting from '#shared/modules/events/meeting-actions.ts';
import { attendeeProfiles, matches, networkingVisits } from '#shared/modules/events/networking.ts';
import * as match from '#shared/modules/events/networking-actions.ts';
import { sessionBookings } from '#shared/modules/events/schedule.ts';
import type { PublicPage } from '../../../core/collections/public-page.ts';
import { attendeePage, type Errand } from '../attendee-page/attendee-page.ts';
import { ofEvent, ofPerson, slowPaceMs } from '../attendee-page/page-topics.ts';
import type { Fields } from '../attendee-page/scene.ts';
import type { EventsPorts } from '../ports.ts';
import { type NetworkingData, networkingData, reads } from './networking-data.ts';
import { profileOfForm, withdrawn } from './profile-form.ts';
import { renderNetworking } from './render.ts';
import type { NetworkingScene } from './scene.ts';
import { ar } from './words/ar.ts';
import { de } from './words/de.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';
import type { NetworkingWords } from './words/networking-words.ts';

export const networkingWords: Readonly<Record<Language, NetworkingWords>> = { en, de, fr, es, ar };

/** Optional fields of a form: what is left empty is not sent. */
function given(fields: Fields, names: readonly string[]): Readonly<Record<string, string>> {
  const filled = names.map((name) => [name, (fields.get(name) ?? '').trim()] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== ''));
}

/** Times are typed in the zone of the event. What is no time is refused by the action. */
function timeOf(fields: Fields, { event }: NetworkingData): { readonly startsAt?: string } {
  const typed = (fields.get('startsAt') ?? '').trim();
  return typed === '' ? {} : { startsAt: fromZonedInput(typed, event.timezone) ?? typed };
}

const onMatch = ({ name }: { readonly name: string }): Errand<NetworkingData> => [
  name,
  (f) => ({ matchId: f.get('match'), ...given(f, ['message', 'reason']) }),
];
const onMeeting = ({ name }: { readonly name: string }): Errand<NetworkingData> => [
  name,
  (f) => ({ meetingId: f.get('meeting') }),
];

const errands: Readonly<Record<string, Errand<NetworkingData>>> = {
  'save-profile': [match.setProfile.name, (f) => profileOfForm(f)],
  withdraw: [match.setProfile.name, (_, { profile }) => withdrawn(profile)],
  accept: onMatch(match.acceptMatch),
  decline: onMatch(match.declineMatch),
  end: onMatch(match.declineMatch),
  block: onMatch(match.blockMatch),
  unblock: onMatch(match.unblockMatch),
  seen: [match.seenNetworking.name, (f) => ({ until: f.get('until') })],
  report: onMatch(match.reportMatch),
  propose: [
    meeting.proposeMeeting.name,
    (f, data) => ({
      ...{ ...given(f, ['message', 'locationId']), ...timeOf(f, data), matchId: f.get('match') },
      // The form sends `another` where it shows an open meeting of the two; the same form sent twice asks for no second one.
      unlessOpen: f.get('another') !== 'yes',
    }),
  ],
  'accept-meeting': onMeeting(meeting.acceptMeeting),
  'decline-meeting': onMeeting(meeting.declineMeeting),
  'cancel-meeting': onMeeting(meeting.cancelMeeting),
  'withdraw-meeting': onMeeting(meeting.cancelMeeting),
  'no-show': onMeeting(meeting.reportNoShow),
  move: [
    meeting.rescheduleMeeting.name,
    (f, data) => ({ ...given(f, ['locationId']), ...timeOf(f, data), meetingId: f.get('meeting') }),
  ],
};

function noticeOf(errand: string, value: unknown): string {
  if (errand === 'propose' || errand === 'move')
    return `${errand}.${(value as { readonly meeting: { readonly id: string } }).meeting.id}`;
  return errand === 'accept' && (value as { readonly mutual?: boolean }).mutual === true ? 'mutual' : errand;
}

/** The server chooses the time where the person has not. */
function timeOfMeeting({ data, facts, reading }: NetworkingScene, id: string): { readonly time: string } | null {
  const meeting = data.meetings.find((one) => one.id === id);
  return meeting ? { time: facts.moment(meeting.startsAt, reading.tag) } : null;
}

/** Proposals to answer, people who have accepted and wait for this person, and what else is new; each once. */
function waiting({ matches, meetings, news, registration }: NetworkingData): number {
  const asked = meetings.filter(({ proposedBy, status }) => status === 'proposed' && proposedBy !== registration.id);
  const accepted = matches.filter(({ acceptedByYou, status }) => status === 'pending' && !acceptedByYou);
  return new Set([...asked, ...accepted, ...news].map(({ id }) => id)).size;
}

export function networkingLabels({
  matches,
  meetings,
  message,
  profile,
}: NetworkingWords): Readonly<Record<string, string>> {
  const { optIn: networkingOptIn } = profile;
  const { table: locationId, time: startsAt } = meetings;
  return { ...profile.fields, networkingOptIn, startsAt, locationId, message, reason: matches.reason };
}

export function networkingPages(ports: EventsPorts): readonly PublicPage[] {
  return attendeePage(ports, {
    name: 'networking',
    waits: [
      ...['accept', 'decline', 'end', 'propose', 'seen'],
      ...['accept-meeting', 'decline-meeting', 'cancel-meeting', 'withdraw-meeting'],
    ],
    words: networkingWords,
    labels: networkingLabels,
    aboutNotice: timeOfMeeting,
    ...{ reads, errands, waiting, noticeOf },
    // Suggestions are computed from everyone's profile: new ones come with the next look of the page.
    follows: [
      ...ofPerson(attendeeProfiles, 'registration'),
      ...ofPerson(matches, 'first', 'second'),
      ...ofPerson(networkingVisits, 'registration'),
      ...ofPerson(meetings, 'requester', 'invitee'),
      ...ofPerson(sessionBookings, 'registration'),
      ...ofEvent(meetingLocations, slowPaceMs),
    ],
    dataOf: networkingData,
    render: renderNetworking,
  });
}
