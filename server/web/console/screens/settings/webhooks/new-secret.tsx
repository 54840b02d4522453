/** Shows the new secret of a webhook, once, and until when requests are signed with the former one, too. */

import type { ReactNode } from 'react';
import { dayAndTime } from '../../../../parts/format-time.ts';
import { OnceSecret } from '../../../../parts/once-secret.tsx';
import { t, tx } from '../../../../parts/text/text.ts';
import type { Webhook } from './webhook.ts';

export interface NewSecretProps {
  readonly webhook: Webhook;
  readonly onKept: () => void;
}

export function NewSecret({ webhook: { secret, previousSecretUntil }, onKept }: NewSecretProps): ReactNode {
  if (secret === null) return null;
  return (
    <OnceSecret title={t('the_new_secret')} values={[{ label: t('signing_secret'), value: secret }]} onKept={onKept}>
      {previousSecretUntil && (
        <p>{tx('until_requests_carry_two_signatures_one', { dayAndTime: dayAndTime(previousSecretUntil) })}</p>
      )}
    </OnceSecret>
  );
}
