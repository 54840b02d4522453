/** One webhook: how it stands, what can be done with it, what was sent to it. */
import { useCallback, useState } from 'react';
import { api } from '../../../api.ts';
import { useLive } from '../../../use-live.ts';
import { OnceSecret } from '../parts/once-secret.tsx';
import { SettingsPage } from '../parts/settings-page.tsx';
import { useAct } from '../parts/use-act.ts';
import { dayAndTime } from '../parts/when.ts';
import type { SectionProps } from '../section.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { Replays } from './replays.tsx';
import { disabledText, eventsText, type Webhook } from './webhook.ts';
import { WebhookForm } from './webhook-form.tsx';
import { State } from './webhook-state.tsx';

const readMs = 1_000;

export function WebhookPage({ who, mayWrite, id }: SectionProps & { readonly id: string }) {
  const path = `/api/v1/webhooks/${id}`;
  const read = useCallback(async () => (await api<{ data: Webhook }>('GET', path)).data, [path]);
  const { data: webhook, error, refresh } = useLive(read, readMs);
  const acting = useAct(refresh);
  const [isOpen, setOpen] = useState(false);
  const [fresh, setFresh] = useState<Webhook | null>(null);
  /** When it was switched on again here: from when on messages are missing. */
  const [missedSince, setMissedSince] = useState<string | null>(null);

  async function switchOn({ disabledAt }: Webhook): Promise<void> {
    const done = await acting.act(
      'Webhook switched on. If messages are missing, replay the time since then below.',
      () => api('POST', `${path}/enable`, {}),
    );
    if (done) setMissedSince(disabledAt);
  }

  function switchOff(): void {
    if (!confirm('Switch off this webhook? Messages from this time are not sent until you replay them.')) return;
    void acting.act('Webhook switched off.', () => api('PATCH', path, { status: 'disabled' }));
  }

  function rotate(): void {
    const text =
      'Create a new secret? For 24 hours, requests are also signed with the old one. After that, only with the new one.';
    if (!confirm(text)) return;
    void acting.act('New secret created. Both secrets are valid for 24 hours.', async () => {
      setFresh((await api<{ data: Webhook }>('POST', `${path}/rotate-secret`, {})).data);
    });
  }

  function remove({ url }: Webhook): void {
    if (!confirm(`Delete webhook ${url}? Nothing more will be sent there. This cannot be undone.`)) return;
    void acting.act('Webhook deleted.', async () => {
      await api('DELETE', path);
      location.hash = '#/settings/webhooks';
    });
  }

  const isGone = error?.status === 404;
  return (
    <SettingsPage
      title="Webhook"
      intro={
        <>
          <a href="#/settings/webhooks">All webhooks</a>
          {webhook && <code className="address">{webhook.url}</code>}
        </>
      }
      {...{ who, mayWrite, acting, error }}
    >
      {!webhook && !error && <p role="status">Loading…</p>}
      {isGone && <p className="card empty">It may have been deleted. Go back to all webhooks.</p>}
      {webhook && isOpen && (
        <WebhookForm
          webhook={webhook}
          onCancel={() => setOpen(false)}
          onSaved={() => {
            setOpen(false);
            acting.say('Saved.');
            refresh();
          }}
        />
      )}
      {fresh?.secret && (
        <OnceSecret
          title="The new secret"
          values={[{ label: 'Signing secret', value: fresh.secret }]}
          onKept={() => setFresh(null)}
        >
          {fresh.previousSecretUntil && (
            <p>
              Until {dayAndTime(fresh.previousSecretUntil)} requests carry two signatures: one with this secret and one
              with the previous secret. Give your program the new one by then.
            </p>
          )}
        </OnceSecret>
      )}
      {webhook && !isGone && (
        <>
          <StateCard webhook={webhook}>
            {mayWrite && (
              <div className="actions">
                <Tool
                  label="Send test"
                  disabled={webhook.status === 'disabled'}
                  onClick={() =>
                    void acting.act('Test message sent. It is in the log below.', () => api('POST', `${path}/test`, {}))
                  }
                />
                <Tool label="Change" disabled={isOpen} onClick={() => setOpen(true)} />
                {webhook.status === 'active' ? (
                  <Tool label="Switch off" onClick={switchOff} />
                ) : (
                  <Tool label="Switch on" onClick={() => void switchOn(webhook)} />
                )}
                <Tool label="New secret" disabled={fresh !== null} onClick={rotate} />
                <Tool label="Delete" onClick={() => remove(webhook)} />
              </div>
            )}
          </StateCard>
          <DeliveryLog webhook={webhook} mayWrite={mayWrite} />
          <Replays key={missedSince ?? ''} webhook={webhook} mayWrite={mayWrite} from={missedSince} />
        </>
      )}
    </SettingsPage>
  );
}

interface ToolProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function Tool({ label, ...button }: ToolProps) {
  return (
    <button type="button" className="quiet" {...button}>
      {label}
    </button>
  );
}

function StateCard({ webhook, children }: { readonly webhook: Webhook; readonly children: React.ReactNode }) {
  const { description, previousSecretUntil, status } = webhook;
  const isOverlap = previousSecretUntil !== null && Date.parse(previousSecretUntil) > Date.now();
  return (
    <section className={status === 'disabled' ? 'card alarm' : 'card'} aria-labelledby="webhook-state">
      <h2 id="webhook-state">
        <State webhook={webhook} />
      </h2>
      {description && <p>{description}</p>}
      {status === 'disabled' && <p>{disabledText(webhook)}</p>}
      <p>
        Events: <code>{eventsText(webhook)}</code>
      </p>
      {isOverlap && <p>Signed with two secrets until {dayAndTime(previousSecretUntil)}.</p>}
      {children}
    </section>
  );
}
