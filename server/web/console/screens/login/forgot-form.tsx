/** The form that asks for a mail with a link to choose a new password. The answer does not say whether the account exists. */

import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { t } from '../../../parts/text/text.ts';
import { openRequest } from '../../session/anonymous-client.ts';
import { Field, FormProblem } from './field.tsx';
import { focusField, useSend } from './use-send.ts';

export function ForgotForm({ email, onEmail }: { readonly email: string; readonly onEmail: (email: string) => void }) {
  const [sent, setSent] = useState<string | null>(null);
  const { busy, refused, send } = useSend((_why, form) => focusField(form, 'email'));
  const ask = send(async (fields) => {
    const body = { email: String(fields.get('email')).trim() };
    const { data } = await openRequest<{ data: { message: string } }>('POST', '/api/v1/auth/password/forgot', body);
    setSent(data.message);
  });
  return (
    <form onSubmit={ask}>
      <h2>{t('choose_a_new_password')}</h2>
      <FormProblem message={refused?.message ?? null} />
      <Field
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        wrong={refused !== null}
        value={email}
        onChange={(event) => onEmail(event.target.value)}
      />
      <Button type="submit" look="primary" disabled={busy}>
        {busy ? t('asking') : t('send_me_a_link')}
      </Button>
      <p role="status">{sent}</p>
    </form>
  );
}
