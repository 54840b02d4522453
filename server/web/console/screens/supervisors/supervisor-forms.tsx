/** The forms that make a supervisor and set a PIN. A PIN is typed twice, and no page shows it once it is set. */

import { EditForm } from '../../../parts/form/edit-form.tsx';
import { FormRow } from '../../../parts/form/form-row.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { t } from '../../../parts/text/text.ts';
import { request } from '../../data/client.ts';
import type { Member } from '../settings/members/member.ts';
import { checkPin, pinRule } from './pin-words.ts';
import type { Supervisor } from './supervisor.ts';

interface PinDraft {
  readonly pin: string;
  readonly repeated: string;
}

interface PinRowsProps {
  readonly value: PinDraft;
  readonly set: (patch: Partial<PinDraft>) => void;
}

const digits = { type: 'password', inputMode: 'numeric', autoComplete: 'new-password', required: true } as const;
const digitsMax = 12;

function PinRows({ value, set }: PinRowsProps) {
  return (
    <>
      <FormRow label={t('pin')} name="pin" hint={pinRule}>
        {(row) => (
          <input
            {...row}
            {...digits}
            maxLength={digitsMax}
            value={value.pin}
            onChange={({ target }) => set({ pin: target.value })}
          />
        )}
      </FormRow>
      <FormRow label={t('repeat_the_pin')} name="repeated">
        {(row) => (
          <input
            {...row}
            {...digits}
            maxLength={digitsMax}
            value={value.repeated}
            onChange={({ target }) => set({ repeated: target.value })}
          />
        )}
      </FormRow>
    </>
  );
}

export interface NewSupervisorProps {
  readonly eventId: string;
  /** Null: not read yet, or the actor may not read them. */
  readonly members: readonly Member[] | null;
  readonly onCancel: () => void;
  readonly onMade: (name: string) => void;
}

export function NewSupervisor({ eventId, members, onCancel, onMade }: NewSupervisorProps) {
  const { value, isDirty, set } = useDraft({ name: '', member: '', pin: '', repeated: '' });

  async function make(): Promise<void> {
    checkPin(value.pin, value.repeated);
    const { name, member, pin } = value;
    await request('POST', `/events/${eventId}/supervisors`, { name: name.trim(), pin, member: member || null });
    onMade(name.trim());
  }

  return (
    <EditForm title={t('new_supervisor')} submit={t('add_supervisor')} {...{ isDirty, onCancel }} onSave={make}>
      <FormRow label={t('name')} name="name" hint={t('the_name_the_supervisor_chooses_at')}>
        {(row) => (
          <input
            {...row}
            required
            maxLength={120}
            autoComplete="off"
            value={value.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        )}
      </FormRow>
      {members && (
        <FormRow label={t('member_optional')} name="member" hint={t('members_can_later_set_their_own')}>
          {(row) => (
            <select {...row} value={value.member} onChange={({ target }) => set({ member: target.value })}>
              <option value="">{t('does_not_log_in_here')}</option>
              {members.map(({ id, email, name }) => (
                <option key={id} value={id}>
                  {name === null ? email : `${name} (${email})`}
                </option>
              ))}
            </select>
          )}
        </FormRow>
      )}
      <PinRows value={value} set={set} />
    </EditForm>
  );
}

export interface PinFormProps {
  readonly eventId: string;
  readonly supervisor: Supervisor;
  readonly isOwn: boolean;
  readonly onCancel: () => void;
  readonly onSet: () => void;
}

export function PinForm({ eventId, supervisor, isOwn, onCancel, onSet }: PinFormProps) {
  const { value, isDirty, set } = useDraft({ pin: '', repeated: '' });
  const { active, id, name } = supervisor;

  async function change(): Promise<void> {
    checkPin(value.pin, value.repeated);
    const bringsBack = active ? {} : { active: true };
    await request('POST', `/events/${eventId}/supervisors`, { supervisorId: id, pin: value.pin, ...bringsBack });
    onSet();
  }

  return (
    <EditForm
      title={isOwn ? t('your_pin') : t('new_pin_for', { name })}
      submit={t('set_pin')}
      {...{ isDirty, onCancel }}
      onSave={change}
    >
      <PinRows value={value} set={set} />
    </EditForm>
  );
}
