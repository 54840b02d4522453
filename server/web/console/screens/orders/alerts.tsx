/** What about money needs a person’s decision. */
import { Button } from '../../../parts/button.tsx';
import { timeAt } from '../../../parts/event-time.ts';
import { Problem } from '../../../parts/problem.tsx';
import { Notice } from '../../../parts/states.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { useAct } from '../../../parts/use-act.ts';
import { client } from '../../data/client.ts';
import { usePageQuery } from '../../data/page-query.ts';
import type { OrderViewProps } from './orders.tsx';

interface Alert {
  readonly id: string;
  readonly kind: string;
  readonly message: string;
  readonly registration: string | null;
  readonly paymentIntent: string | null;
  readonly createdAt: string;
}

const pageSize = 50;

export function Alerts({ event, mayWrite }: OrderViewProps) {
  const pages = usePageQuery<Alert>('payment_alerts', {
    // Also those of accounts, which belong to no event.
    where: { resolvedAt: { exists: false }, or: [{ event: { equals: event.id } }, { event: { exists: false } }] },
    sort: '-createdAt',
    limit: pageSize,
  });
  const { error, refresh } = pages.live;
  const acting = useAct(refresh);
  const resolve = ({ id }: Alert) => client.payment_alerts.update(id, { resolvedAt: new Date().toISOString() });
  return (
    <>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      <DataTable
        caption="Payments to review"
        rows={pages.rows}
        pages={pages}
        nameOf={({ message }) => message}
        columns={[
          {
            label: 'What',
            cell: ({ kind, message }) => (
              <>
                {message}
                <small>{kind.replaceAll('_', ' ')}</small>
              </>
            ),
          },
          {
            label: 'About',
            cell: ({ registration, paymentIntent }) => (
              <>
                {registration ? <a href={`#/attendees/${event.id}/${registration}`}>the attendee</a> : '–'}
                {paymentIntent && (
                  <small>
                    <code>{paymentIntent}</code>
                  </small>
                )}
              </>
            ),
          },
          { label: 'Since', cell: ({ createdAt }) => timeAt(event, createdAt) },
        ]}
        {...(mayWrite && {
          actions: (alert: Alert) => (
            <Button small of={alert.message} onClick={() => void acting.act('Resolved.', () => resolve(alert))}>
              Mark as resolved
            </Button>
          ),
        })}
        empty="Nothing to review. Payments that do not match, failed refunds and disputes appear here."
      />
    </>
  );
}
