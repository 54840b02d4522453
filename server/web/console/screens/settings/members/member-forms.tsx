/** Inviting a person, and giving a member another role. */

import { EditForm } from '../../../../parts/form/edit-form.tsx';
import { FormRow } from '../../../../parts/form/form-row.tsx';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import { t } from '../../../../parts/text/text.ts';
import { request } from '../../../data/client.ts';
import type { MemberAnswer } from './left-keys.tsx';
import type { Member } from './member.ts';
import { RoleRow } from './role-row.tsx';

export interface InviteFormProps {
  readonly onCancel: () => void;
  readonly onInvited: (email: string) => void;
}

export function InviteForm({ onCancel, onInvited }: InviteFormProps) {
  const { value, isDirty, set } = useDraft({ email: '', name: '', role: 'viewer' });

  async function invite(): Promise<void> {
    const [email, name] = [value.email.trim(), value.name.trim()];
    await request('POST', '/api/v1/members', { email, role: value.role, ...(name === '' ? {} : { name }) });
    onInvited(email);
  }

  return (
    <EditForm title={t('invite_someone')} submit={t('send_invitation')} {...{ isDirty, onCancel }} onSave={invite}>
      <FormRow label={t('email')} name="email" hint={t('the_link_in_the_email_is')}>
        {(row) => (
          <input
            {...row}
            type="email"
            required
            maxLength={254}
            autoComplete="off"
            value={value.email}
            onChange={({ target }) => set({ email: target.value })}
          />
        )}
      </FormRow>
      <FormRow label={t('name_optional')} name="name">
        {(row) => (
          <input
            {...row}
            maxLength={120}
            autoComplete="off"
            value={value.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        )}
      </FormRow>
      <RoleRow label={t('role')} name="role" value={value.role} onChange={(role) => set({ role })} />
    </EditForm>
  );
}

export interface RoleFormProps {
  readonly member: Member;
  readonly onCancel: () => void;
  readonly onChanged: (role: string, answer: MemberAnswer) => void;
}

export function RoleForm({ member, onCancel, onChanged }: RoleFormProps) {
  const { value, isDirty, set } = useDraft({ role: member.role });

  async function change(): Promise<void> {
    onChanged(value.role, await request<MemberAnswer>('PATCH', `/api/v1/members/${member.id}`, value));
  }

  return (
    <EditForm
      title={t('role_of', { email: member.email })}
      submit={t('change_role')}
      {...{ isDirty, onCancel }}
      onSave={change}
    >
      <RoleRow label={t('role')} name="role" value={value.role} onChange={(role) => set({ role })} />
    </EditForm>
  );
}
