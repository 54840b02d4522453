/** The page that the address names, for its event. */
import type { ReactNode } from 'react';
import type { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { Problem } from '../../parts/problem.tsx';
import { EmptyState, Loading } from '../../parts/states.tsx';
import { t } from '../../parts/text/text.ts';
import type { EventSummary } from '../data/event-summary.ts';
import { Attendees } from '../screens/attendees/attendees.tsx';
import { Audience } from '../screens/audience/audience.tsx';
import { BadgeEditor } from '../screens/badge/badge-editor.tsx';
import { BoardPage } from '../screens/board/board-page.tsx';
import { EventSettings } from '../screens/event/event-settings.tsx';
import { Exhibitors } from '../screens/exhibitors/exhibitors.tsx';
import { Gate } from '../screens/gate/gate.tsx';
import { ImportPage } from '../screens/import/import-page.tsx';
import { Kiosks } from '../screens/kiosks/kiosks.tsx';
import { Messages } from '../screens/messages/messages.tsx';
import { NewEvent } from '../screens/new-event/new-event.tsx';
import { StartPage } from '../screens/new-event/start-page.tsx';
import { Orders } from '../screens/orders/orders.tsx';
import { Overview } from '../screens/overview/overview.tsx';
import { SchedulePage } from '../screens/schedule/schedule.tsx';
import { Settings } from '../screens/settings/settings.tsx';
import { StreamPage } from '../screens/stream/stream-page.tsx';
import { Supervisors } from '../screens/supervisors/supervisors.tsx';
import { Tickets } from '../screens/tickets/tickets.tsx';
import type { Address, PageName } from './address.ts';
import type { EventPageProps } from './event-page.ts';

const eventPages: Readonly<Record<Exclude<PageName, 'settings' | 'new'>, (props: EventPageProps) => ReactNode>> = {
  overview: Overview,
  orders: Orders,
  tickets: Tickets,
  schedule: SchedulePage,
  stream: StreamPage,
  audience: Audience,
  messages: Messages,
  event: EventSettings,
  start: StartPage,
  gate: Gate,
  board: BoardPage,
  attendees: Attendees,
  kiosks: Kiosks,
  badge: BadgeEditor,
  supervisors: Supervisors,
  exhibitors: Exhibitors,
  import: ImportPage,
};

export interface PageContentProps {
  readonly address: Address;
  readonly event: EventSummary | null;
  /** Whether it is known which event is shown, or that none is. */
  readonly isRead: boolean;
  /** Another event, where the address names one that does not exist; else null. */
  readonly other: EventSummary | null;
  readonly error: GatehouseError | null;
}

export function PageContent({ address: { page, section, id }, event, isRead, other, error }: PageContentProps) {
  if (page === 'settings') return <Settings section={section} id={id} />;
  if (page === 'new') return <NewEvent isFirst={isRead && !event} />;
  const Page = eventPages[page];
  return (
    <>
      <Problem error={error} />
      {!isRead && !error && <Loading />}
      {other && <NoSuchEvent other={other} />}
      {isRead && !event && !other && <NewEvent isFirst />}
      {event && <Page key={`${page} ${event.id}`} event={event} id={id} />}
    </>
  );
}

function NoSuchEvent({ other }: { readonly other: EventSummary }) {
  return (
    <>
      <h1>{t('event_not_found')}</h1>
      <EmptyState>
        <p>{t('no_event_at_this_address')}</p>
        <a className="btn" href={`#/overview/${other.id}`}>
          {t('open_event', { name: other.name })}
        </a>
      </EmptyState>
    </>
  );
}
