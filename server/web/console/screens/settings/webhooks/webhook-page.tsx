/** One webhook: its state, what can be done with it, what was sent to it. */

import { useState } from 'react';
import { EmptyState, Loading } from '../../../../parts/states.tsx';
import { t } from '../../../../parts/text/text.ts';
import { useAct } from '../../../../parts/use-act.ts';
import { request } from '../../../data/client.ts';
import { useLiveQuery } from '../../../data/live-query.ts';
import type { SectionProps } from '../section.ts';
import { SettingsPage } from '../settings-page.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { NewSecret } from './new-secret.tsx';
import { Replays } from './replays.tsx';
import type { Webhook } from './webhook.ts';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookTools } from './webhook-tools.tsx';

export function WebhookPage({ who, mayWrite, id }: SectionProps & { readonly id: string }) {
  const path = `/api/v1/webhooks/${id}`;
  const { data, error, refresh } = useLiveQuery({
    key: ['webhook', id],
    read: async () => (await request<{ data: Webhook }>('GET', path)).data,
    of: ['webhooks'],
  });
  const acting = useAct(refresh);
  const [isOpen, setOpen] = useState(false);
  const [withSecret, setWithSecret] = useState<Webhook | null>(null);
  /** Time from which messages are missing; set when the webhook is switched on again here. */
  const [missedSince, setMissedSince] = useState<string | null>(null);
  const isGone = error?.status === 404;
  const webhook = isGone ? null : data;

  function saved(): void {
    setOpen(false);
    acting.say(t('saved'));
    refresh();
  }

  return (
    <SettingsPage
      title={t('webhook')}
      intro={
        <>
          <a href="#/settings/webhooks">{t('all_webhooks')}</a>
          {webhook && <code className="address">{webhook.url}</code>}
        </>
      }
      {...{ who, mayWrite, acting, error }}
    >
      {!webhook && !error && <Loading />}
      {isGone && <EmptyState>{t('it_may_have_been_deleted_go')}</EmptyState>}
      {webhook && isOpen && <WebhookForm webhook={webhook} onCancel={() => setOpen(false)} onSaved={saved} />}
      {withSecret && <NewSecret webhook={withSecret} onKept={() => setWithSecret(null)} />}
      {webhook && (
        <>
          <WebhookCard webhook={webhook}>
            {mayWrite && (
              <WebhookTools
                webhook={webhook}
                act={acting.act}
                onChange={isOpen ? null : () => setOpen(true)}
                onSwitchedOn={setMissedSince}
                onNewSecret={withSecret === null ? setWithSecret : null}
              />
            )}
          </WebhookCard>
          <DeliveryLog webhook={webhook} mayWrite={mayWrite} />
          <Replays key={missedSince ?? ''} webhook={webhook} mayWrite={mayWrite} from={missedSince} />
        </>
      )}
    </SettingsPage>
  );
}
