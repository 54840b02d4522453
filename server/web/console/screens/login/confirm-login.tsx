/** A login that the identity provider began itself: the person is asked before it opens a session. */

import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import type { OfferedLogin } from '../../session/single-sign-on.ts';

export interface ConfirmLoginProps {
  readonly offered: OfferedLogin;
  /** Redeems the login and closes this page. Must not reject: the caller shows what failed. */
  readonly onConfirm: () => Promise<void>;
  readonly onRefuse: () => void;
}

export function ConfirmLogin({ offered: { tenant, email }, onConfirm, onRefuse }: ConfirmLoginProps) {
  const [isBusy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className="login">
      <h1 ref={heading} tabIndex={-1}>
        {tx('log_in_to', { tenant })}
      </h1>
      <p>
        {tx('your_identity_provider_sent_you_here', {
          strong: <strong>{tenant}</strong>,
          strong2: <strong>{email}</strong>,
        })}
      </p>
      <p>{t('if_you_did_not_request_this')}</p>
      <div className="actions">
        <Button
          look="primary"
          disabled={isBusy}
          onClick={() => {
            setBusy(true);
            void onConfirm();
          }}
        >
          {tx('log_in_as', { email })}
        </Button>
        <Button disabled={isBusy} onClick={onRefuse}>
          {t('do_not_log_in')}
        </Button>
      </div>
    </main>
  );
}
