/** Everyone who registered: search, filter, open one beside the list, do something for many. */

import { useEffect, useState } from 'react';
import { countText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { Notice } from '../../../parts/states.tsx';
import { type Chosen, chosenCount, chosenWhere, noneChosen } from '../../../parts/table/chosen.ts';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { t } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { useMayWrite } from '../../data/may-write.ts';
import { listAll, usePageQuery } from '../../data/page-query.ts';
import { useFilters } from '../../shell/address.ts';
import type { EventPageProps } from '../../shell/event-page.ts';
import { ExportShown } from '../import/export-shown.tsx';
import { AddAttendee } from './add-attendee.tsx';
import { attendeeColumns, type TypeNames } from './attendee-columns.tsx';
import { AttendeeDrawer } from './attendee-drawer.tsx';
import { AttendeeFilters, whereOf } from './attendee-filters.tsx';
import { Batches, showBatches } from './batches.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { BulkCancel } from './bulk-cancel.tsx';
import type { Registration } from './registration.ts';
import './attendees.css';

const pageSize = 50;
const noTypes: TypeNames = new Map();

function useTypeNames(eventId: string): TypeNames {
  const { data } = useLiveQuery({
    key: ['ticket-types', eventId],
    read: async () => {
      const where = { event: { equals: eventId } };
      const types = await listAll<{ id: string; name: string; key: string }>('ticket_types', {
        where,
        sort: 'position',
      });
      return new Map(types.map((type) => [type.id, type]));
    },
    of: ['ticket_types'],
  });
  return data ?? noTypes;
}

export function Attendees({ event, id }: EventPageProps) {
  const filters = useFilters();
  const types = useTypeNames(event.id);
  const mayWrite = useMayWrite();
  const [chosen, setChosen] = useState<Chosen>(noneChosen);
  const [isCancelling, setCancelling] = useState(false);
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
  const count = chosenCount(chosen, total);
  const chosenOnes = { where: chosenWhere(chosen, where), search: chosen.all ? search : '' };
  // Other filters, other rows: a choice of all would mean other people than were looked at.
  const shown = JSON.stringify([where, search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the list asks for others
  useEffect(() => setChosen(noneChosen), [shown]);
  const path = (to: string) => `#/attendees/${event.id}${to}${filters.query}`;
  return (
    <div className="beside">
      <div>
        <div className="head">
          <h1>{t('attendees')}</h1>
          <div className="actions">
            <a className="btn" href={`#/import/${event.id}`}>
              {t('import_and_export')}
            </a>
            {mayWrite && (
              <a className="btn primary" href={path('/new')}>
                {t('add_attendee')}
              </a>
            )}
          </div>
        </div>
        <AttendeeFilters key={search} filters={filters} types={types} />
        <Batches event={event} />
        <Problem error={acting.problem ?? error} />
        <DataTable
          name="attendees"
          caption={t('attendees')}
          rows={pages.rows}
          pages={pages}
          nameOf={({ name }) => name}
          notice={
            <Notice>
              {acting.notice ||
                (total === null ? '' : `${countText(total)} ${total === 1 ? t('person_2') : t('people_3')}`)}
            </Notice>
          }
          tools={
            <ExportShown
              eventId={event.id}
              dataset="registrations"
              {...{ where, search, acting }}
              sort={pages.sorting.value}
            />
          }
          columns={attendeeColumns(event, types, (registration) => path(`/${registration}`))}
          {...(mayWrite && { selection: { chosen, onChange: setChosen } })}
          empty={filters.query ? t('no_one_matches_try_fewer_letters') : t('no_attendees_yet_share_the_registration')}
        />
        {count > 0 && (
          <BulkBar
            {...{ event, acting, count, chosenOnes }}
            onCancel={() => setCancelling(true)}
            onClear={() => setChosen(noneChosen)}
          />
        )}
      </div>
      {isCancelling && count > 0 && (
        <BulkCancel
          {...{ event, count, chosenOnes }}
          onClose={() => setCancelling(false)}
          onStarted={() => {
            setCancelling(false);
            setChosen(noneChosen);
            showBatches();
          }}
        />
      )}
      {id === 'new' && <AddAttendee event={event} types={types} backTo={path('')} />}
      {id !== null && id !== 'new' && (
        <AttendeeDrawer key={id} {...{ event, id, types, mayWrite, acting }} backTo={path('')} />
      )}
    </div>
  );
}
