/**
 * The page on what attendees do: questions, polls, prize draws, badges, the leaderboard, who will come, and reports about
 * matches.
 */
import { t } from '../../../parts/text/text.ts';
import { useMayWrite } from '../../data/may-write.ts';
import type { EventPageProps } from '../../shell/event-page.ts';
import '../settings/settings.css';
import './audience.css';
import { Badges } from './badges.tsx';
import { Draws } from './draws.tsx';
import { Leaderboard } from './leaderboard.tsx';
import { Polls } from './polls.tsx';
import { Reports } from './reports.tsx';
import { Rsvps } from './rsvps.tsx';
import { SessionQuestions } from './session-questions.tsx';

const sections = {
  questions: { label: t('questions'), Section: SessionQuestions },
  polls: { label: t('polls'), Section: Polls },
  draws: { label: t('prize_draws'), Section: Draws },
  badges: { label: t('badges'), Section: Badges },
  leaderboard: { label: t('leaderboard'), Section: Leaderboard },
  answers: { label: t('who_will_come'), Section: Rsvps },
  reports: { label: t('reports_of_attendees'), Section: Reports },
} as const;

type SectionName = keyof typeof sections;

export function Audience({ event, id }: EventPageProps) {
  const mayWrite = useMayWrite();
  const shown: SectionName = id !== null && Object.hasOwn(sections, id) ? (id as SectionName) : 'questions';
  const { label, Section } = sections[shown];
  return (
    <>
      <div className="head">
        <h1>{t('audience')}</h1>
      </div>
      <div className="settings">
        <nav aria-label={t('audience')}>
          {(Object.keys(sections) as SectionName[]).map((name) => (
            <a key={name} href={`#/audience/${event.id}/${name}`} aria-current={name === shown ? 'page' : undefined}>
              {sections[name].label}
            </a>
          ))}
        </nav>
        <section className="section" aria-label={label}>
          <Section key={shown} {...{ event, mayWrite }} />
        </section>
      </div>
    </>
  );
}
