/** A secret that has just been made: with the former one beside it, or of a new webhook. */
import type { ReactNode } from 'react';
import { dayAndTime } from '../../../../parts/format-time.ts';
import { OnceSecret } from '../../../../parts/once-secret.tsx';
import type { Webhook } from './webhook.ts';

export interface NewSecretProps {
  readonly webhook: Webhook;
  readonly onKept: () => void;
}

export function NewSecret({ webhook: { secret, previousSecretUntil }, onKept }: NewSecretProps): ReactNode {
  if (secret === null) return null;
  return (
    <OnceSecret title="The new secret" values={[{ label: 'Signing secret', value: secret }]} onKept={onKept}>
      {previousSecretUntil && (
        <p>
          Until {dayAndTime(previousSecretUntil)} requests carry two signatures: one with this secret and one with the
          previous secret. Give your program the new one by then.
        </p>
      )}
    </OnceSecret>
  );
}
