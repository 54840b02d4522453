/** Reads the data of an attendee’s activity page by the same actions that any client calls, in the attendee’s name. */
import { eventDay } from '#shared/admission/event-day.ts';
import type { BadgeId, Progress } from '#shared/gamification/badges.ts';
import { type EventRecord, events } from '#shared/modules/events/event.ts';
import {
  activities,
  type drawStates,
  type PrizeEntryRecord,
  prizeDraws,
  prizeEntries,
} from '#shared/modules/events/gamification.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { type SessionRecord, sessions } from '#shared/modules/events/schedule.ts';
import { rsvps } from '#shared/modules/events/type-features.ts';
import { where } from '#shared/query/query.ts';
import type { PageContext } from '../../../core/collections/public-page.ts';
import type { Reader } from '../../../store/contract.ts';
import { eventStatusAt } from '../event/event-status.ts';
import { gamificationOf } from '../gamification/setting.ts';

type DrawState = (typeof drawStates)[number];

/** Maximum number of sessions whose questions the page lists: those that run, then those that begin next. */
const sessionsMax = 6;
/** Maximum number of prizes that the page lists in each state. */
const prizesMax = 20;
/** Maximum number of places of the leaderboard that the page shows. */
export const boardMax = 10;

export interface ShownPoll {
  readonly id: string;
  readonly question: string;
  readonly state: 'open' | 'closed';
  readonly votes: number;
  /** Index of the option that the person chose; null: no vote. */
  readonly voted: number | null;
  readonly options: readonly { readonly option: string; readonly votes: number; readonly percent: number }[];
}

export interface ShownQuestion {
  readonly id: string;
  readonly text: string;
  /** Null: the person is not named. */
  readonly askedBy: string | null;
  readonly state: 'pending' | 'approved' | 'answered' | 'dismissed';
  readonly upvotes: number;
  readonly upvoted?: boolean;
  readonly answer: string | null;
}

export interface ShownBadge {
  readonly id: BadgeId;
  readonly enabled: boolean;
  readonly awarded?: boolean;
  /** Null: the final leaderboard awards it. */
  readonly progress?: Progress | null;
  /** In percent of the attendees. */
  readonly awardedShare: number;
  readonly targetShare: { readonly min: number; readonly max: number };
}

export interface Place {
  /** Null: the person is on no leaderboard. */
  readonly rank: number | null;
  readonly points: number;
  readonly anonymous: boolean;
}

export interface BoardRow {
  readonly rank: number;
  /** Null with the name. */
  readonly registrationId: string | null;
  /** Null: the person does not want to be named, or one of the two has blocked the other. */
  readonly name: string | null;
  readonly points: number;
}

export interface ShownDraw {
  readonly id: string;
  readonly name: string;
  readonly state: DrawState;
  readonly drawsAt: string | null;
  readonly openedAt: string | null;
  /** Address at which anyone can check the draw. */
  readonly page: string | null;
}

export interface ShownOwnActivity {
  readonly id: string;
  readonly name: string;
  readonly points: number;
  /** Subject of the next report: a second tap on the same button has the same one. Null: the limit of the day is reached. */
  readonly subject: string | null;
}

export interface ActivityData {
  readonly event: EventRecord;
  readonly registration: RegistrationRecord;
  readonly place: Place | null;
  /** The top of the leaderboard. */
  readonly board: readonly BoardRow[];
  readonly draws: readonly ShownDraw[];
  readonly badges: readonly ShownBadge[];
  readonly prizes: readonly { readonly entry: PrizeEntryRecord; readonly name: string }[];
  readonly polls: readonly ShownPoll[];
  readonly sessions: readonly { readonly session: SessionRecord; readonly questions: readonly ShownQuestion[] }[];
  readonly rsvp: string | null;
  readonly own: readonly ShownOwnActivity[];
  /** The event is completed. */
  readonly isOver: boolean;
}

/** Activities of one person on one day. */
const ofDayMax = 1_000;

