/** The gates, live: who is in, how fast, where; the latest check-ins; conflicts to review. */
import { Problem } from '../../../parts/problem.tsx';
import { Loading } from '../../../parts/states.tsx';
import type { EventSummary } from '../../data/event-summary.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { Conflicts } from './conflicts.tsx';
import { Figures } from './figures.tsx';
import { readGate } from './gate-data.ts';
import { LatestCheckins } from './latest-checkins.tsx';
import { Totals } from './totals.tsx';

export function Gate({ event }: { readonly event: EventSummary }) {
  const { data, error, refresh } = useLiveQuery({
    key: ['gate', event.id],
    read: () => readGate(event.id),
    of: ['checkins', 'checkin_conflicts', 'gates', 'events'],
  });
  return (
    <>
      <h1>{event.name}</h1>
      <Problem error={error} />
      {!data && !error && <Loading />}
      {data && (
        <>
          <Figures event={event} data={data} />
          <Conflicts event={event} data={data} onReviewed={refresh} />
          <div className="columns">
            <LatestCheckins event={event} data={data} />
            <Totals event={event} data={data} />
          </div>
        </>
      )}
    </>
  );
}
