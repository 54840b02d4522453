/** The way in: address and password, or the organization's own login; and the ways besides. One form at a time. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { lastTenant } from '../../login-state.ts';
import { ForgotForm } from './forgot-form.tsx';
import { KeyForm } from './key-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SsoForm } from './sso-form.tsx';

type Way = 'password' | 'forgot' | 'sso' | 'key';

const others: Readonly<Record<Exclude<Way, 'password'>, string>> = {
  forgot: 'Forgot your password?',
  sso: 'Single sign-on',
  key: 'Use an API key',
};

export function Login({ problem, onLogin }: { readonly problem: string | null; readonly onLogin: () => void }) {
  const [way, setWay] = useState<Way>('password');
  const [email, setEmail] = useState('');
  const asked = useRef(false);
  const main = useRef<HTMLElement>(null);
  const tenant = new URLSearchParams(location.search).get('tenant') ?? lastTenant();

  // Where the person goes on; not at the first sight of the page, where nobody asked for anything.
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
        <span aria-hidden="true">◧</span> Gatehouse console
      </h1>
      {problem && (
        <div className="problem" role="alert">
          <p>{problem}</p>
        </div>
      )}
      <div data-way={way}>{forms[way]()}</div>
      <nav aria-label="Other ways to log in">
        {way !== 'password' && (
          <button type="button" className="quiet" onClick={() => go('password')}>
            Log in with a password
          </button>
        )}
        {(Object.keys(others) as (keyof typeof others)[])
          .filter((other) => other !== way)
          .map((other) => (
            <button key={other} type="button" className="quiet" onClick={() => go(other)}>
              {others[other]}
            </button>
          ))}
      </nav>
    </main>
  );
}
