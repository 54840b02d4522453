/** `/t/{secret}/activity`: points, badges, prizes, polls, questions and the RSVP of one attendee. */
import type { Language } from '#shared/base/languages.ts';
import { secondMs } from '#shared/base/time.ts';
import { leaderboardEntries, leaderboards, prizeDraws, prizeEntries } from '#shared/modules/events/gamification.ts';
import { matches } from '#shared/modules/events/networking.ts';
import { sessions } from '#shared/modules/events/schedule.ts';
import { polls, rsvps, sessionQuestions } from '#shared/modules/events/type-features.ts';
import type { PublicPage } from '../../../core/collections/public-page.ts';
import { attendeePage, type Errand } from '../attendee-page/attendee-page.ts';
import { ofEvent, ofPerson, slowPaceMs } from '../attendee-page/page-topics.ts';
import type { EventsPorts } from '../ports.ts';
import { type ActivityData, activityData } from './activity-data.ts';
import { activityNews } from './activity-news.ts';
import { renderActivity } from './render.ts';
import type { ActivityWords } from './words/activity-words.ts';
import { ar } from './words/ar.ts';
import { de } from './words/de.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';

export const activityWords: Readonly<Record<Language, ActivityWords>> = { en, de, fr, es, ar };

export const activityErrands: Readonly<Record<string, Errand<ActivityData>>> = {
  vote: [
    'events.vote',
    (f) => ({ pollId: f.get('poll'), ...(f.has('option') && { option: Number(f.get('option')) }) }),
  ],
  ask: [
    'events.ask_question',
    (f) => ({
      sessionId: f.get('session'),
      text: (f.get('text') ?? '').trim(),
      anonymous: f.get('anonymous') === 'on',
    }),
  ],
  upvote: ['events.upvote_question', (f) => ({ questionId: f.get('question') })],
  rsvp: ['events.rsvp', (f) => ({ answer: f.get('answer') })],
  claim: ['events.claim_prize', (f) => ({ drawId: f.get('draw') })],
  sharing: ['events.set_contact_sharing', (f) => ({ sharing: f.get('sharing') })],
  report: ['events.record_activity', (f) => ({ type: f.get('type'), subjectId: f.get('subject') })],
  anonymous: ['events.set_anonymous', (f) => ({ anonymous: f.get('anonymous') === 'true' })],
};

export function activityPages(ports: EventsPorts): readonly PublicPage[] {
  return attendeePage(ports, {
    name: 'activity',
    words: activityWords,
    labels: ({ rsvp, sharing, vote, withoutName, yourQuestion }) => ({
      ...{ text: yourQuestion, anonymous: withoutName, option: vote },
      ...{ answer: rsvp.title, sharing: sharing.title },
    }),
    choices: ['option', 'answer', 'sharing'],
    reads: ['events.leaderboard', 'events.badges', 'events.polls', 'events.questions', 'events.draws'],
    waits: ['vote', 'ask', 'upvote', 'rsvp', 'anonymous', 'report'],
    errands: activityErrands,
    follows: [
      ...ofEvent(polls, secondMs / 4),
      ...ofEvent(sessionQuestions, secondMs),
      ...ofEvent(sessions, slowPaceMs),
      ...ofEvent(prizeDraws, secondMs),
      ...ofPerson(prizeEntries, 'registration'),
      ...ofPerson(leaderboardEntries, 'registration'),
      ...ofEvent(leaderboards, slowPaceMs),
      ...ofPerson(matches, 'first', 'second'),
      ...ofPerson(rsvps, 'registration'),
    ],
    dataOf: activityData,
    newsOf: (reader, secret, now, languageOf) =>
      activityNews(reader, secret, now, { languageOf, words: activityWords }),
    render: renderActivity,
  });
}
