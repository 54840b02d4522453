/** The list of orders with buyer and amount, newest first unless another order is chosen. */

import { momentAt } from '../../../parts/event-time.ts';
import { SearchRow } from '../../../parts/form/search-row.tsx';
import { Select } from '../../../parts/form/select.tsx';
import { countText, moneyText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { Notice } from '../../../parts/states.tsx';
import type { Columns } from '../../../parts/table/column.ts';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { named, t, tx } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { usePageQuery } from '../../data/page-query.ts';
import { useFilters } from '../../shell/address.ts';
import { ExportShown } from '../import/export-shown.tsx';
import { methodLabels, type Order, orderStatuses, orderTones } from './order.ts';
import type { OrderViewProps } from './order-view.ts';

const pageSize = 50;

const all = { value: '', label: t('all') };

export function OrderList({ event }: OrderViewProps) {
  const filters = useFilters();
  const [search, status, method] = ['q', 'status', 'method'].map(filters.get) as [string, string, string];
  const where = {
    event: { equals: event.id },
    ...(status && { status: { equals: status } }),
    ...(method && { method: { equals: method } }),
  };
  const pages = usePageQuery<Order>('ticket_orders', {
    where,
    sort: '-createdAt',
    limit: pageSize,
    count: 'exact',
    search,
  });
  const { total } = pages;
  const acting = useAct(() => {});
  return (
    <>
      <div className="filters">
        <SearchRow key={search} label={t('number_name_email_or_company')} onSearch={(q) => filters.set({ q })} />
        <Select
          label={t('status')}
          value={status}
          options={[all, ...orderStatuses.map((value) => ({ value, label: named(value) }))]}
          onChange={(value) => filters.set({ status: value })}
        />
        <Select
          label={t('paid_by')}
          value={method}
          options={[all, ...Object.entries(methodLabels).map(([value, label]) => ({ value, label }))]}
          onChange={(value) => filters.set({ method: value })}
        />
      </div>
      <Problem error={acting.problem ?? pages.live.error} />
      <DataTable
        name="orders"
        caption={t('orders')}
        rows={pages.rows}
        pages={pages}
        nameOf={({ number }) => number}
        notice={
          <Notice>
            {acting.notice ||
              (total === null ? '' : `${countText(total)} ${total === 1 ? t('order_3') : t('orders_2')}`)}
          </Notice>
        }
        tools={
          <ExportShown eventId={event.id} dataset="orders" {...{ where, search, acting }} sort={pages.sorting.value} />
        }
        columns={orderColumns(event, filters.query)}
        empty={filters.query ? t('no_order_matches_try_fewer_letters') : t('no_orders_yet_they_appear_here')}
      />
    </>
  );
}

function orderColumns(event: EventSummary, query: string): Columns<Order> {
  return [
    {
      label: t('order'),
      by: 'createdAt',
      cell: ({ id, number, createdAt }) => (
        <>
          <a href={`#/orders/${event.id}/${id}${query}`}>{number}</a>
          <small>{momentAt(event, createdAt)}</small>
        </>
      ),
    },
    {
      label: t('buyer'),
      name: 'buyer',
      by: 'name',
      cell: ({ name, email }) => (
        <>
          <bdi>{name}</bdi>
          <small>{email}</small>
        </>
      ),
    },
    {
      label: t('tickets'),
      name: 'tickets',
      isNumber: true,
      cell: ({ lines }) => countText(new Set(lines.map(({ registration }) => registration)).size),
    },
    {
      label: t('amount'),
      name: 'amount',
      by: 'amount',
      isNumber: true,
      cell: ({ amount, currency, refunded }) => (
        <>
          {moneyText(amount, currency)}
          {refunded > 0 && <small>{tx('refunded_3', { sum: moneyText(refunded, currency) })}</small>}
        </>
      ),
    },
    {
      label: t('state'),
      name: 'state',
      by: 'status',
      cell: ({ status, paymentStatus, method }) => (
        <>
          <StatePill tone={orderTones[status]}>{named(status)}</StatePill>
          <small>
            {named(paymentStatus)}, {methodLabels[method]}
          </small>
        </>
      ),
    },
  ];
}
