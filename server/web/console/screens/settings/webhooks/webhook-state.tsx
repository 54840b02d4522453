/** The state of a webhook, as a pill. */
import { dayAndTime } from '../../../../parts/format-time.ts';
import { StatePill } from '../../../../parts/state-pill.tsx';
import type { Webhook } from './webhook.ts';

export function WebhookState({ webhook: { status, failingSince } }: { readonly webhook: Webhook }) {
  if (status === 'disabled') return <StatePill tone="danger">switched off</StatePill>;
  if (failingSince === null) return <StatePill tone="success">active</StatePill>;
  return (
    <>
      <StatePill tone="warn">failing</StatePill>
      <small>since {dayAndTime(failingSince)}</small>
    </>
  );
}
