/** Shows the visitors of an exhibitor's booth: how many people, and the latest once the list is opened. */
import { useState } from 'react';
import { momentAt } from '../../../parts/event-time.ts';
import { countText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { t } from '../../../parts/text/text.ts';
import { countEach } from '../../data/count-each.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { listPage } from '../../data/page-query.ts';
import { namesOf } from '../../data/read-related.ts';
import type { Exhibitor } from './exhibitor.ts';

interface Visit {
  readonly id: string;
  readonly registration: string;
  readonly visits: number;
  readonly lastAt: string;
}

const shownMax = 10;
const atMostEveryMs = 2_000;

/** Counts the people who visited each booth, by the exhibitor's id. `counts` null: not known yet. */
export function useVisitors(exhibitors: readonly Exhibitor[]) {
  const ids = exhibitors.map(({ id }) => id);
  const { data, error } = useLiveQuery({
    key: ['visitors', ids.join()],
    read: () => countEach(ids, (id) => ['booth_visits', { exhibitor: { equals: id } }]),
    of: ['booth_visits'],
    atMostEveryMs,
  });
  return { counts: data, error };
}

interface VisitsProps {
  readonly event: EventSummary;
  readonly exhibitor: Exhibitor;
  /** Null: not known yet. */
  readonly visitors: number | null;
}

export function VisitsOf({ event, exhibitor, visitors }: VisitsProps) {
  const [isOpen, setOpen] = useState(false);
  const label = visitors === null ? t('booth_visitors') : t('booth_visitors_counted', { count: countText(visitors) });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={`${label} ${exhibitor.name}`}>{label}</summary>
      {isOpen && <LatestVisits event={event} exhibitor={exhibitor} />}
    </details>
  );
}

async function readLatest(exhibitor: string) {
  const where = { exhibitor: { equals: exhibitor } };
  const { data } = await listPage<Visit>('booth_visits', { where, sort: '-lastAt', limit: shownMax });
  return { visits: data, names: await namesOf(data.map(({ registration }) => registration)) };
}

function LatestVisits({ event, exhibitor }: Pick<VisitsProps, 'event' | 'exhibitor'>) {
  const { data, error } = useLiveQuery({
    key: ['visits', exhibitor.id],
    read: () => readLatest(exhibitor.id),
    of: ['booth_visits'],
    atMostEveryMs,
  });
  return (
    <>
      <Problem error={error} />
      {data?.visits.length === 0 && <p>{t('no_booth_visits_yet')}</p>}
      {data && data.visits.length > 0 && (
        <ul>
          {data.visits.map(({ id, lastAt, registration, visits }) => (
            <li key={id}>
              <a href={`#/attendees/${event.id}/${registration}`}>
                <bdi>{data.names.get(registration)?.name ?? t('unknown_person')}</bdi>
              </a>{' '}
              <small>{t('visited_times', { when: momentAt(event, lastAt), count: countText(visits) })}</small>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
