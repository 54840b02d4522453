/** A login that the identity provider began itself: the person is asked before it opens a session. */

import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import type { OfferedLogin } from '../../session/single-sign-on.ts';

export interface ConfirmLoginProps {
  readonly offered: OfferedLogin;
  /** Redeems it; rejects with what to show. */
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
        Log in to {tenant}?
      </h1>
      <p>
        Your identity provider sent you here to log in to <strong>{tenant}</strong> as <strong>{email}</strong>.
      </p>
      <p>
        If you did not request this, or this is not your address, do not log in. Otherwise what you enter goes to
        another person’s account.
      </p>
      <div className="actions">
        <Button
          look="primary"
          disabled={isBusy}
          onClick={() => {
            setBusy(true);
            void onConfirm();
          }}
        >
          Log in as {email}
        </Button>
        <Button disabled={isBusy} onClick={onRefuse}>
          Do not log in
        </Button>
      </div>
    </main>
  );
}
