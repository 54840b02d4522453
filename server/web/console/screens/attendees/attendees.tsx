/** Everyone who registered: search, filter, open one beside the list, do something for many. */
import { useState } from 'react';
import { countText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { Notice } from '../../../parts/states.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { useAct } from '../../../parts/use-act.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { useMayWrite } from '../../data/may-write.ts';
import { listPage, usePageQuery } from '../../data/page-query.ts';
import { useFilters } from '../../shell/address.ts';
import type { EventPageProps } from '../../shell/event-page.ts';
import { ExportShown } from '../import/export-shown.tsx';
import { AddAttendee } from './add-attendee.tsx';
import { attendeeColumns, type TypeNames } from './attendee-columns.tsx';
import { AttendeeDrawer } from './attendee-drawer.tsx';
import { AttendeeFilters, whereOf } from './attendee-filters.tsx';
import { BulkBar } from './bulk-bar.tsx';
import type { Registration } from './registration.ts';
import './attendees.css';

const pageSize = 50;
const typesMax = 200;
const noTypes: TypeNames = new Map();

function useTypeNames(eventId: string): TypeNames {
  const { data } = useLiveQuery({
    key: ['ticket-types', eventId],
    read: async () => {
      const where = { event: { equals: eventId } };
      const page = await listPage<{ id: string; name: string; key: string }>('ticket_types', {
        where,
        sort: 'position',
        limit: typesMax,
      });
      return new Map(page.data.map((type) => [type.id, type]));
    },
    of: ['ticket_types'],
  });
  return data ?? noTypes;
}

export function Attendees({ event, id }: EventPageProps) {
  const filters = useFilters();
  const types = useTypeNames(event.id);
  const mayWrite = useMayWrite();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const search = filters.get('q');
  const where = whereOf(event.id, filters);
  const pages = usePageQuery<Registration>('registrations', {
    where,
    sort: 'name',
    limit: pageSize,
    count: 'exact',
    search,
  });
  const { error, refresh } = pages.live;
  const acting = useAct(refresh);
  const { total } = pages;
  const path = (to: string) => `#/attendees/${event.id}${to}${filters.query}`;
  return (
    <div className="beside">
      <div>
        <div className="head">
          <h1>Attendees</h1>
          <div className="actions">
            <a className="btn" href={`#/import/${event.id}`}>
              Import and export
            </a>
            {mayWrite && (
              <a className="btn primary" href={path('/new')}>
                Add attendee
              </a>
            )}
          </div>
        </div>
        <AttendeeFilters key={search} filters={filters} types={types} />
        <div className="head">
          <Notice>
            {acting.notice || (total === null ? '' : `${countText(total)} ${total === 1 ? 'person' : 'people'}`)}
          </Notice>
          <ExportShown eventId={event.id} dataset="registrations" {...{ where, search, acting }} />
        </div>
        <Problem error={acting.problem ?? error} />
        <DataTable
          caption="Attendees"
          rows={pages.rows}
          pages={pages}
          nameOf={({ name }) => name}
          columns={attendeeColumns(event, types, (registration) => path(`/${registration}`))}
          {...(mayWrite && { selection: { ids: chosen, onChange: setChosen } })}
          empty={
            filters.query
              ? 'No one matches. Try fewer letters or another filter.'
              : 'No attendees yet. Share the registration page, or add someone by hand.'
          }
        />
        {chosen.size > 0 && <BulkBar event={event} ids={chosen} acting={acting} onClear={() => setChosen(new Set())} />}
      </div>
      {id === 'new' && <AddAttendee event={event} types={types} backTo={path('')} />}
      {id !== null && id !== 'new' && (
        <AttendeeDrawer key={id} {...{ event, id, types, mayWrite, acting }} backTo={path('')} />
      )}
    </div>
  );
}
