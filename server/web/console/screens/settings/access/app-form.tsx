/** A new app: its name, where people are sent back to, what it may ask for, and whether it can keep a secret. */

import { EditForm } from '../../../../parts/form/edit-form.tsx';
import { FormRow, GroupRow } from '../../../../parts/form/form-row.tsx';
import { linesOf } from '../../../../parts/form/lines-of.ts';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import { t } from '../../../../parts/text/text.ts';
import { request } from '../../../data/client.ts';
import { NameRow } from './name-row.tsx';
import { needScopes } from './need-scopes.ts';
import { ScopePicker } from './scope-picker.tsx';

export interface OAuthApp {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  readonly confidential: boolean;
  readonly createdAt: string;
}

/** An app as it was just made: only this answer has the secret, and only for an app that can keep one. */
export interface MadeApp extends OAuthApp {
  readonly clientSecret?: string;
}

export interface AppFormProps {
  readonly onCancel: () => void;
  readonly onMade: (made: MadeApp) => void;
}

const kinds = [
  { confidential: true, label: t('confidential'), hint: t('runs_on_its_own_server_and') },
  {
    confidential: false,
    label: t('public'),
    hint: t('runs_in_a_browser_or_on'),
  },
] as const;

export function AppForm({ onCancel, onMade }: AppFormProps) {
  const { value, isDirty, set } = useDraft({
    name: '',
    redirects: '',
    scopes: [] as readonly string[],
    confidential: true,
  });

  async function register(): Promise<void> {
    const { name, redirects, scopes, confidential } = value;
    needScopes(scopes);
    const body = { name: name.trim(), redirectUris: linesOf(redirects), scopes, confidential };
    onMade((await request<{ data: MadeApp }>('POST', '/api/v1/oauth-clients', body)).data);
  }

  return (
    <EditForm title={t('new_app')} submit={t('register_the_app')} {...{ isDirty, onCancel }} onSave={register}>
      <NameRow hint={t('people_see_it_when_they_authorize')} value={value.name} onChange={(name) => set({ name })} />
      <FormRow label={t('redirect_addresses')} name="redirectUris" hint={t('one_per_line_as_the_app')}>
        {(row) => (
          <textarea
            {...row}
            required
            rows={3}
            spellCheck={false}
            placeholder="https://app.example.org/callback"
            value={value.redirects}
            onChange={({ target }) => set({ redirects: target.value })}
          />
        )}
      </FormRow>
      <GroupRow label={t('kind')} name="confidential">
        {kinds.map(({ confidential, label, hint }) => (
          <label key={label} className="check">
            <input
              type="radio"
              name="confidential"
              checked={value.confidential === confidential}
              onChange={() => set({ confidential })}
            />
            <span>
              {label}
              <small>{hint}</small>
            </span>
          </label>
        ))}
      </GroupRow>
      <ScopePicker
        chosen={value.scopes}
        hint={t('the_most_it_can_request_from')}
        onChange={(scopes) => set({ scopes })}
      />
    </EditForm>
  );
}
