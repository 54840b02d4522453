/** Webhooks: the list of them; the address that names one shows it with its delivery log. */

import { useState } from 'react';
import { OnceSecret } from '../../../../parts/once-secret.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import { t, tx } from '../../../../parts/text/text.ts';
import { usePageQuery } from '../../../data/page-query.ts';
import type { SectionProps } from '../section.ts';
import { SettingsPage } from '../settings-page.tsx';
import { eventsText, type Webhook } from './webhook.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { WebhookState } from './webhook-state.tsx';

export function Webhooks(props: SectionProps) {
  return props.id === null ? <WebhookList {...props} /> : <WebhookPage key={props.id} {...props} id={props.id} />;
}

function WebhookList({ who, mayWrite }: SectionProps) {
  const pages = usePageQuery<Webhook>('webhooks', { sort: '-createdAt', limit: 100 });
  const { error, refresh } = pages.live;
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<Webhook | null>(null);
  return (
    <SettingsPage
      title={t('webhooks')}
      intro={t('send_signed_requests_standard_webhooks_to')}
      add={{ label: t('add_a_webhook'), isOpen: isOpen || made !== null, onOpen: () => setOpen(true) }}
      {...{ who, mayWrite, error }}
    >
      {isOpen && (
        <WebhookForm
          webhook={null}
          onCancel={() => setOpen(false)}
          onSaved={(webhook) => {
            setOpen(false);
            setMade(webhook);
            refresh();
          }}
        />
      )}
      {made?.secret && (
        <OnceSecret
          title={t('webhook_created')}
          values={[{ label: t('signing_secret'), value: made.secret }]}
          onKept={() => setMade(null)}
        >
          <p>{tx('messages_to_are_signed_with_it', { url: made.url })}</p>
        </OnceSecret>
      )}
      <DataTable
        caption={t('webhooks')}
        rows={pages.rows}
        pages={pages}
        nameOf={({ url }) => url}
        columns={[
          {
            label: t('address'),
            by: 'url',
            cell: ({ id, url, description }) => (
              <>
                <a href={`#/settings/webhooks/${id}`}>{url}</a>
                {description && <small>{description}</small>}
              </>
            ),
          },
          { label: t('events'), cell: (webhook) => eventsText(webhook) },
          { label: t('state'), cell: (webhook) => <WebhookState webhook={webhook} /> },
        ]}
        empty={t('no_webhooks_yet_add_one_to')}
      />
    </SettingsPage>
  );
}
