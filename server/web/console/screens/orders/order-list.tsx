/** Who ordered what for how much, newest first. */
import { timeAt } from '../../../parts/event-time.ts';
import { SearchRow } from '../../../parts/form/search-row.tsx';
import { Select } from '../../../parts/form/select.tsx';
import { countText, moneyText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { Notice } from '../../../parts/states.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { useAct } from '../../../parts/use-act.ts';
import { usePageQuery } from '../../data/page-query.ts';
import { useFilters } from '../../shell/address.ts';
import { ExportShown } from '../import/export-shown.tsx';
import { methodLabels, type Order, orderStatuses, orderTones } from './order.ts';
import type { OrderViewProps } from './orders.tsx';

const pageSize = 50;

const all = { value: '', label: 'All' };

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
        <SearchRow key={search} label="Number, name, email or company" onSearch={(q) => filters.set({ q })} />
        <Select
          label="Status"
          value={status}
          options={[all, ...orderStatuses.map((value) => ({ value, label: value }))]}
          onChange={(value) => filters.set({ status: value })}
        />
        <Select
          label="Paid by"
          value={method}
          options={[all, ...Object.entries(methodLabels).map(([value, label]) => ({ value, label }))]}
          onChange={(value) => filters.set({ method: value })}
        />
      </div>
      <div className="head">
        <Notice>
          {acting.notice || (total === null ? '' : `${countText(total)} ${total === 1 ? 'order' : 'orders'}`)}
        </Notice>
        <ExportShown eventId={event.id} dataset="orders" {...{ where, search, acting }} />
      </div>
      <Problem error={acting.problem ?? pages.live.error} />
      <DataTable
        caption="Orders"
        rows={pages.rows}
        pages={pages}
        nameOf={({ number }) => number}
        columns={[
          {
            label: 'Order',
            cell: ({ id, number, createdAt }) => (
              <>
                <a href={`#/orders/${event.id}/${id}${filters.query}`}>{number}</a>
                <small>{timeAt(event, createdAt)}</small>
              </>
            ),
          },
          {
            label: 'Buyer',
            cell: ({ name, email }) => (
              <>
                <bdi>{name}</bdi>
                <small>{email}</small>
              </>
            ),
          },
          {
            label: 'Tickets',
            isNumber: true,
            cell: ({ lines }) => countText(new Set(lines.map(({ registration }) => registration)).size),
          },
          {
            label: 'Amount',
            isNumber: true,
            cell: ({ amount, currency, refunded }) => (
              <>
                {moneyText(amount, currency)}
                {refunded > 0 && <small>{moneyText(refunded, currency)} refunded</small>}
              </>
            ),
          },
          {
            label: 'State',
            cell: ({ status, paymentStatus, method }) => (
              <>
                <StatePill tone={orderTones[status]}>{status}</StatePill>
                <small>
                  {paymentStatus.replaceAll('_', ' ')}, {methodLabels[method]}
                </small>
              </>
            ),
          },
        ]}
        empty={
          filters.query
            ? 'No order matches. Try fewer letters or another filter.'
            : 'No orders yet. They appear here as soon as someone registers.'
        }
      />
    </>
  );
}
