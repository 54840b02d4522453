/** Who exhibits at the event: add one, make a link for its people, pair its devices. */
import { type FormEvent, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { QrPicture } from '../../../parts/qr-picture.tsx';
import { EmptyState, Notice } from '../../../parts/states.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import { type Acting, useAct } from '../../../parts/use-act.ts';
import { ValueRow } from '../../../parts/value-row.tsx';
import type { EventSummary } from '../../data/event-summary.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { listPage } from '../../data/page-query.ts';
import { pairingLink } from '../../data/public-link.ts';
import { addExhibitor, type Exhibitor, inviteMember, type Made, pairDevice } from './exhibitor.ts';
import { LeadsOf } from './leads-of.tsx';

/** The page has no pieces: a fair with more exhibitors works with the API. */
const listMax = 200;

/** The form is emptied once its work is done: what was refused stays, to be corrected. @param work whether it was done */
async function sendTexts(
  submitted: FormEvent<HTMLFormElement>,
  work: (text: (name: string) => string) => Promise<boolean>,
): Promise<void> {
  submitted.preventDefault();
  const form = submitted.currentTarget;
  const texts = new FormData(form);
  if (await work((name) => String(texts.get(name) ?? '').trim())) form.reset();
}

function NewExhibitor({ eventId, acting }: { readonly eventId: string; readonly acting: Acting }) {
  function add(submitted: FormEvent<HTMLFormElement>): void {
    void sendTexts(submitted, (text) => {
      const name = text('name');
      return acting.act(t('exhibitor_is_added', { name }), () => addExhibitor(eventId, name, text('booth')));
    });
  }
  return (
    <section className="card" aria-labelledby="add-exhibitor">
      <h2 id="add-exhibitor">{t('add_an_exhibitor')}</h2>
      <form className="edit" onSubmit={add}>
        <div className="row">
          <label htmlFor="exhibitor-name">{t('name')}</label>
          <input id="exhibitor-name" name="name" required maxLength={200} autoComplete="off" />
        </div>
        <div className="row">
          <label htmlFor="exhibitor-booth">{t('booth')}</label>
          <input id="exhibitor-booth" name="booth" maxLength={60} autoComplete="off" />
        </div>
        <div className="actions">
          <Button type="submit" look="primary">
            {t('add_an_exhibitor')}
          </Button>
        </div>
      </form>
    </section>
  );
}

function MadeOnce({ made }: { readonly made: Made }) {
  if (made.kind === 'link')
    return (
      <section className="card" role="status">
        <p>{t('send_this_link_to', { email: made.email, name: made.exhibitor })}</p>
        <dl>
          <ValueRow label={t('link')} value={made.link} />
        </dl>
      </section>
    );
  const url = pairingLink(made.code);
  return (
    <section className="card pairing" role="status">
      <QrPicture text={url} label={t('qr_code_that_pairs_a_device_of', { name: made.exhibitor })} />
      <p>
        {tx('code_for_or_scan_the_qr', {
          gate: made.exhibitor,
          strong: <strong>{made.code}</strong>,
          a: <a href={url}>{url}</a>,
        })}
      </p>
    </section>
  );
}

interface RowProps {
  readonly exhibitor: Exhibitor;
  readonly eventId: string;
  readonly acting: Acting;
  readonly onMade: (made: Made) => void;
}

function ExhibitorRow({ exhibitor, eventId, acting, onMade }: RowProps) {
  const { booth, id, name } = exhibitor;
  function invite(submitted: FormEvent<HTMLFormElement>): void {
    void sendTexts(submitted, (text) =>
      acting.act('', async () => onMade(await inviteMember(eventId, exhibitor, text('email')))),
    );
  }
  return (
    <li className="card" aria-labelledby={`x-${id}`}>
      <h3 id={`x-${id}`}>
        <bdi>{name}</bdi>
      </h3>
      {booth !== null && <p>{`${t('booth')} ${booth}`}</p>}
      <form className="edit" onSubmit={invite}>
        <div className="row">
          <label htmlFor={`email-${id}`}>{t('email_of_a_person_there')}</label>
          <input id={`email-${id}`} name="email" type="email" required maxLength={254} autoComplete="off" />
        </div>
        <div className="actions">
          <Button type="submit" of={name}>
            {t('send_invitation')}
          </Button>
          <Button
            of={name}
            onClick={() => void acting.act('', async () => onMade(await pairDevice(eventId, exhibitor)))}
          >
            {t('pair_a_device')}
          </Button>
        </div>
      </form>
      <LeadsOf eventId={eventId} exhibitor={exhibitor} acting={acting} />
    </li>
  );
}

export function Exhibitors({ event }: { readonly event: EventSummary }) {
  const [made, setMade] = useState<Made | null>(null);
  const where = { event: { equals: event.id } };
  const { data, error, refresh } = useLiveQuery({
    key: ['exhibitors', event.id],
    read: () => listPage<Exhibitor>('exhibitors', { where, sort: 'name', limit: listMax }),
    of: ['exhibitors'],
  });
  const acting = useAct(refresh);
  const found = data?.data ?? [];
  return (
    <>
      <p>
        <a href={`#/kiosks/${event.id}`}>{t('kiosks')}</a>
      </p>
      <h1>{t('exhibitors')}</h1>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      {made && <MadeOnce made={made} />}
      <NewExhibitor eventId={event.id} acting={acting} />
      {data && found.length === 0 && <EmptyState>{t('no_exhibitors_yet')}</EmptyState>}
      <ul className="tiles">
        {found.map((exhibitor) => (
          <ExhibitorRow key={exhibitor.id} exhibitor={exhibitor} eventId={event.id} acting={acting} onMade={setMade} />
        ))}
      </ul>
    </>
  );
}
