/** One role of the organization: its name, what it is for, its scopes. */

import { EditForm } from '../../../../parts/form/edit-form.tsx';
import { FormRow } from '../../../../parts/form/form-row.tsx';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import { t } from '../../../../parts/text/text.ts';
import { request } from '../../../data/client.ts';
import { needScopes } from '../access/need-scopes.ts';
import { ScopePicker } from '../access/scope-picker.tsx';

export interface OwnRole {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly note: string | null;
  readonly scopes: readonly string[];
}

export interface RoleEditorProps {
  /** Null: a new one. */
  readonly role: OwnRole | null;
  readonly onCancel: () => void;
  readonly onSaved: (name: string) => void;
}

export function RoleEditor({ role, onCancel, onSaved }: RoleEditorProps) {
  const { value, isDirty, set } = useDraft({
    name: role?.name ?? '',
    note: role?.note ?? '',
    scopes: role?.scopes ?? [],
  });

  async function save(): Promise<void> {
    needScopes(value.scopes);
    const body = { ...value, name: value.name.trim(), note: value.note.trim() || null };
    if (role === null) await request('POST', '/api/v1/roles', body);
    else await request('PATCH', `/api/v1/roles/${role.id}`, body, role.version);
    onSaved(body.name);
  }

  const title = role === null ? t('new_role') : t('role_2', { name: role.name });
  return (
    <EditForm title={title} submit={t('save_role')} {...{ isDirty, onCancel }} onSave={save}>
      <FormRow label={t('name')} name="name" hint={t('lower_case_letters_digits_and_hyphens')}>
        {(row) => (
          <input
            {...row}
            required
            maxLength={60}
            autoComplete="off"
            autoCapitalize="none"
            value={value.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        )}
      </FormRow>
      <FormRow label={t('description_optional')} name="note">
        {(row) => (
          <input {...row} maxLength={500} value={value.note} onChange={({ target }) => set({ note: target.value })} />
        )}
      </FormRow>
      <ScopePicker
        chosen={value.scopes}
        hint={t('everyone_with_the_role_can_do')}
        onChange={(scopes) => set({ scopes })}
      />
    </EditForm>
  );
}
