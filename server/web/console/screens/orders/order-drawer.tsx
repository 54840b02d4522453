/** One order: what was bought for whom, how it was paid, and what is done with it. */

import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Drawer } from '../../../parts/drawer.tsx';
import { momentAt } from '../../../parts/event-time.ts';
import { moneyText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { Loading } from '../../../parts/states.tsx';
import { named, t } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { openWhenKnown } from '../../data/open-when-known.ts';
import { listPage } from '../../data/page-query.ts';
import { readRecord } from '../../data/use-record.ts';
import { goTo, useFilters } from '../../shell/address.ts';
import '../attendees/attendees.css';
import { CancelOrder } from './cancel-order.tsx';
import { markPaid, methodLabels, type Order, type OrderPerson, orderPage, orderTones } from './order.ts';

const peopleMax = 200;

async function readOrder(id: string) {
  const [order, people] = await Promise.all([
    readRecord<Order>('ticket_orders', id),
    listPage<OrderPerson>('registrations', { where: { order: { equals: id } }, sort: 'name', limit: peopleMax }),
  ]);
  return { order, people: people.data };
}

export interface OrderDrawerProps {
  readonly event: EventSummary;
  readonly id: string;
  readonly mayWrite: boolean;
}

export function OrderDrawer({ event, id, mayWrite }: OrderDrawerProps) {
  const { query } = useFilters();
  const { data, error, refresh } = useLiveQuery({
    key: ['order', id],
    read: () => readOrder(id),
    of: ['ticket_orders', 'registrations', 'refunds'],
    atMostEveryMs: 1_000,
  });
  return (
    <Drawer
      title={data ? t('order_2', { number: data.order.number }) : t('order')}
      intro={data?.order.name}
      onClose={() => goTo(`/orders/${event.id}${query}`)}
    >
      <Problem error={error} />
      {!data && !error && <Loading />}
      {data && (
        <>
          <p>
            <StatePill tone={orderTones[data.order.status]}>{named(data.order.status)}</StatePill>{' '}
            {wentBack.has(data.order.paymentStatus) && (
              <StatePill tone="warn">{named(data.order.paymentStatus)}</StatePill>
            )}
          </p>
          <OrderActions event={event} order={data.order} mayWrite={mayWrite} onDone={refresh} />
          <OrderFacts event={event} order={data.order} />
          <Lines order={data.order} />
          <People event={event} people={data.people} currency={data.order.currency} />
        </>
      )}
    </Drawer>
  );
}

interface OrderActionsProps {
  readonly event: EventSummary;
  readonly order: Order;
  readonly mayWrite: boolean;
  readonly onDone: () => void;
}

function OrderActions({ event, order, mayWrite, onDone }: OrderActionsProps) {
  const acting = useAct(onDone);
  const [isCancelling, setCancelling] = useState(false);
  const { id, status, method, number, amount, currency } = order;
  const canBePaid = method === 'bank_transfer' && (status === 'open' || status === 'expired');

  function pay(): void {
    if (!confirm(t('has_for_order_arrived_the_tickets', { sum: moneyText(amount, currency), number }))) return;
    void acting.act(t('order_is_paid', { number }), () => markPaid(event.id, id));
  }

  return (
    <>
      <div className="actions">
        {mayWrite && canBePaid && (
          <Button look="primary" onClick={pay}>
            {t('mark_as_paid')}
          </Button>
        )}
        <Button onClick={() => void acting.act('', () => openWhenKnown(() => orderPage(event.id, id)))}>
          {t('page_of_the_buyer')}
        </Button>
        {mayWrite && status !== 'cancelled' && (
          <Button look="danger" onClick={() => setCancelling(true)}>
            {t('cancel_order_2')}
          </Button>
        )}
      </div>
      <p role="status">{acting.notice}</p>
      <Problem error={acting.problem} />
      {isCancelling && (
        <CancelOrder
          event={event}
          order={order}
          onDone={() => {
            setCancelling(false);
            onDone();
          }}
        />
      )}
    </>
  );
}

function OrderFacts({ event, order }: { readonly event: EventSummary; readonly order: Order }) {
  const { amount, currency, discount, fee, refunded, tax, method, email, company, createdAt } = order;
  const money = (value: number) => moneyText(value, currency);
  const facts: readonly (readonly [string, string])[] = [
    [t('amount'), money(amount)],
    ...(discount > 0 ? [[t('discount'), money(discount)] as const] : []),
    ...(tax > 0 ? [[t('tax_in_it'), money(tax)] as const] : []),
    ...(fee > 0 ? [[t('platform_fee'), money(fee)] as const] : []),
    ...(refunded > 0
      ? ([
          [t('refunded_2'), money(refunded)],
          [t('remaining'), money(Math.max(0, amount - refunded))],
        ] as const)
      : []),
    [t('paid_by'), methodLabels[method]],
    ...(order.paidAt ? [[t('paid'), momentAt(event, order.paidAt)] as const] : []),
    ...(order.status === 'open' && order.holdExpiresAt
      ? [[t('seats_held_until'), momentAt(event, order.holdExpiresAt)] as const]
      : []),
    [t('email'), email],
    ...(company ? [[t('company'), company] as const] : []),
    [t('ordered'), momentAt(event, createdAt)],
  ];
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Lines({ order: { lines, currency } }: { readonly order: Order }) {
  return (
    <section>
      <h3>{t('what_was_bought')}</h3>
      <ul className="rows">
        {lines.map(({ registration, name, step, quantity, amount }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are never changed
          <li key={`${registration} ${n}`}>
            <div>
              {quantity} × {name}
              {step && <span>{step}</span>}
            </div>
            <span>{moneyText(amount, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Payment statuses of a person whose money went back, or may go back, in whole or in part. */
const wentBack: ReadonlySet<string> = new Set(['refund_pending', 'refunded', 'partially_refunded', 'disputed']);

interface PeopleProps {
  readonly event: EventSummary;
  readonly people: readonly OrderPerson[];
  readonly currency: string;
}

function People({ event, people, currency }: PeopleProps) {
  return (
    <section>
      <h3>{t('attendees')}</h3>
      <ul className="rows">
        {people.map(({ id, name, email, status, paymentStatus, amount }) => (
          <li key={id}>
            <div>
              <a href={`#/attendees/${event.id}/${id}`}>
                <bdi>{name}</bdi>
              </a>
              <span>{email}</span>
            </div>
            <span>
              {named(status)}, {moneyText(amount, currency)}
              {wentBack.has(paymentStatus) && `, ${named(paymentStatus)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