async function ownActivities(
  reader: Reader,
  event: EventRecord,
  registration: Pick<RegistrationRecord, 'id'>,
  now: string,
): Promise<readonly ShownOwnActivity[]> {
  const { own } = gamificationOf(event);
  if (own.length === 0) return [];
  const day = eventDay(Date.parse(now), event.timezone);
  const done = await reader.find(activities, { where: where({ registration: registration.id, day }), limit: ofDayMax });
  return own.map(({ id, maxPerDay, name, points }) => {
    const count = done.filter(({ type }) => type === id).length;
    return { id, name, points, subject: count < maxPerDay ? `${day}.${count + 1}` : null };
  });
}

/** Returns the first sessions of the event that have not ended, by their start. */
export async function currentSessions(reader: Reader, event: string, now: string): Promise<readonly SessionRecord[]> {
  return await reader.find(sessions, {
    where: {
      kind: 'and',
      of: [where({ event, status: 'scheduled' }), { kind: 'field', path: 'endsAt', op: 'greater_than', value: now }],
    },
    sort: [{ path: 'startsAt', direction: 'asc' }],
    limit: sessionsMax,
  });
}

async function prizesOf(reader: Reader, registration: string) {
  const shown: { entry: PrizeEntryRecord; name: string }[] = [];
  for (const state of ['pending', 'claimed', 'forfeited'] as const)
    for (const entry of await reader.find(prizeEntries, { where: where({ registration, state }), limit: prizesMax }))
      shown.push({ entry, name: (await reader.get(prizeDraws, entry.draw))?.name ?? '' });
  return shown;
}

/** The action of draws takes no person. A draw that was never opened, scheduled or withdrawn, is left out. */
async function drawsOf(eventId: string, run: PageContext['run']): Promise<readonly ShownDraw[]> {
  const done = await run('events.draws', { eventId });
  const found = done.ok ? (done.value as { readonly draws: readonly ShownDraw[] }).draws : [];
  return found.filter(({ openedAt, state }) => state !== 'scheduled' && (state !== 'withdrawn' || openedAt !== null));
}

/** @returns null where no registration has the secret, it is not confirmed, or its event is gone */
export async function activityData(
  reader: Reader,
  secret: string,
  { run }: Pick<PageContext, 'run'>,
  now: string,
): Promise<ActivityData | null> {
  const registration = await reader.findOne(registrations, { pageSecret: secret });
  const event = registration && (await reader.get(events, registration.event));
  if (!event || registration.status !== 'confirmed') return null;
  const whose = { eventId: event.id, registrationId: registration.id, secret };
  /** Returns null for a refusal: what the event does not offer is left out. */
  const ask = async <T>(action: string, more: object = {}): Promise<T | null> => {
    const done = await run(action, { ...whose, ...more });
    return done.ok ? (done.value as T) : null;
  };
  const board = await ask<{ leaderboard: readonly BoardRow[]; me?: Place }>('events.leaderboard', { limit: boardMax });
  const listed = await ask<{ badges: readonly ShownBadge[] }>('events.badges');
  const polls = await ask<{ polls: readonly ShownPoll[] }>('events.polls');
  const withQuestions = [];
  for (const session of await currentSessions(reader, event.id, now)) {
    const found = await ask<{ questions: readonly ShownQuestion[] }>('events.questions', { sessionId: session.id });
    if (found) withQuestions.push({ session, questions: found.questions });
  }
  const rsvp = await reader.findOne(rsvps, { registration: registration.id });
  return {
    event,
    registration,
    place: board?.me ?? null,
    board: board?.leaderboard ?? [],
    draws: await drawsOf(event.id, run),
    badges: listed?.badges ?? [],
    prizes: await prizesOf(reader, registration.id),
    polls: polls?.polls ?? [],
    sessions: withQuestions,
    rsvp: rsvp?.answer ?? null,
    own: listed ? await ownActivities(reader, event, registration, now) : [],
    isOver: eventStatusAt(event, Date.parse(now)) === 'completed',
  };
}
