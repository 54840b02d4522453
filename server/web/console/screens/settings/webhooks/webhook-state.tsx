/** The state of a webhook, as a pill. */

import { dayAndTime } from '../../../../parts/format-time.ts';
import { StatePill } from '../../../../parts/state-pill.tsx';
import { t, tx } from '../../../../parts/text/text.ts';
import type { Webhook } from './webhook.ts';

export function WebhookState({ webhook: { status, failingSince } }: { readonly webhook: Webhook }) {
  if (status === 'disabled') return <StatePill tone="danger">{t('switched_off')}</StatePill>;
  if (failingSince === null) return <StatePill tone="success">{t('active_2')}</StatePill>;
  return (
    <>
      <StatePill tone="warn">{t('failing')}</StatePill>
      <small>{tx('since_2', { dayAndTime: dayAndTime(failingSince) })}</small>
    </>
  );
}
