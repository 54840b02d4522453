/**
 * The form for the identity provider of single sign-on (SAML): its id, address and certificates, and the rules by which its
 * people become members with a role.
 */

import { EditForm } from '../../../../parts/form/edit-form.tsx';
import { CheckRow, FormRow } from '../../../../parts/form/form-row.tsx';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import { t } from '../../../../parts/text/text.ts';
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
    <EditForm title={t('identity_provider')} submit={t('save_provider')} {...{ isDirty, onCancel }} onSave={save}>
      <MetadataFile onRead={set} />
      {text('entityId', t('entity_id'), { required: true })}
      {text('ssoUrl', t('login_address'), {
        type: 'url',
        required: true,
        hint: t('the_address_for_http_redirect_with'),
      })}
      {text('certificates', t('certificates'), {
        required: true,
        lines: 6,
        hint: t('the_certificates_it_signs_with_as'),
      })}
      {text('emailAttribute', t('attribute_with_the_email_optional'), {
        hint: t('leave_empty_if_the_nameid_is'),
      })}
      {text('nameAttribute', t('attribute_with_the_name_optional'), {})}
      {text('emailDomains', t('only_these_email_domains_optional'), {
        lines: 2,
        hint: t('one_per_line_e_g_example'),
      })}
      <CheckRow
        label={t('allow_people_who_are_not_members')}
        name="createMembers"
        hint={t('they_become_members_at_their_first')}
        checked={value.createMembers}
        onChange={(createMembers) => set({ createMembers })}
      />
      {text('roleAttribute', t('attribute_with_the_groups_optional'), {})}
      <RoleMappingRow lines={value.roleMapping} onChange={(roleMapping) => set({ roleMapping })} />
      <RoleRow
        label={t('role_of_everyone_else')}
        name="defaultRole"
        value={value.defaultRole}
        onChange={(defaultRole) => set({ defaultRole })}
      />
      <CheckRow
        label={t('logins_can_begin_at_the_provider')}
        name="idpInitiated"
        hint={t('people_can_start_from_the_providers')}
        checked={value.idpInitiated}
        onChange={(idpInitiated) => set({ idpInitiated })}
      />
      {isOwner && <AllowedRoles mayGive={value.mayGive} ownersMayJoin={value.ownersMayJoin} onChange={set} />}
    </EditForm>
  );
}
