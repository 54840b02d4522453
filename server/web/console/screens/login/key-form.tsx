/** The form to log in with an API key, which lasts as long as the tab is open; explains the one-time link. */

import { Button } from '../../../parts/button.tsx';
import { t } from '../../../parts/text/text.ts';
import { request } from '../../data/client.ts';
import { keepSession } from '../../session/kept-login.ts';
import { endLogin } from '../../session/renew-login.ts';
import { Field, FormProblem } from './field.tsx';
import { focusField, useSend } from './use-send.ts';

export function KeyForm({ onLogin }: { readonly onLogin: () => void }) {
  const { busy, refused, send } = useSend((_why, form) => focusField(form, 'key'));
  const enter = send(async (fields) => {
    keepSession(String(fields.get('key')).trim(), 'tab');
    try {
      await request('GET', '/api/v1/auth/me');
    } catch (fault) {
      endLogin();
      throw fault;
    }
    onLogin();
  });
  return (
    <form onSubmit={enter}>
      <h2>{t('api_key')}</h2>
      <FormProblem message={refused?.message ?? null} />
      <Field
        label={t('api_key')}
        name="key"
        type="password"
        autoComplete="off"
        placeholder="gate_sk_live_…"
        wrong={refused !== null}
      />
      <Button type="submit" look="primary" disabled={busy}>
        {busy ? t('checking') : t('log_in')}
      </Button>
      <p>{t('on_its_own_computer_the_server')}</p>
    </form>
  );
}
