/** Alerts that a person has to look at, about payments, refunds and the sending of emails; each can be marked as resolved. */

import { Button } from '../../../parts/button.tsx';
import { momentAt } from '../../../parts/event-time.ts';
import { Problem } from '../../../parts/problem.tsx';
import { Notice } from '../../../parts/states.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { named, t } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { client } from '../../data/client.ts';
import { openAlerts } from '../../data/open-alerts.ts';
import { usePageQuery } from '../../data/page-query.ts';
import type { OrderViewProps } from './order-view.ts';

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
    where: openAlerts(event.id),
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
        caption={t('payments_to_review')}
        rows={pages.rows}
        pages={pages}
        nameOf={({ message }) => message}
        columns={[
          {
            label: t('what'),
            cell: ({ kind, message }) => (
              <>
                {message}
                <small>{named(kind)}</small>
              </>
            ),
          },
          {
            label: t('about'),
            cell: ({ registration, paymentIntent }) => (
              <>
                {registration ? <a href={`#/attendees/${event.id}/${registration}`}>{t('the_attendee')}</a> : '–'}
                {paymentIntent && (
                  <small>
                    <code>{paymentIntent}</code>
                  </small>
                )}
              </>
            ),
          },
          { label: t('since'), by: 'createdAt', cell: ({ createdAt }) => momentAt(event, createdAt) },
        ]}
        {...(mayWrite && {
          actions: (alert: Alert) => (
            <Button small of={alert.message} onClick={() => void acting.act(t('done_resolved'), () => resolve(alert))}>
              {t('mark_as_resolved')}
            </Button>
          ),
        })}
        empty={t('nothing_to_review_payments_that_do')}
      />
    </>
  );
}
