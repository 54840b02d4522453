/** What the networking page shows: asked of the same actions as any client asks, in the attendee’s name. */
import type { Language } from '#shared/base/languages.ts';
import type { Result } from '#shared/base/result.ts';
import { events } from '#shared/modules/events/event.ts';
import { meetings as allMeetings, type MeetingLocationRecord } from '#shared/modules/events/meeting.ts';
import { listMeetings } from '#shared/modules/events/meeting-actions.ts';
import { getProfile, listMatches } from '#shared/modules/events/networking-actions.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import type { ValuesOf } from '#shared/schema/infer.ts';
import type { PageContext } from '../../../core/collections/public-page.ts';
import type { Reader } from '../../../store/contract.ts';
import { type AttendeeData, whoseOf } from '../attendee-page/attendee-page.ts';
import { isStanding, isVisible } from '../networking/attendee.ts';
import { tablesOf } from '../networking/meetings/slots.ts';
import { networkingOf } from '../networking/setting.ts';
import { type NewsItem, newsOf } from './news.ts';

export type ShownProfile = ValuesOf<(typeof getProfile)['output']['fields']>;
export type ShownMatch = ValuesOf<(typeof listMatches)['output']['fields']>['matches'][number];
export type BlockedPerson = ValuesOf<(typeof listMatches)['output']['fields']>['blocked'][number];
export type ShownMeeting = ValuesOf<(typeof listMeetings)['output']['fields']>['meetings'][number];

export interface MeetingEnd {
  /** The registration of the person. */
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
  /** Of the meetings that a person has ended. */
  readonly ends: ReadonlyMap<string, MeetingEnd>;
  readonly meetingsEnabled: boolean;
  readonly tables: readonly MeetingLocationRecord[];
  /** What others did and the person has not seen. */
  readonly news: readonly NewsItem[];
}

const answerOf = <T>(done: Result<unknown>): T | null => (done.ok ? (done.value as T) : null);

export const reads = [getProfile.name, listMatches.name, listMeetings.name];

async function endsOf(reader: Reader, shown: readonly ShownMeeting[]): Promise<ReadonlyMap<string, MeetingEnd>> {
  const ids = shown.flatMap(({ id, status }) => (status === 'cancelled' || status === 'declined' ? [id] : []));
  if (ids.length === 0) return new Map();
  const which = { kind: 'field', path: 'id', op: 'in', value: ids } as const;
  const ended = await reader.find(allMeetings, { where: which, limit: ids.length });
  return new Map(
    ended.flatMap(({ confirmedAt, endedBy, id }) =>
      endedBy ? [[id, { endedBy, wasAgreed: confirmedAt !== null && confirmedAt !== undefined }] as const] : [],
    ),
  );
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
  return {
    ...{ event, registration, now, profile },
    enabled: setting.enabled,
    visible: profile !== null && isVisible({ networkingOptIn: profile.networkingOptIn ?? null }, setting),
    matches: listed?.matches ?? [],
    blocked: listed?.blocked ?? [],
    meetings: held?.meetings ?? [],
    ends: await endsOf(reader, held?.meetings ?? []),
    meetingsEnabled: setting.meetings.enabled,
    tables: await tablesOf(reader, event.id),
    news: await newsOf(reader, registration.id, { matches: listed?.matches ?? [], meetings: held?.meetings ?? [] }),
  };
}
