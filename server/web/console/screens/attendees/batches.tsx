/** The latest bulk actions that are not done, or were done lately: progress, stop and resume. They go on without this page. */

import { Button } from '../../../parts/button.tsx';
import { countText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { useMayWrite } from '../../data/may-write.ts';
import { listPage } from '../../data/page-query.ts';
import { type Batch, type BatchAction, resumeBatch, stopBatch } from './batch.ts';

const shownMax = 5;
/** Time for which a finished action is shown, as ISO 8601; a stopped or failed one stays. */
const endedFor = 'PT10M';

const running: Readonly<Record<BatchAction, string>> = {
  resend: t('sending_tickets'),
  cancel: t('cancelling_tickets'),
  check_in: t('checking_in'),
};
const ended: Readonly<Record<BatchAction, string>> = {
  resend: t('tickets_on_their_way'),
  cancel: t('tickets_cancelled'),
  check_in: t('people_checked_in'),
};

const place = 'bulk-actions';

/** Scrolls to the bulk actions and focuses them: a long list may have been scrolled far when an action is started. */
export function showBatches(): void {
  const element = document.getElementById(place);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'center' });
}

export function Batches({ event }: { readonly event: EventSummary }) {
  const { data, refresh } = useLiveQuery({
    key: ['batches', event.id],
    read: () =>
      listPage<Batch>('attendee_batches', {
        where: {
          event: { equals: event.id },
          or: [{ state: { not_equals: 'done' } }, { finishedAt: { within_last: endedFor } }],
        },
        sort: '-createdAt',
        limit: shownMax,
      }),
    of: ['attendee_batches'],
  });
  const acting = useAct(refresh);
  const mayWrite = useMayWrite();
  const batches = data?.data ?? [];
  return (
    <div id={place} tabIndex={-1}>
      <Problem error={acting.problem} />
      {batches.map((batch) => (
        <section key={batch.id} className="card batch" aria-label={running[batch.action]}>
          <Progress batch={batch} />
          {mayWrite && batch.state === 'running' && (
            <Button small onClick={() => void acting.act('', () => stopBatch(event.id, batch.id))}>
              {t('stop')}
            </Button>
          )}
          {mayWrite && (batch.state === 'stopped' || batch.state === 'failed') && (
            <Button small onClick={() => void acting.act('', () => resumeBatch(event.id, batch.id))}>
              {t('resume')}
            </Button>
          )}
          <Refused event={event} batch={batch} />
        </section>
      ))}
    </div>
  );
}

function Progress({ batch }: { readonly batch: Batch }) {
  const { action, state, people, processed, done, skipped, problem } = batch;
  if (state === 'done')
    return (
      <p role="status">
        {ended[action]}: {countText(done)}
        {skipped > 0 && t('nothing_to_do_for', { count: countText(skipped) })}
      </p>
    );
  return (
    <>
      <p role="status">
        {tx('of_2', {
          part: state === 'running' ? running[action] : t('stopped', { action: running[action] }),
          count: countText(processed),
          count2: countText(people),
        })}
      </p>
      <progress max={people} value={processed} aria-label={running[action]} />
      {problem && <p className="note warn">{problem}</p>}
    </>
  );
}

function Refused({ event, batch: { refused, problems } }: { readonly event: EventSummary; readonly batch: Batch }) {
  if (refused === 0) return null;
  return (
    <details>
      <summary>{tx('refused_for', { count: countText(refused) })}</summary>
      <ul className="rows">
        {(problems ?? []).map(({ registration, name, message }) => (
          <li key={registration}>
            <div>
              <a href={`#/attendees/${event.id}/${registration}`}>{name}</a>
              <span>{message}</span>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
