/**
 * The tables at which attendees meet, one meeting at a time at each. An event without tables leaves the place to the two
 * people.
 */
import { useState } from 'react';
import { Button } from '../../../../parts/button.tsx';
import { EditForm } from '../../../../parts/form/edit-form.tsx';
import { TextRow } from '../../../../parts/form/fields.tsx';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import { Problem } from '../../../../parts/problem.tsx';
import { Notice } from '../../../../parts/states.tsx';
import { t } from '../../../../parts/text/text.ts';
import { useAct } from '../../../../parts/use-act.ts';
import { request } from '../../../data/client.ts';
import { useLiveQuery } from '../../../data/live-query.ts';
import { listAll } from '../../../data/page-query.ts';
import type { EventSectionProps } from '../event-section.ts';

interface Table {
  readonly id: string;
  readonly name: string;
  readonly position: number;
}

const path = '/api/v1/meeting_locations';

function readTables(eventId: string): Promise<readonly Table[]> {
  const where = { event: { equals: eventId }, active: { equals: true } };
  return listAll('meeting_locations', { where, sort: ['position', 'name'] });
}

export function MeetingTables({ event, mayWrite }: Pick<EventSectionProps, 'event' | 'mayWrite'>) {
  const [edited, setEdited] = useState<Table | 'new' | null>(null);
  const { data, error, refresh } = useLiveQuery({
    key: ['meeting-tables', event.id],
    read: () => readTables(event.id),
    of: ['meeting_locations'],
  });
  const acting = useAct(refresh);
  const tables = data ?? [];
  // Meetings that were held there keep the table: it is put out of use.
  const remove = ({ id, name }: Table) =>
    confirm(t('remove_the_table', { name })) &&
    void acting.act(t('table_removed', { name }), () => request('PATCH', `${path}/${id}`, { active: false }));

  async function save(name: string): Promise<void> {
    const position = 1 + Math.max(0, ...tables.map((table) => table.position));
    if (edited === 'new') await request('POST', path, { event: event.id, name, position });
    else if (edited) await request('PATCH', `${path}/${edited.id}`, { name });
    setEdited(null);
    refresh();
  }

  return (
    <section className="card" aria-labelledby="meeting-tables">
      <div className="head">
        <h2 id="meeting-tables">{t('meeting_tables')}</h2>
        {mayWrite && edited === null && <Button onClick={() => setEdited('new')}>{t('add_a_table')}</Button>}
      </div>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      {data?.length === 0 && edited === null && <p>{t('no_tables_yet')}</p>}
      <ul className="rows">
        {tables.map((table) => (
          <li key={table.id}>
            <div>
              <b>
                <bdi>{table.name}</bdi>
              </b>
            </div>
            {mayWrite && (
              <>
                <Button small of={table.name} onClick={() => setEdited(table)}>
                  {t('edit')}
                </Button>
                <Button small look="danger" of={table.name} onClick={() => remove(table)}>
                  {t('remove')}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {edited !== null && (
        <TableForm
          key={edited === 'new' ? 'new' : edited.id}
          name={edited === 'new' ? null : edited.name}
          onCancel={() => setEdited(null)}
          onSave={save}
        />
      )}
    </section>
  );
}

interface TableFormProps {
  /** Null: a new one. */
  readonly name: string | null;
  readonly onCancel: () => void;
  readonly onSave: (name: string) => Promise<void>;
}

function TableForm({ name, onCancel, onSave }: TableFormProps) {
  const { isDirty, set, value } = useDraft({ name: name ?? '' });
  return (
    <EditForm
      title={name === null ? t('new_table') : t('edit_table', { name })}
      submit={name === null ? t('add_table') : t('save')}
      {...{ isDirty, onCancel }}
      onSave={() => onSave(value.name.trim())}
    >
      <TextRow
        label={t('name')}
        name="name"
        required
        maxLength={120}
        value={value.name}
        onChange={(typed) => set({ name: typed })}
      />
    </EditForm>
  );
}
