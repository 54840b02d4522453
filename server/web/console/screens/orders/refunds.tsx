/** The refunds of an event by their stage, with what stopped a refund, and the actions on it. */

import { Button } from '../../../parts/button.tsx';
import { momentAt } from '../../../parts/event-time.ts';
import { Select } from '../../../parts/form/select.tsx';
import { moneyText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { Notice } from '../../../parts/states.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { named, t } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { request } from '../../data/client.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { usePageQuery } from '../../data/page-query.ts';
import { byId } from '../../data/read-related.ts';
import { useFilters } from '../../shell/address.ts';
import type { Refund } from '../attendees/attendee-data.ts';
import { toneOf } from '../attendees/attendee-lists.tsx';
import type { OrderViewProps } from './order-view.ts';
import { isRefundStage, refundStageNames, refundStages, stageOf } from './refund-progress.tsx';

const pageSize = 50;

interface RefundRow extends Refund {
  readonly registration: string;
}

interface Refunded {
  readonly id: string;
  readonly name: string;
  readonly order: string | null;
}

async function readPeople(registrations: readonly string[]) {
  const people = await byId<Refunded>('registrations', registrations);
  const orders = await byId<{ id: string; number: string }>(
    'ticket_orders',
    [...people.values()].map(({ order }) => order),
  );
  return new Map([...people].map(([id, { name, order }]) => [id, { name, order: orders.get(order ?? '') ?? null }]));
}

const stageOptions = [
  { value: '', label: t('all') },
  ...refundStageNames.map((value) => ({ value, label: named(`stage_${value}`) })),
];

export function Refunds({ event, mayWrite }: OrderViewProps) {
  const filters = useFilters();
  const stage = filters.get('stage');
  const pages = usePageQuery<RefundRow>('refunds', {
    where: { event: { equals: event.id }, ...(isRefundStage(stage) && refundStages[stage]) },
    sort: '-createdAt',
    limit: pageSize,
  });
  const { error, refresh } = pages.live;
  const acting = useAct(refresh);
  const ids = (pages.rows ?? []).map(({ registration }) => registration);
  const { data: people } = useLiveQuery({
    key: ['refund-people', ...ids],
    read: () => readPeople(ids),
    of: ['registrations'],
    atMostEveryMs: 10_000,
  });
  const nameOf = ({ registration }: RefundRow) => people?.get(registration)?.name ?? t('a_person');
  const retry = ({ id }: RefundRow) => request('POST', `/events/${event.id}/refunds/${id}/retry`, {});
  const markPaid = ({ id }: RefundRow) => request('POST', `/events/${event.id}/refunds/${id}/paid`, {});
  return (
    <>
      <div className="filters">
        <Select
          label={t('state')}
          value={stage}
          options={stageOptions}
          onChange={(value) => filters.set({ stage: value })}
        />
      </div>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      <DataTable
        caption={t('refunds')}
        rows={pages.rows}
        pages={pages}
        nameOf={nameOf}
        columns={[
          {
            label: t('person'),
            cell: (refund) => <a href={`#/attendees/${event.id}/${refund.registration}`}>{nameOf(refund)}</a>,
          },
          {
            label: t('order'),
            name: 'order',
            cell: ({ registration }) => {
              const order = people?.get(registration)?.order;
              return order && <a href={`#/orders/${event.id}/${order.id}${filters.query}`}>{order.number}</a>;
            },
          },
          {
            label: t('amount'),
            by: 'amount',
            isNumber: true,
            cell: ({ amount, currency }) => moneyText(amount, currency),
          },
          { label: t('since'), by: 'createdAt', cell: ({ createdAt }) => momentAt(event, createdAt) },
          {
            label: t('state'),
            by: 'state',
            cell: ({ state, method, problem }) => (
              <>
                <StatePill tone={toneOf(state)}>{named(`stage_${stageOf({ state, method })}`)}</StatePill>
                {method === 'by_hand' && <small>{t('by_bank_transfer')}</small>}
                {problem && <small>{problem}</small>}
              </>
            ),
          },
        ]}
        {...(mayWrite && {
          actions: (refund: RefundRow) => (
            <>
              {refund.state === 'failed' && refund.method === 'processor' && (
                <Button small of={nameOf(refund)} onClick={() => void acting.act(t('sent_again'), () => retry(refund))}>
                  {t('try_again')}
                </Button>
              )}
              {(refund.state === 'failed' || (refund.state === 'pending' && refund.method === 'by_hand')) && (
                <Button
                  small
                  of={nameOf(refund)}
                  onClick={() => void acting.act(t('marked_as_paid'), () => markPaid(refund))}
                >
                  {t('mark_as_paid')}
                </Button>
              )}
            </>
          ),
        })}
        empty={stage ? t('no_refund_in_this_state') : t('no_refunds_they_appear_here_when')}
      />
    </>
  );
}
