/** Inviting a person, and giving a member another role. */

import { EditForm } from '../../../../parts/form/edit-form.tsx';
import { FormRow } from '../../../../parts/form/form-row.tsx';
import { useDraft } from '../../../../parts/form/use-draft.ts';
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
    <EditForm title="Invite someone" submit="Send invitation" {...{ isDirty, onCancel }} onSave={invite}>
      <FormRow label="Email" name="email" hint="The link in the email is valid for 7 days.">
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
      <FormRow label="Name (optional)" name="name">
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
      <RoleRow label="Role" name="role" value={value.role} onChange={(role) => set({ role })} />
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
    <EditForm title={`Role of ${member.email}`} submit="Change role" {...{ isDirty, onCancel }} onSave={change}>
      <RoleRow label="Role" name="role" value={value.role} onChange={(role) => set({ role })} />
    </EditForm>
  );
}
