/** Everyone who registered: search, look at one, and what an organizer does for them. */
import { useState } from 'react';
import { SearchRow } from '../../../parts/form/search-row.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { RowButton } from '../../../parts/row-button.tsx';
import { Notice } from '../../../parts/states.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { useAct } from '../../../parts/use-act.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { listPage, usePageQuery } from '../../data/page-query.ts';
import { attendeeColumns, type TypeNames } from './attendee-columns.tsx';
import { openTicket, type Registration, reprintBadge } from './registration.ts';

const pageSize = 25;
const typesMax = 200;
const noTypes: TypeNames = new Map();

function useTypeNames(eventId: string): TypeNames {
  const { data } = useLiveQuery({
    key: ['ticket-types', eventId],
    read: async () => {
      const where = { event: { equals: eventId } };
      const page = await listPage<{ id: string; name: string }>('ticket_types', { where, limit: typesMax });
      return new Map(page.data.map((type) => [type.id, type]));
    },
    of: ['ticket_types'],
  });
  return data ?? noTypes;
}

export function Attendees({ event }: { readonly event: EventSummary }) {
  const [search, setSearch] = useState('');
  const types = useTypeNames(event.id);
  const pages = usePageQuery<Registration>('registrations', {
    where: { event: { equals: event.id } },
    sort: 'name',
    limit: pageSize,
    count: 'exact',
    search,
  });
  const { error, refresh } = pages.live;
  const acting = useAct(refresh);
  const { total } = pages;
  return (
    <>
      <h1>Attendees</h1>
      <p>
        <a href={`#/import/${event.id}`}>Import and export</a>
      </p>
      <SearchRow label="Name, email, company or ticket number" onSearch={setSearch} />
      <Notice>{acting.notice || (total === null ? '' : `${total} ${total === 1 ? 'person' : 'people'}`)}</Notice>
      <Problem error={acting.problem ?? error} />
      <DataTable
        caption="Attendees"
        rows={pages.rows}
        pages={pages}
        nameOf={({ name }) => name}
        columns={attendeeColumns(event, types)}
        actions={({ id, name }) => (
          <>
            <RowButton
              label="Ticket"
              of={`of ${name}`}
              onClick={() => void acting.act('Ticket page opened.', () => openTicket(event.id, id))}
            />
            <RowButton
              label="Badge"
              of={`of ${name}`}
              onClick={() => void acting.act(`Badge of ${name} queued.`, () => reprintBadge(event.id, id))}
            />
          </>
        )}
        empty={search ? `No one matches “${search}”. Try fewer letters.` : 'No attendees yet.'}
      />
    </>
  );
}
