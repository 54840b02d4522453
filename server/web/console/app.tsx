/** The console: the login that the identity provider offers, to be confirmed; else the login page; else the frame. */

import { useEffect, useState } from 'react';
import { asError } from '../parts/as-error.ts';
import { keepFocus } from '../parts/keep-focus.ts';
import { t } from '../parts/text/text.ts';
import { queryClient } from './data/query-client.ts';
import { ConfirmLogin } from './screens/login/confirm-login.tsx';
import { Login } from './screens/login/login.tsx';
import { isLoggedIn, onLogin } from './session/kept-login.ts';
import { endLogin, logOut, scheduleRenewal } from './session/renew-login.ts';
import type { OfferedLogin } from './session/single-sign-on.ts';
import { Frame } from './shell/frame.tsx';

export interface AppProps {
  readonly loginProblem: string | null;
  /** A login that the identity provider began: the person confirms it before anything else is shown. */
  readonly offered: OfferedLogin | null;
}

export function App({ loginProblem, offered }: AppProps) {
  const [loggedIn, setLoggedIn] = useState(isLoggedIn);
  const [problem, setProblem] = useState(loginProblem);
  const [asked, setAsked] = useState(offered);
  useEffect(() => {
    scheduleRenewal();
    return onLogin((ending) => {
      setProblem(ending === 'ended' ? t('your_session_has_expired_log_in') : null);
      setLoggedIn(isLoggedIn());
    });
  }, []);
  useEffect(() => keepFocus(), []);
  useEffect(() => {
    // The next person sees nothing of what this one has read.
    if (!loggedIn) queryClient.clear();
  }, [loggedIn]);

  if (asked) {
    const confirm = () =>
      asked.redeem().then(
        () => setLoggedIn(isLoggedIn()),
        (fault: unknown) => setProblem(asError(fault).message),
      );
    const done = () => setAsked(null);
    return <ConfirmLogin offered={asked} onConfirm={() => confirm().then(done)} onRefuse={done} />;
  }
  if (!loggedIn) return <Login problem={problem} onLogin={() => setLoggedIn(isLoggedIn())} />;
  return <Frame onLogout={() => void logOut()} onEnded={() => endLogin('ended')} />;
}
