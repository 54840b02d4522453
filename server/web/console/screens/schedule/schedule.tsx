/** The schedule of an event: a calendar for each day, what does not fit together, and a form for each session. */
import { lazy, Suspense, useState } from 'react';
import { formatIn } from '#shared/base/zoned-time.ts';
import { Button } from '../../../parts/button.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { EmptyState, Loading, Notice } from '../../../parts/states.tsx';
import { localeOf, type MessageKey, t, tx } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { useMayWrite } from '../../data/may-write.ts';
import type { EventPageProps } from '../../shell/event-page.ts';
import {
  clockOf,
  type Day,
  daysOf,
  move,
  type Place,
  placeOf,
  readSchedule,
  type Schedule,
  type Session,
} from './schedule-data.ts';
import { SessionForm } from './session-form.tsx';
import { Tracks } from './tracks.tsx';
import './schedule.css';

const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }));

type Kind = Schedule['conflicts'][number]['kind'];

const conflictTexts: Readonly<Record<Kind, Readonly<Record<'named' | 'unnamed', MessageKey>>>> = {
  room: { named: 'conflict_room_named', unnamed: 'conflict_room' },
  speaker: { named: 'conflict_speaker_named', unnamed: 'conflict_speaker' },
  outside_event: { named: 'conflict_outside_event', unnamed: 'conflict_outside_event' },
};

function Conflicts({ schedule, eventId }: { readonly schedule: Schedule; readonly eventId: string }) {
  if (schedule.conflicts.length === 0) return null;
  const titles = new Map(schedule.sessions.map(({ id, title }) => [id, title]));
  return (
    <section aria-labelledby="schedule-conflicts">
      <h2 id="schedule-conflicts">{t('conflicts_count', { count: schedule.conflicts.length })}</h2>
      <ul className="schedule-conflicts">
        {schedule.conflicts.map(({ kind, name, sessions }) => (
          <li key={`${kind} ${name} ${sessions.join(' ')}`}>
            {tx(conflictTexts[kind][name ? 'named' : 'unnamed'], {
              name: <bdi>{name}</bdi>,
              sessions: sessions.map((id, i) => (
                <span key={id}>
                  {i > 0 && ', '}
                  <a href={`#/schedule/${eventId}/${id}`}>{titles.get(id)}</a>
                </span>
              )),
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function SchedulePage({ event, id }: EventPageProps) {
  const mayWrite = useMayWrite();
  const { data, error, refresh } = useLiveQuery({
    key: ['schedule', event.id],
    read: () => readSchedule(event.id),
    of: ['sessions', 'tracks', 'session_bookings'],
  });
  const acting = useAct(refresh);
  /** The session that was moved last, and its former place. */
  const [moved, setMoved] = useState<{ readonly session: Session; readonly from: Place } | null>(null);
  const time = clockOf(event.timezone);
  const whereText = ({ room, startsMs }: Place) => `${time(startsMs)}, ${room ?? t('no_room')}`;
  const dayFormat = formatIn({ weekday: 'long', day: 'numeric', month: 'long' }, event.timezone, localeOf());
  const dayOf = ({ sessions: [first] }: Day) => (first ? dayFormat.format(Date.parse(first.startsAt)) : '');
  const conflicting = new Set(data?.conflicts.flatMap(({ sessions }) => sessions));
  const colorOf = ({ track }: Session) => data?.tracks.find((one) => one.id === track)?.color ?? null;
  async function place(one: Session, to: Place): Promise<void> {
    setMoved(null);
    const done = t('session_moved_to', { title: one.title, where: whereText(to) });
    if (await acting.act(done, () => move(one, to))) setMoved({ session: one, from: placeOf(one) });
  }
  async function undo(): Promise<void> {
    if (!moved) return;
    const { from, session } = moved;
    setMoved(null);
    await acting.act(t('session_moved_back', { title: session.title, where: whereText(from) }), () =>
      move(session, from),
    );
  }
  const session = data?.sessions.find((one) => one.id === id) ?? null;
  return (
    <div className="beside">
      <div>
        <div className="head">
          <h1>{t('schedule')}</h1>
          {mayWrite && (
            <a className="btn primary" href={`#/schedule/${event.id}/new`}>
              {t('add_a_session')}
            </a>
          )}
        </div>
        <div className="schedule-said">
          <Notice>{acting.notice}</Notice>
          {moved && (
            <Button small onClick={() => void undo()}>
              {t('undo')}
            </Button>
          )}
          {mayWrite && acting.notice === '' && (data?.sessions.length ?? 0) > 0 && (
            <p className="schedule-hint">{t('drag_or_use_the_arrow_keys')}</p>
          )}
        </div>
        <Problem error={acting.problem ?? error} />
        {!data && !error && <Loading />}
        {data?.sessions.length === 0 && <EmptyState>{t('no_sessions_yet_add_the_first')}</EmptyState>}
        {data && <Conflicts schedule={data} eventId={event.id} />}
        <Suspense fallback={<Loading />}>
          {daysOf(data?.sessions ?? [], event.timezone).map((day) => (
            <section key={day.fromMs} aria-label={dayOf(day)}>
              <h2>{dayOf(day)}</h2>
              <Calendar
                {...{ event, day, conflicting, mayWrite, colorOf }}
                say={acting.say}
                onMove={(one, to) => void place(one, to)}
              />
            </section>
          ))}
        </Suspense>
        {data && <Tracks {...{ event, mayWrite, refresh }} schedule={data} />}
      </div>
      {data && (id === 'new' || session) && (
        <SessionForm key={id} {...{ event, mayWrite, refresh, session }} schedule={data} />
      )}
    </div>
  );
}
