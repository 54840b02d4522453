/** Webhooks: the list of them; the address that names one shows it with its delivery log. */

import { useState } from 'react';
import { OnceSecret } from '../../../../parts/once-secret.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
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
      title="Webhooks"
      intro="Send signed requests (Standard Webhooks) to your own addresses when something happens."
      add={{ label: 'Add a webhook', isOpen: isOpen || made !== null, onOpen: () => setOpen(true) }}
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
          title="Webhook created"
          values={[{ label: 'Signing secret', value: made.secret }]}
          onKept={() => setMade(null)}
        >
          <p>Messages to {made.url} are signed with it. Check the signature before you trust a message.</p>
        </OnceSecret>
      )}
      <DataTable
        caption="Webhooks"
        rows={pages.rows}
        pages={pages}
        nameOf={({ url }) => url}
        columns={[
          {
            label: 'Address',
            cell: ({ id, url, description }) => (
              <>
                <a href={`#/settings/webhooks/${id}`}>{url}</a>
                {description && <small>{description}</small>}
              </>
            ),
          },
          { label: 'Events', cell: (webhook) => eventsText(webhook) },
          { label: 'State', cell: (webhook) => <WebhookState webhook={webhook} /> },
        ]}
        empty="No webhooks yet. Add one to be notified of registrations, check-ins and everything else as it happens."
      />
    </SettingsPage>
  );
}
