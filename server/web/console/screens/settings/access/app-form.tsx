/** A new app: its name, where people are sent back to, what it may ask for, and whether it can keep a secret. */

import { EditForm } from '../../../../parts/form/edit-form.tsx';
import { FormRow, GroupRow } from '../../../../parts/form/form-row.tsx';
import { linesOf } from '../../../../parts/form/lines-of.ts';
import { useDraft } from '../../../../parts/form/use-draft.ts';
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

/** The secret is there this once, and only of an app that can keep one. */
export interface MadeApp extends OAuthApp {
  readonly clientSecret?: string;
}

export interface AppFormProps {
  readonly onCancel: () => void;
  readonly onMade: (made: MadeApp) => void;
}

const kinds = [
  { confidential: true, label: 'Confidential', hint: 'Runs on its own server and can keep a secret.' },
  {
    confidential: false,
    label: 'Public',
    hint: 'Runs in a browser or on a phone and cannot keep a secret. PKCE protects it.',
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
    <EditForm title="New app" submit="Register the app" {...{ isDirty, onCancel }} onSave={register}>
      <NameRow
        hint="People see it when they authorize the app."
        value={value.name}
        onChange={(name) => set({ name })}
      />
      <FormRow
        label="Redirect addresses"
        name="redirectUris"
        hint="One per line, as the app sends them: https, http://127.0.0.1 for a program on the same computer, or the app’s own scheme."
      >
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
      <GroupRow label="Kind" name="confidential">
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
        hint="The most it can request from a person. It never gets more access than that person has."
        onChange={(scopes) => set({ scopes })}
      />
    </EditForm>
  );
}
