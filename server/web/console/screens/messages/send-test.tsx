/** Sends an email that is being written to one address: that of the person who writes it, unless they name another. */

import { useId, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { t } from '../../../parts/text/text.ts';
import type { Acting } from '../../../parts/use-act.ts';
import { useWho } from '../../data/may-write.ts';

export interface SendTestProps {
  readonly acting: Acting;
  readonly disabled?: boolean;
  readonly send: (to: string) => Promise<unknown>;
}

/** A key has no address of its own, and that of a first owner may be made up: the field is always there. */
export function SendTest({ acting, disabled, send }: SendTestProps) {
  const own = useWho()?.user?.email ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  const to = (typed ?? own).trim();
  const act = () => void (to !== '' && acting.act(t('a_test_was_sent_to', { email: to }), () => send(to)));
  return (
    <div className="row">
      <label htmlFor={id}>{t('send_a_test_to')}</label>
      <div className="actions">
        {/* The field belongs to no form, so that an incomplete address does not prevent saving. */}
        <input
          id={id}
          form=""
          type="email"
          autoComplete="off"
          value={typed ?? own}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (!disabled) act();
          }}
        />
        <Button disabled={disabled || to === ''} onClick={act}>
          {t('send_a_test')}
        </Button>
      </div>
    </div>
  );
}
