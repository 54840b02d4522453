/** The page that the address names, for its event. */
import type { ReactNode } from 'react';
import type { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { Problem } from '../../parts/problem.tsx';
import { Loading } from '../../parts/states.tsx';
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
  /** Whether the events have been read. */
  readonly isRead: boolean;
  readonly error: GatehouseError | null;
}

export function PageContent({ address: { page, section, id }, event, isRead, error }: PageContentProps) {
  if (page === 'settings') return <Settings section={section} id={id} />;
  if (page === 'new') return <NewEvent isFirst={isRead && !event} />;
  const Page = eventPages[page];
  return (
    <>
      <Problem error={error} />
      {!isRead && !error && <Loading />}
      {isRead && !event && <NewEvent isFirst />}
      {event && <Page key={`${page} ${event.id}`} event={event} id={id} />}
    </>
  );
}
