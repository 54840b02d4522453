/** Lists the exhibitors of the event, also those removed: adds one, makes a link for its people, pairs its devices. */
import { useState } from 'react';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { TextRow } from '../../../parts/form/fields.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { QrPicture } from '../../../parts/qr-picture.tsx';
import { EmptyState, Notice } from '../../../parts/states.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { ValueRow } from '../../../parts/value-row.tsx';
import type { EventSummary } from '../../data/event-summary.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { listAll } from '../../data/page-query.ts';
import { pairingLink, usePublicLinks } from '../../data/public-link.ts';
import { addExhibitor, type Exhibitor, type Made } from './exhibitor.ts';
import { ExhibitorRow, RemovedRow } from './exhibitor-row.tsx';
import { useVisitors } from './visits-of.tsx';

/** Maximum number of exhibitors that the page shows, as it reads one piece: a larger fair works with the API. */

const noExhibitor = { name: '', booth: '' };

interface NewExhibitorProps {
  readonly eventId: string;
  readonly onAdded: (name: string) => void;
}

function NewExhibitor({ eventId, onAdded }: NewExhibitorProps) {
  const [value, setValue] = useState(noExhibitor);
  const name = value.name.trim();
  async function add(): Promise<void> {
    await addExhibitor(eventId, name, value.booth.trim());
    setValue(noExhibitor);
    onAdded(name);
  }
  return (
    <EditForm
      title={t('add_an_exhibitor')}
      submit={t('add_an_exhibitor')}
      isDirty={name !== '' || value.booth !== ''}
      onSave={add}
    >
      <TextRow
        label={t('name')}
        name="name"
        required
        maxLength={200}
        value={value.name}
        onChange={(typed) => setValue({ ...value, name: typed })}
      />
      <TextRow
        label={t('booth')}
        name="booth"
        maxLength={60}
        value={value.booth}
        onChange={(booth) => setValue({ ...value, booth })}
      />
    </EditForm>
  );
}

function MadeOnce({ eventId, made }: { readonly eventId: string; readonly made: Made }) {
  const links = usePublicLinks(eventId);
  if (made.kind === 'link')
    return (
      <section className="card" role="status">
        <p>{t('send_this_link_to', { email: made.email, name: made.exhibitor })}</p>
        <dl>
          <ValueRow label={t('link')} value={made.link} />
        </dl>
      </section>
    );
  if (!links) return null;
  const url = pairingLink(links, made.code);
  return (
    <section className="card pairing" role="status">
      <QrPicture text={url} label={t('qr_code_that_pairs_a_device_of', { name: made.exhibitor })} />
      <p>
        {tx('code_for_or_scan_the_qr_of_a_device', {
          name: made.exhibitor,
          strong: <strong>{made.code}</strong>,
          a: <a href={url}>{url}</a>,
        })}
      </p>
    </section>
  );
}

export function Exhibitors({ event }: { readonly event: EventSummary }) {
  const [made, setMade] = useState<Made | null>(null);
  const where = { event: { equals: event.id } };
  const { data, error, refresh } = useLiveQuery({
    key: ['exhibitors', event.id],
    read: () => listAll<Exhibitor>('exhibitors', { where, sort: 'name' }),
    of: ['exhibitors'],
  });
  const acting = useAct(refresh);
  const all = data ?? [];
  const found = all.filter(({ removedAt }) => removedAt === null);
  const removed = all.filter(({ removedAt }) => removedAt !== null);
  const visitors = useVisitors(all);
  return (
    <>
      <p>
        <a href={`#/kiosks/${event.id}`}>{t('kiosks')}</a>
      </p>
      <h1>{t('exhibitors')}</h1>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error ?? visitors.error} />
      {made && <MadeOnce eventId={event.id} made={made} />}
      <NewExhibitor
        eventId={event.id}
        onAdded={(name) => {
          acting.say(t('exhibitor_is_added', { name }));
          refresh();
        }}
      />
      {data && all.length === 0 && <EmptyState>{t('no_exhibitors_yet')}</EmptyState>}
      <ul className="tiles">
        {found.map((exhibitor) => (
          <ExhibitorRow
            key={exhibitor.id}
            exhibitor={exhibitor}
            event={event}
            acting={acting}
            visitors={visitors.counts?.[exhibitor.id] ?? null}
            onMade={setMade}
          />
        ))}
        {removed.map((exhibitor) => (
          <RemovedRow
            key={exhibitor.id}
            exhibitor={exhibitor}
            event={event}
            acting={acting}
            visitors={visitors.counts?.[exhibitor.id] ?? null}
          />
        ))}
      </ul>
    </>
  );
}
