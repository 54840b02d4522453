/** The form of a new API key: name, scopes, expiry. */

import { EditForm } from '../../../../parts/form/edit-form.tsx';
import { FormRow } from '../../../../parts/form/form-row.tsx';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import { fromLocalInput, localInput } from '../../../../parts/format-time.ts';
import { t } from '../../../../parts/text/text.ts';
import { request } from '../../../data/client.ts';
import { NameRow } from './name-row.tsx';
import { needScopes } from './need-scopes.ts';
import { ScopePicker } from './scope-picker.tsx';

export interface MadeKey {
  readonly id: string;
  readonly name: string;
  readonly apiKey: string;
}

export interface KeyFormProps {
  readonly onCancel: () => void;
  readonly onMade: (made: MadeKey) => void;
}

export function KeyForm({ onCancel, onMade }: KeyFormProps) {
  const { value, isDirty, set } = useDraft({ name: '', scopes: [] as readonly string[], until: '' });

  async function create(): Promise<void> {
    const { name, scopes, until } = value;
    needScopes(scopes);
    const expiresAt = fromLocalInput(until);
    const body = { name: name.trim(), scopes, ...(expiresAt === null ? {} : { expiresAt }) };
    onMade((await request<{ data: MadeKey }>('POST', '/api/v1/api-keys', body)).data);
  }

  return (
    <EditForm title={t('new_api_key')} submit={t('create_key')} {...{ isDirty, onCancel }} onSave={create}>
      <NameRow hint={t('what_uses_it_e_g_ticket')} value={value.name} onChange={(name) => set({ name })} />
      <ScopePicker
        chosen={value.scopes}
        hint={t('a_modules_scope_applies_to_all')}
        onChange={(scopes) => set({ scopes })}
      />
      <FormRow label={t('valid_until_optional')} name="expiresAt" hint={t('leave_empty_to_keep_it_valid')}>
        {(row) => (
          <input
            {...row}
            type="datetime-local"
            min={localInput(Date.now())}
            value={value.until}
            onChange={({ target }) => set({ until: target.value })}
          />
        )}
      </FormRow>
    </EditForm>
  );
}
