/** The login page, one form at a time: password, a forgotten password, single sign-on, or an API key. */

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { LogoMark } from '../../../parts/logo.tsx';
import { t } from '../../../parts/text/text.ts';
import { lastTenant } from '../../session/kept-login.ts';
import { isSandbox } from '../../session/sandbox.ts';
import { LanguageSwitch } from '../../shell/language-switch.tsx';
import { TestModeBanner, TestModeSwitch } from '../../shell/test-mode.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { KeyForm } from './key-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SsoForm } from './sso-form.tsx';

type Way = 'password' | 'forgot' | 'sso' | 'key';

const others: Readonly<Record<Exclude<Way, 'password'>, string>> = {
  forgot: t('forgot_your_password'),
  sso: t('single_sign_on'),
  key: t('use_an_api_key'),
};

export function Login({ problem, onLogin }: { readonly problem: string | null; readonly onLogin: () => void }) {
  const [way, setWay] = useState<Way>('password');
  const [email, setEmail] = useState('');
  const asked = useRef(false);
  const main = useRef<HTMLElement>(null);
  const tenant = new URLSearchParams(location.search).get('tenant') ?? lastTenant();

  // The focus follows a choice; when the page opens, it stays where it is.
  useEffect(() => {
    if (asked.current) main.current?.querySelector<HTMLInputElement>(`[data-way=${way}] input`)?.focus();
  }, [way]);

  const go = (next: Way) => {
    asked.current = true;
    setWay(next);
  };
  const forms: Readonly<Record<Way, () => ReactNode>> = {
    password: () => <PasswordForm email={email} tenant={tenant} onEmail={setEmail} onLogin={onLogin} />,
    forgot: () => <ForgotForm email={email} onEmail={setEmail} />,
    sso: () => <SsoForm tenant={tenant} />,
    key: () => <KeyForm onLogin={onLogin} />,
  };
  return (
    <main className="login" ref={main}>
      <h1>
        <LogoMark />
        {t('gatehouse_console')}
      </h1>
      {isSandbox && (
        <>
          <TestModeBanner />
          <TestModeSwitch />
        </>
      )}
      {problem && (
        <div className="problem" role="alert">
          <p>{problem}</p>
        </div>
      )}
      <div data-way={way}>{forms[way]()}</div>
      <nav aria-label={t('other_ways_to_log_in')}>
        {way !== 'password' && <Button onClick={() => go('password')}>{t('log_in_with_a_password')}</Button>}
        {(Object.keys(others) as (keyof typeof others)[])
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} onClick={() => go(other)}>
              {others[other]}
            </Button>
          ))}
      </nav>
      <LanguageSwitch />
    </main>
  );
}
