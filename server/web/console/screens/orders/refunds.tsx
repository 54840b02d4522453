/** Money that is going back, with what stopped it. */
import { Button } from '../../../parts/button.tsx';
import { timeAt } from '../../../parts/event-time.ts';
import { moneyText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { Notice } from '../../../parts/states.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { useAct } from '../../../parts/use-act.ts';
import { request } from '../../data/client.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { usePageQuery } from '../../data/page-query.ts';
import { namesOf } from '../../data/read-related.ts';
import type { Refund } from '../attendees/attendee-data.ts';
import { toneOf } from '../attendees/attendee-lists.tsx';
import type { OrderViewProps } from './orders.tsx';

const pageSize = 50;

interface RefundRow extends Refund {
  readonly registration: string;
}

export function Refunds({ event, mayWrite }: OrderViewProps) {
  const pages = usePageQuery<RefundRow>('refunds', {
    where: { event: { equals: event.id } },
    sort: '-createdAt',
    limit: pageSize,
  });
  const { error, refresh } = pages.live;
  const acting = useAct(refresh);
  const ids = (pages.rows ?? []).map(({ registration }) => registration);
  const { data: people } = useLiveQuery({
    key: ['refund-people', ...ids],
    read: () => namesOf(ids),
    of: ['registrations'],
    atMostEveryMs: 10_000,
  });
  const nameOf = ({ registration }: RefundRow) => people?.get(registration)?.name ?? 'a person';
  const retry = ({ id }: RefundRow) => request('POST', `/events/${event.id}/refunds/${id}/retry`, {});
  return (
    <>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      <DataTable
        caption="Refunds"
        rows={pages.rows}
        pages={pages}
        nameOf={nameOf}
        columns={[
          {
            label: 'Person',
            cell: (refund) => <a href={`#/attendees/${event.id}/${refund.registration}`}>{nameOf(refund)}</a>,
          },
          { label: 'Amount', isNumber: true, cell: ({ amount, currency }) => moneyText(amount, currency) },
          { label: 'Since', cell: ({ createdAt }) => timeAt(event, createdAt) },
          {
            label: 'State',
            cell: ({ state, problem }) => (
              <>
                <StatePill tone={toneOf(state)}>{state}</StatePill>
                {problem && <small>{problem}</small>}
              </>
            ),
          },
        ]}
        {...(mayWrite && {
          actions: (refund: RefundRow) =>
            refund.state === 'failed' && (
              <Button small of={nameOf(refund)} onClick={() => void acting.act('Sent again.', () => retry(refund))}>
                Try again
              </Button>
            ),
        })}
        empty="No refunds. They appear here when a paid ticket is cancelled."
      />
    </>
  );
}
