/** The switch to the sandbox and back, which has other events and test payments, and the banner of the sandbox. */

import { useState } from 'react';
import { mayLeave } from '../../parts/form/guard-leaving.ts';
import { t, tx } from '../../parts/text/text.ts';
import { request } from '../data/client.ts';
import { isLoggedIn } from '../session/kept-login.ts';
import { isSandbox, otherConsole } from '../session/sandbox.ts';

/** Opens the sandbox: logged in as the same person, or without a new login where the server refuses one, e.g. to a key. */
async function enterTestMode(): Promise<void> {
  const login = await request<{ data: { token: string } }>('POST', '/api/v1/auth/test-mode', {}).catch(() => null);
  location.assign(login ? `${otherConsole}?login=${login.data.token}` : otherConsole);
}

export function TestModeSwitch() {
  const [isBusy, setBusy] = useState(false);
  return (
    <a
      className="test-mode"
      href={otherConsole}
      aria-current={isSandbox ? 'true' : undefined}
      title={isSandbox ? t('back_to_the_live_events') : t('try_things_out_with_test_payments')}
      onClick={(event) => {
        // Another tab or window opens the address itself.
        const opensHere = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
        if (!mayLeave() || isBusy) return event.preventDefault();
        if (isSandbox || !opensHere || !isLoggedIn()) return;
        event.preventDefault();
        setBusy(true);
        void enterTestMode();
      }}
    >
      {isSandbox ? t('leave_test_mode') : t('test_mode')}
    </a>
  );
}

/** Stands above every page of the sandbox. */
export function TestModeBanner() {
  if (!isSandbox) return null;
  return (
    <p className="test-banner">
      {tx('payments_and_emails_here_are_tests', { strong: <strong>{t('test_mode')}</strong> })}
    </p>
  );
}
