/** Orders and money, a view for each matter; which one is shown stands in the address. */
import { t } from '../../../parts/text/text.ts';
import { useMayWrite } from '../../data/may-write.ts';
import { useFilters } from '../../shell/address.ts';
import type { EventPageProps } from '../../shell/event-page.ts';
import { Accounts } from './accounts.tsx';
import { Alerts } from './alerts.tsx';
import { Invoices } from './invoices.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { OrderList } from './order-list.tsx';
import { Refunds } from './refunds.tsx';
import { WaitingPeople } from './waiting-people.tsx';

const views = {
  orders: { label: t('orders'), View: OrderList },
  refunds: { label: t('refunds'), View: Refunds },
  alerts: { label: t('to_review_2'), View: Alerts },
  invoices: { label: t('invoices'), View: Invoices },
  waiting: { label: t('waiting_list'), View: WaitingPeople },
  accounts: { label: t('accounts_and_payouts'), View: Accounts },
} as const;

type ViewName = keyof typeof views;

export function Orders({ event, id }: EventPageProps) {
  const filters = useFilters();
  const mayWrite = useMayWrite();
  const asked = filters.get('show');
  const shown: ViewName = Object.hasOwn(views, asked) ? (asked as ViewName) : 'orders';
  const { View } = views[shown];
  return (
    <div className="beside">
      <div>
        <h1>{t('orders')}</h1>
        <nav className="tabs" aria-label={t('orders_and_money')}>
          {(Object.keys(views) as ViewName[]).map((name) => (
            <a
              key={name}
              href={`#/orders/${event.id}${name === 'orders' ? '' : `?show=${name}`}`}
              aria-current={name === shown ? 'page' : undefined}
            >
              {views[name].label}
            </a>
          ))}
        </nav>
        <View {...{ event, id, mayWrite }} />
      </div>
      {id !== null && <OrderDrawer key={id} {...{ event, id, mayWrite }} />}
    </div>
  );
}
