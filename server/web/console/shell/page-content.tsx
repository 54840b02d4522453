/** The page that the address names, for its event. */
import type { ReactNode } from 'react';
import type { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { Problem } from '../../parts/problem.tsx';
import { EmptyState, Loading } from '../../parts/states.tsx';
import type { EventSummary } from '../data/event-summary.ts';
import { Attendees } from '../screens/attendees/attendees.tsx';
import { BadgeEditor } from '../screens/badge/badge-editor.tsx';
import { BoardPage } from '../screens/board/board-page.tsx';
import { Gate } from '../screens/gate/gate.tsx';
import { ImportPage } from '../screens/import/import-page.tsx';
import { Kiosks } from '../screens/kiosks/kiosks.tsx';
import { Settings } from '../screens/settings/settings.tsx';
import { Supervisors } from '../screens/supervisors/supervisors.tsx';
import type { Address, PageName } from './address.ts';

const eventPages: Readonly<
  Record<Exclude<PageName, 'settings'>, (props: { readonly event: EventSummary }) => ReactNode>
> = {
  gate: Gate,
  board: BoardPage,
  attendees: Attendees,
  kiosks: Kiosks,
  badge: BadgeEditor,
  supervisors: Supervisors,
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
  const Page = eventPages[page];
  return (
    <>
      <Problem error={error} />
      {!isRead && !error && <Loading />}
      {isRead && !event && <NoEvent />}
      {event && <Page key={event.id} event={event} />}
    </>
  );
}

function NoEvent() {
  return (
    <EmptyState>
      <h1>No event yet</h1>
      <p>
        Create one with <code>POST /events</code>, or create a whole demo with <code>npm run -s gatehouse -- demo</code>
        .
      </p>
    </EmptyState>
  );
}
