/** Address and password; for a person with several tenants, also which one. */

import { useEffect, useRef, useState } from 'react';
import type { Refusal } from '#shared/base/result.ts';
import { Button } from '../../../parts/button.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import { openRequest } from '../../session/anonymous-client.ts';
import type { LoggedIn } from '../../session/kept-login.ts';
import { keepTokens } from '../../session/renew-login.ts';
import { beginSso, ssoOf } from '../../session/single-sign-on.ts';
import { Field, FormProblem } from './field.tsx';
import { focusField, useSend } from './use-send.ts';

/** Field that the person has to correct, by the code of the refusal; of any other code, the password. */
const fieldOf: Readonly<Record<string, string>> = { invalid_email: 'email', tenant_ambiguous: 'tenant' };

function choicesIn({ code, detail }: Refusal): readonly string[] {
  const found: unknown = code === 'tenant_ambiguous' ? detail?.['tenants'] : null;
  return Array.isArray(found) ? found.map(String) : [];
}

export interface PasswordFormProps {
  readonly email: string;
  /** The slug that the address or the last login names. */
  readonly tenant: string | null;
  readonly onEmail: (email: string) => void;
  readonly onLogin: () => void;
}

export function PasswordForm({ email, tenant, onEmail, onLogin }: PasswordFormProps) {
  const [tenants, setTenants] = useState<readonly string[]>([]);
  const choice = useRef<HTMLSelectElement>(null);
  const { busy, refused, send } = useSend((why, form) => {
    const choices = choicesIn(why);
    if (choices.length > 0) setTenants(choices);
    else focusField(form, fieldOf[why.code] ?? 'password');
  });
  useEffect(() => {
    if (tenants.length > 0) choice.current?.focus();
  }, [tenants]);

  const login = send(async (fields) => {
    const body = {
      email: String(fields.get('email')).trim(),
      password: String(fields.get('password')),
      ...(tenants.length > 0 ? { tenant: String(fields.get('tenant')) } : {}),
    };
    keepTokens((await openRequest<{ data: LoggedIn }>('POST', '/api/v1/auth/login', body)).data);
    onLogin();
  });
  const ambiguous = refused?.code === 'tenant_ambiguous';
  const message = ambiguous ? t('you_belong_to_several_organizations_choose') : (refused?.message ?? null);
  return (
    <>
      {tenant !== null && <SsoButton tenant={tenant} />}
      <form onSubmit={login}>
        <FormProblem message={message} />
        <Field
          label={t('email')}
          name="email"
          type="email"
          autoComplete="username"
          wrong={refused?.code === 'invalid_email' || refused?.code === 'login_failed'}
          value={email}
          onChange={(event) => onEmail(event.target.value)}
        />
        <Field
          label={t('password')}
          name="password"
          type="password"
          autoComplete="current-password"
          wrong={refused?.code === 'login_failed'}
        />
        {tenants.length > 0 && (
          <>
            <label htmlFor="login-tenant">{t('organization')}</label>
            <select id="login-tenant" name="tenant" ref={choice}>
              {tenants.map((slug) => (
                <option key={slug}>{slug}</option>
              ))}
            </select>
          </>
        )}
        <Button type="submit" look="primary" disabled={busy}>
          {busy ? t('checking') : t('log_in')}
        </Button>
      </form>
    </>
  );
}

/** Shown once the server has answered that the tenant has single sign-on; an error of that request is not shown. */
function SsoButton({ tenant }: { readonly tenant: string }) {
  const [loginUrl, setLoginUrl] = useState<string | null>(null);
  useEffect(() => {
    let shown = true;
    ssoOf(tenant).then(
      (url) => shown && setLoginUrl(url),
      () => {},
    );
    return () => {
      shown = false;
    };
  }, [tenant]);
  if (loginUrl === null) return null;
  return (
    <Button onClick={() => void beginSso(loginUrl, tenant)}>{tx('log_in_to_with_single_sign', { tenant })}</Button>
  );
}
