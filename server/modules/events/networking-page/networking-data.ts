/** Reads the data of the networking page by the same actions that any client calls, in the attendee’s name. */
import type { Language } from '#shared/base/languages.ts';
import type { Result } from '#shared/base/result.ts';
import { type EventRecord, events } from '#shared/modules/events/event.ts';
import {
  meetings as allMeetings,
  type MeetingLocationRecord,
  type MeetingRecord,
} from '#shared/modules/events/meeting.ts';
import { listMeetings } from '#shared/modules/events/meeting-actions.ts';
import { attendeeProfiles } from '#shared/modules/events/networking.ts';
import { getProfile, listMatches } from '#shared/modules/events/networking-actions.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { pairId } from '#shared/networking/pair-id.ts';
import type { ValuesOf } from '#shared/schema/infer.ts';
import type { PageContext } from '../../../core/collections/public-page.ts';
import type { Reader } from '../../../store/contract.ts';
import { type AttendeeData, whoseOf } from '../attendee-page/attendee-page.ts';
import { blockedPeople } from '../blocked-people.ts';
import { isStanding, isVisible } from '../networking/attendee.ts';
import { tablesOf } from '../networking/meetings/slots.ts';
import { networkingOf } from '../networking/setting.ts';
import { type NewsItem, newsOf } from './news.ts';

export type ShownProfile = ValuesOf<(typeof getProfile)['output']['fields']>;
export type ShownMatch = ValuesOf<(typeof listMatches)['output']['fields']>['matches'][number];
export type BlockedPerson = ValuesOf<(typeof listMatches)['output']['fields']>['blocked'][number];
export type ShownMeeting = ValuesOf<(typeof listMeetings)['output']['fields']>['meetings'][number];

/** A person with whom the person has a meeting, and who is not in the list of people to meet. */
export interface MetPerson {
  readonly registrationId: string;
  /** Id of the match of the two people, also where none is stored. */
  readonly matchId: string;
}

export interface MeetingEnd {
  /** Id of the registration whose person ended the meeting. */
  readonly endedBy: string;
  readonly wasAgreed: boolean;
}

export interface NetworkingData extends AttendeeData {
  readonly now: string;
  readonly enabled: boolean;
  readonly profile: ShownProfile | null;
  /** Others see the person. */
  readonly visible: boolean;
  readonly matches: readonly ShownMatch[];
  /** Whom the person blocks. */
  readonly blocked: readonly BlockedPerson[];
  readonly meetings: readonly ShownMeeting[];
  /** Ends of the meetings that a person has ended, by the id of the meeting. */
  readonly ends: ReadonlyMap<string, MeetingEnd>;
  /** Registration that wrote the message of each meeting: its first proposer, also after the other person has moved it. */
  readonly writers: ReadonlyMap<string, string>;
  readonly met: readonly MetPerson[];
  readonly meetingsEnabled: boolean;
  readonly tables: readonly MeetingLocationRecord[];
  /** Actions of others that the person has not seen. */
  readonly news: readonly NewsItem[];
}

const answerOf = <T>(done: Result<unknown>): T | null => (done.ok ? (done.value as T) : null);

export const reads = [getProfile.name, listMatches.name, listMeetings.name];

/** The stored meetings: they hold what the answer of the action leaves out. */
async function storedOf(reader: Reader, shown: readonly ShownMeeting[]): Promise<readonly MeetingRecord[]> {
  if (shown.length === 0) return [];
  const which = { kind: 'field', path: 'id', op: 'in', value: shown.map(({ id }) => id) } as const;
  return await reader.find(allMeetings, { where: which, limit: shown.length });
}

function endsOf(stored: readonly MeetingRecord[]): ReadonlyMap<string, MeetingEnd> {
  return new Map(
    stored
      .filter(({ status }) => status === 'cancelled' || status === 'declined')
      .flatMap(({ confirmedAt, endedBy, id }) =>
        endedBy ? [[id, { endedBy, wasAgreed: confirmedAt !== null && confirmedAt !== undefined }] as const] : [],
      ),
  );
}

/** Returns people from the meetings who take part in networking: they can be blocked and reported also without a match. */
async function metPeople(
  reader: Reader,
  event: EventRecord,
  you: string,
  stored: readonly MeetingRecord[],
  listed: readonly ShownMatch[],
): Promise<readonly MetPerson[]> {
  const own = await reader.findOne(attendeeProfiles, { registration: you });
  const blocked = await blockedPeople(reader, you);
  const people = new Set(stored.flatMap(({ invitee, requester }) => [invitee, requester]));
  const met: MetPerson[] = [];
  for (const registrationId of people) {
    if (registrationId === you || blocked.has(registrationId)) continue;
    if (listed.some((one) => one.registrationId === registrationId)) continue;
    const profile = await reader.findOne(attendeeProfiles, { registration: registrationId });
    if (own && profile && [own, profile].every((one) => isVisible(one, networkingOf(event))))
      met.push({ registrationId, matchId: pairId(own.id, profile.id) });
  }
  return met;
}

/** @returns null where the address is no ticket page of ours, or the registration does not stand */
export async function networkingData(
  reader: Reader,
  secret: string,
  { run }: Pick<PageContext, 'run'>,
  now: string,
  languageOf: (registration: Pick<RegistrationRecord, 'language'>) => Language,
): Promise<NetworkingData | null> {
  const registration = await reader.findOne(registrations, { pageSecret: secret });
  const event = registration && (await reader.get(events, registration.event));
  if (!event || !isStanding(registration)) return null;
  const setting = networkingOf(event);
  const whose = whoseOf({ event, registration });
  const language = languageOf(registration);
  const profile = answerOf<ShownProfile>(await run(getProfile.name, whose));
  const listed = answerOf<Pick<NetworkingData, 'blocked' | 'matches'>>(
    await run(listMatches.name, { ...whose, language }),
  );
  const held = answerOf<{ meetings: readonly ShownMeeting[] }>(await run(listMeetings.name, whose));
  const stored = await storedOf(reader, held?.meetings ?? []);
  return {
    ...{ event, registration, now, profile },
    enabled: setting.enabled,
    visible: profile !== null && isVisible({ networkingOptIn: profile.networkingOptIn ?? null }, setting),
    matches: listed?.matches ?? [],
    blocked: listed?.blocked ?? [],
    meetings: held?.meetings ?? [],
    ends: endsOf(stored),
    writers: new Map(stored.map(({ id, requester }) => [id, requester])),
    met: await metPeople(reader, event, registration.id, stored, listed?.matches ?? []),
    meetingsEnabled: setting.meetings.enabled,
    tables: await tablesOf(reader, event.id),
    news: await newsOf(reader, registration.id, { matches: listed?.matches ?? [], meetings: held?.meetings ?? [] }),
  };
}
