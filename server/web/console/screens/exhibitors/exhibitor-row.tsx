/** One exhibitor: its people and devices, its leads, its name; and one that was removed, whose leads are still there. */
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { momentAt } from '../../../parts/event-time.ts';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { TextRow } from '../../../parts/form/fields.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { t } from '../../../parts/text/text.ts';
import type { Acting } from '../../../parts/use-act.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { changeExhibitor, type Exhibitor, inviteMember, type Made, pairDevice } from './exhibitor.ts';
import { LeadsOf } from './leads-of.tsx';
import { VisitsOf } from './visits-of.tsx';

interface RemovedProps {
  readonly exhibitor: Exhibitor;
  readonly event: EventSummary;
  readonly acting: Acting;
  /** People who visited the booth; null: not known yet. */
  readonly visitors: number | null;
}

function Head({ exhibitor: { booth, id, name } }: Pick<RemovedProps, 'exhibitor'>) {
  return (
    <>
      <h2 id={`x-${id}`}>
        <bdi>{name}</bdi>
      </h2>
      {booth && <p>{`${t('booth')} ${booth}`}</p>}
    </>
  );
}

interface RowProps extends RemovedProps {
  /** Null: what was made no longer opens anything. */
  readonly onMade: (made: Made | null) => void;
}

export function ExhibitorRow({ exhibitor, event, acting, visitors, onMade }: RowProps) {
  const [isEdited, setEdited] = useState(false);
  const { id, name } = exhibitor;
  function remove(): void {
    if (!confirm(t('remove_the_exhibitor', { name }))) return;
    onMade(null);
    void acting.act(t('exhibitor_is_removed', { name }), () => changeExhibitor(event.id, id, { removed: true }));
  }
  return (
    <li className="card" aria-labelledby={`x-${id}`}>
      <Head exhibitor={exhibitor} />
      {isEdited && (
        <NameForm
          exhibitor={exhibitor}
          onCancel={() => setEdited(false)}
          onSave={async (values) => {
            await changeExhibitor(event.id, id, values);
            setEdited(false);
            void acting.act(t('saved'), async () => undefined);
          }}
        />
      )}
      <InviteForm eventId={event.id} exhibitor={exhibitor} onMade={onMade} />
      <div className="actions">
        <Button
          of={name}
          onClick={() => void acting.act('', async () => onMade(await pairDevice(event.id, exhibitor)))}
        >
          {t('pair_a_device')}
        </Button>
        {!isEdited && (
          <Button of={name} onClick={() => setEdited(true)}>
            {t('edit')}
          </Button>
        )}
        <Button look="danger" of={name} onClick={remove}>
          {t('remove')}
        </Button>
      </div>
      <VisitsOf event={event} exhibitor={exhibitor} visitors={visitors} />
      <LeadsOf eventId={event.id} exhibitor={exhibitor} acting={acting} />
    </li>
  );
}

export function RemovedRow({ exhibitor, event, acting, visitors }: RemovedProps) {
  const { id, name, removedAt } = exhibitor;
  return (
    <li className="card" aria-labelledby={`x-${id}`}>
      <Head exhibitor={exhibitor} />
      <p>{t('removed_from_the_event_on', { date: momentAt(event, removedAt ?? '') })}</p>
      <div className="actions">
        <Button
          of={name}
          onClick={() =>
            void acting.act(t('exhibitor_is_back', { name }), () => changeExhibitor(event.id, id, { removed: false }))
          }
        >
          {t('bring_back')}
        </Button>
      </div>
      <VisitsOf event={event} exhibitor={exhibitor} visitors={visitors} />
      <LeadsOf eventId={event.id} exhibitor={exhibitor} acting={acting} />
    </li>
  );
}

interface NameFormProps {
  readonly exhibitor: Exhibitor;
  readonly onCancel: () => void;
  readonly onSave: (values: { readonly name: string; readonly booth: string }) => Promise<void>;
}

function NameForm({ exhibitor, onCancel, onSave }: NameFormProps) {
  const { isDirty, set, value } = useDraft({ name: exhibitor.name, booth: exhibitor.booth ?? '' });
  return (
    <EditForm
      title={t('edit_the_exhibitor', { name: exhibitor.name })}
      submit={t('save')}
      of={exhibitor.name}
      {...{ isDirty, onCancel }}
      onSave={() => onSave({ name: value.name.trim(), booth: value.booth.trim() })}
    >
      <TextRow
        label={t('name')}
        name="name"
        required
        maxLength={200}
        value={value.name}
        onChange={(name) => set({ name })}
      />
      <TextRow
        label={t('booth')}
        name="booth"
        maxLength={60}
        value={value.booth}
        onChange={(booth) => set({ booth })}
      />
    </EditForm>
  );
}

interface InviteFormProps {
  readonly eventId: string;
  readonly exhibitor: Exhibitor;
  readonly onMade: (made: Made) => void;
}

function InviteForm({ eventId, exhibitor, onMade }: InviteFormProps) {
  const [email, setEmail] = useState('');
  async function invite(): Promise<void> {
    onMade(await inviteMember(eventId, exhibitor, email.trim()));
    setEmail('');
  }
  return (
    <EditForm
      title={t('invite_a_person')}
      submit={t('send_invitation')}
      of={exhibitor.name}
      isDirty={email !== ''}
      onSave={invite}
    >
      <TextRow
        label={t('email_of_a_person_there')}
        name="email"
        type="email"
        required
        maxLength={254}
        value={email}
        onChange={setEmail}
      />
    </EditForm>
  );
}
