/** An event at a glance: numbers, what needs attention, what to do next. */

import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { Loading } from '../../../parts/states.tsx';
import { namedEventStatus, t } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { usePublicLinks } from '../../data/public-link.ts';
import { statusTones } from '../event/event-status.ts';
import { Publish } from '../event/publish.tsx';
import { RemoveSampleEvent } from '../new-event/sample-event.tsx';
import { AfterEvent } from './after-event.tsx';
import { Attention } from './attention.tsx';
import { whenAndWhere } from './event-dates.ts';
import { NextSteps } from './next-steps.tsx';
import { readOverview } from './overview-data.ts';
import { Tiles } from './tiles.tsx';
import './overview.css';

/** Reads are rare, because the server walks through everything that was paid for each. */
const atMostEveryMs = 5_000;

const shownOf = [
  'registrations',
  'checkins',
  'checkin_conflicts',
  'ticket_types',
  'refunds',
  'payment_alerts',
  'match_reports',
  'kiosks',
  'supervisors',
] as const;

/** Nothing is left to prepare. */
const isOver = ({ status }: EventSummary) => status === 'completed' || status === 'cancelled';

export function Overview({ event }: { readonly event: EventSummary }) {
  const links = usePublicLinks(event.id);
  const { data, error } = useLiveQuery({
    key: ['overview', event.id],
    read: () => readOverview(event.id),
    of: shownOf,
    atMostEveryMs,
  });
  return (
    <>
      <div className="head">
        <div>
          <h1>
            {event.name}{' '}
            <StatePill tone={statusTones[event.status] ?? 'plain'}>{namedEventStatus(event.status)}</StatePill>
          </h1>
          <p className="intro">{whenAndWhere(event)}</p>
        </div>
        <div className="actions">
          {links?.isOpen && (
            <a className="btn" href={links.look} target="_blank" rel="noreferrer">
              {t('public_page')}
            </a>
          )}
          {event.status === 'draft' ? (
            <Publish event={event} />
          ) : (
            <a className="btn primary" href={`#/board/${event.id}`}>
              {t('open_board')}
            </a>
          )}
        </div>
      </div>
      <Problem error={error} />
      <RemoveSampleEvent event={event} />
      {!data && !error && <Loading />}
      {data && <Tiles event={event} data={data} />}
      {data && (
        <div className="columns">
          <Attention event={event} data={data} />
          {isOver(event) ? <AfterEvent event={event} data={data} /> : <NextSteps event={event} data={data} />}
        </div>
      )}
    </>
  );
}
