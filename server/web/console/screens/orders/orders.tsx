/** Orders and money, a view for each matter; which one is shown stands in the address. */
import { useMayWrite } from '../../data/may-write.ts';
import { useFilters } from '../../shell/address.ts';
import type { EventPageProps } from '../../shell/page-content.tsx';
import { Accounts } from './accounts.tsx';
import { Alerts } from './alerts.tsx';
import { Invoices } from './invoices.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { OrderList } from './order-list.tsx';
import { Refunds } from './refunds.tsx';
import { WaitingPeople } from './waiting-people.tsx';

const views = {
  orders: { label: 'Orders', View: OrderList },
  refunds: { label: 'Refunds', View: Refunds },
  alerts: { label: 'To review', View: Alerts },
  invoices: { label: 'Invoices', View: Invoices },
  waiting: { label: 'Waiting list', View: WaitingPeople },
  accounts: { label: 'Accounts and payouts', View: Accounts },
} as const;

type ViewName = keyof typeof views;

export interface OrderViewProps extends EventPageProps {
  readonly mayWrite: boolean;
}

export function Orders({ event, id }: EventPageProps) {
  const filters = useFilters();
  const mayWrite = useMayWrite();
  const asked = filters.get('show');
  const shown: ViewName = Object.hasOwn(views, asked) ? (asked as ViewName) : 'orders';
  const { View } = views[shown];
  return (
    <div className="beside">
      <div>
        <h1>Orders</h1>
        <nav className="tabs" aria-label="Orders and money">
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
