/** Shows the state of a webhook, what it sends, and why nothing is sent. */

import type { ReactNode } from 'react';
import { dayAndTime } from '../../../../parts/format-time.ts';
import { tx } from '../../../../parts/text/text.ts';
import { disabledText, eventsText, type Webhook } from './webhook.ts';
import { WebhookState } from './webhook-state.tsx';

export function WebhookCard({ webhook, children }: { readonly webhook: Webhook; readonly children: ReactNode }) {
  const { description, previousSecretUntil, status } = webhook;
  const isOverlap = previousSecretUntil !== null && Date.parse(previousSecretUntil) > Date.now();
  return (
    <section className={status === 'disabled' ? 'card alarm' : 'card'} aria-labelledby="webhook-state">
      <h2 id="webhook-state">
        <WebhookState webhook={webhook} />
      </h2>
      {description && <p>{description}</p>}
      {status === 'disabled' && <p>{disabledText(webhook)}</p>}
      <p>{tx('events_2', { code: <code>{eventsText(webhook)}</code> })}</p>
      {isOverlap && <p>{tx('signed_with_two_secrets_until', { dayAndTime: dayAndTime(previousSecretUntil) })}</p>}
      {children}
    </section>
  );
}
