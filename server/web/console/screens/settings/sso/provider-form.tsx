/** The identity provider's side: who it is, what it signs with, and who becomes a member with which role. */

import { EditForm } from '../../../../parts/form/edit-form.tsx';
import { CheckRow, FormRow } from '../../../../parts/form/form-row.tsx';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import { request } from '../../../data/client.ts';
import { RoleRow } from '../members/role-row.tsx';
import { AllowedRoles } from './allowed-roles.tsx';
import { MetadataFile } from './metadata-file.tsx';
import { bodyOf, draftOf, type Provider, type ProviderDraft, type SsoSettings } from './provider.ts';
import { RoleMappingRow } from './role-mapping.tsx';

export interface ProviderFormProps {
  readonly provider: Provider | null;
  readonly isOwner: boolean;
  readonly onCancel: () => void;
  readonly onSaved: (settings: SsoSettings) => void;
}

type TextName = { [K in keyof ProviderDraft]: ProviderDraft[K] extends string ? K : never }[keyof ProviderDraft];

export function ProviderForm({ provider, isOwner, onCancel, onSaved }: ProviderFormProps) {
  const { value, isDirty, set } = useDraft(draftOf(provider));

  async function save(): Promise<void> {
    onSaved((await request<{ data: SsoSettings }>('PATCH', '/api/v1/sso/saml', bodyOf(value, isOwner))).data);
  }

  function text(
    name: TextName,
    label: string,
    more: { hint?: string; type?: string; required?: true; lines?: number },
  ) {
    const { hint, lines, ...input } = more;
    const shared = { value: value[name], spellCheck: false, autoComplete: 'off' };
    return (
      <FormRow label={label} name={name} {...(hint && { hint })}>
        {(row) =>
          lines === undefined ? (
            <input {...row} {...shared} {...input} onChange={({ target }) => set({ [name]: target.value })} />
          ) : (
            <textarea
              {...row}
              {...shared}
              required={input.required}
              rows={lines}
              onChange={({ target }) => set({ [name]: target.value })}
            />
          )
        }
      </FormRow>
    );
  }

  return (
    <EditForm title="Identity provider" submit="Save provider" {...{ isDirty, onCancel }} onSave={save}>
      <MetadataFile onRead={set} />
      {text('entityId', 'Entity ID', { required: true })}
      {text('ssoUrl', 'Login address', {
        type: 'url',
        required: true,
        hint: 'The address for HTTP-Redirect, with https.',
      })}
      {text('certificates', 'Certificates', {
        required: true,
        lines: 6,
        hint: 'The certificates it signs with, as PEM: RSA, at least 2048 bits. During a change, enter both the old and the new one.',
      })}
      {text('emailAttribute', 'Attribute with the email (optional)', {
        hint: 'Leave empty if the NameID is the address.',
      })}
      {text('nameAttribute', 'Attribute with the name (optional)', {})}
      {text('emailDomains', 'Only these email domains (optional)', {
        lines: 2,
        hint: 'One per line, e.g. example.org.',
      })}
      <CheckRow
        label="Allow people who are not members yet"
        name="createMembers"
        hint="They become members at their first login. Otherwise, invite them first."
        checked={value.createMembers}
        onChange={(createMembers) => set({ createMembers })}
      />
      {text('roleAttribute', 'Attribute with the groups (optional)', {})}
      <RoleMappingRow lines={value.roleMapping} onChange={(roleMapping) => set({ roleMapping })} />
      <RoleRow
        label="Role of everyone else"
        name="defaultRole"
        value={value.defaultRole}
        onChange={(defaultRole) => set({ defaultRole })}
      />
      <CheckRow
        label="Logins can begin at the provider"
        name="idpInitiated"
        hint="People can start from the provider’s list of apps. This is less safe: leave it off unless you need it."
        checked={value.idpInitiated}
        onChange={(idpInitiated) => set({ idpInitiated })}
      />
      {isOwner && <AllowedRoles mayGive={value.mayGive} ownersMayJoin={value.ownersMayJoin} onChange={set} />}
    </EditForm>
  );
}
