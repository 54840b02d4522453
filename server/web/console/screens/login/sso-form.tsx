/** Leads to the login of the person's own organization, by its short name. */

import { fieldError } from '../../../parts/as-error.ts';
import { Button } from '../../../parts/button.tsx';
import { t } from '../../../parts/text/text.ts';
import { beginSso, ssoOf } from '../../session/single-sign-on.ts';
import { Field, FormProblem } from './field.tsx';
import { focusField, useSend } from './use-send.ts';

export function SsoForm({ tenant }: { readonly tenant: string | null }) {
  const { busy, refused, send } = useSend((_why, form) => focusField(form, 'organization'));
  const leave = send(async (fields) => {
    const slug = String(fields.get('organization')).trim().toLowerCase();
    const loginUrl = await ssoOf(slug);
    if (loginUrl === null) throw fieldError('organization', 'not_found', t('has_no_single_sign_on_check', { slug }));
    await beginSso(loginUrl, slug);
  });
  return (
    <form onSubmit={leave}>
      <h2>{t('single_sign_on')}</h2>
      <FormProblem message={refused?.message ?? null} />
      <Field
        label={t('short_name_of_your_organization')}
        name="organization"
        autoComplete="organization"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        wrong={refused !== null}
        defaultValue={tenant ?? ''}
      />
      <Button type="submit" look="primary" disabled={busy}>
        {busy ? t('looking') : t('continue')}
      </Button>
    </form>
  );
}
