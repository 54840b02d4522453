/**
 * Detects whether the activity page of a person would show something else. Everyone in a hall has it open while a poll runs,
 * so this check reads a few rows by their indexes instead of making the page. The news also updates the texts of the person's
 * points in place: each vote gives some, and a new page for each voter would hold up the results of all.
 */
import { createHash } from 'node:crypto';
import type { Language } from '#shared/base/languages.ts';
import { secondMs } from '#shared/base/time.ts';
import { leaderboardEntries, prizeEntries } from '#shared/modules/events/gamification.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { polls, pollVotes, rsvps, sessionQuestions } from '#shared/modules/events/type-features.ts';
import { where } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Reader } from '../../../store/contract.ts';
import type { News } from '../attendee-page/attendee-page.ts';
import { usualPaceMs } from '../attendee-page/frame.ts';
import { blockedPeople } from '../blocked-people.ts';
import { boardOrder, entryOf, offBoard, onBoard, rankOf } from '../gamification/entries.ts';
import { answered } from '../type-features/polls.ts';
import { boardMax, currentSessions } from './activity-data.ts';
import { pollTexts } from './poll-texts.ts';
import { standingTexts } from './standing-texts.ts';
import type { ActivityWords } from './words/activity-words.ts';

/** Interval of updates while a poll can be voted in: its results change while people look on. */
const pollPaceMs = secondMs;
const rowsMax = 100;

interface Wording {
  readonly languageOf: (person: Pick<RegistrationRecord, 'language'>) => Language;
  readonly words: Readonly<Record<Language, ActivityWords>>;
}

/**
 * The people whom the leaderboard must not name to the person. The points of others change all the time and make no new page; a
 * name that has to go does.
 */
async function unnamedTo(reader: Reader, event: string, registration: string): Promise<readonly string[]> {
  const top = await reader.find(leaderboardEntries, { where: onBoard(event), sort: boardOrder, limit: boardMax });
  const anonymous = top.filter((entry) => entry.anonymous).map((entry) => entry.registration);
  return [...new Set([...anonymous, ...(await blockedPeople(reader, registration))])].toSorted();
}

/** @returns null where no registration has the secret, or it is not confirmed */
export async function activityNews(
  reader: Reader,
  secret: string,
  now: string,
  { languageOf, words }: Wording,
): Promise<News | null> {
  const person = await reader.findOne(registrations, { pageSecret: secret });
  if (person?.status !== 'confirmed') return null;
  const { event, id: registration } = person;
  const find = <C extends CollectionDefinition>(collection: C, values: Parameters<typeof where>[0]) =>
    reader.find<C>(collection, { where: where(values), limit: rowsMax });
  const open = await find(polls, { event, state: 'open' });
  const closed = await find(polls, { event, state: 'closed' });
  const own = await find(pollVotes, { registration });
  const prizes = await find(prizeEntries, { registration });
  const entry = await entryOf(reader, event, registration);
  const answers = await find(rsvps, { registration });
  const asked = [];
  for (const session of await currentSessions(reader, event, now))
    asked.push(await find(sessionQuestions, { session: session.id }));
  const rows = [closed, own, prizes, answers, ...asked];
  // The results of an open poll and points are texts that are put in place: they make no other page.
  const facts = [
    open.map(({ id, openedAt, session }) => [id, openedAt, session]),
    ...rows.map((list) => list.map((row) => [row.id, row.updatedAt])),
    [entry.anonymous, entry.badges, entry.ranked],
    await unnamedTo(reader, event, registration),
    await reader.count(leaderboardEntries, offBoard(event)),
  ];
  const voted = new Map(own.map(({ option, poll }) => [poll, option]));
  const language = languageOf(person);
  const texts = open.map((poll) =>
    pollTexts({ ...answered(poll, poll.results, null), voted: voted.get(poll.id) ?? null }, words[language], language),
  );
  const place = { points: entry.points, rank: await rankOf(reader, entry) };
  const waiting =
    open.filter(({ id }) => !voted.has(id)).length + prizes.filter(({ state }) => state === 'pending').length;
  const mark = createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16);
  const paceMs = open.length > 0 ? pollPaceMs : usualPaceMs;
  return { mark, waiting, paceMs, texts: Object.assign(standingTexts(place, words[language]), ...texts) };
}
