/** What can be done with one webhook. */
import { useLocation } from 'wouter';
import { Button } from '../../../../parts/button.tsx';
import type { Acting } from '../../../../parts/use-act.ts';
import { request } from '../../../data/client.ts';
import type { Webhook } from './webhook.ts';

export interface WebhookToolsProps {
  readonly webhook: Webhook;
  readonly act: Acting['act'];
  /** Null: its form is open. */
  readonly onChange: (() => void) | null;
  /** @param since from when on messages are missing */
  readonly onSwitchedOn: (since: string | null) => void;
  /** Null: a secret is shown. */
  readonly onNewSecret: ((webhook: Webhook) => void) | null;
}

export function WebhookTools({ webhook, act, onChange, onSwitchedOn, onNewSecret }: WebhookToolsProps) {
  const { disabledAt, id, status, url } = webhook;
  const path = `/api/v1/webhooks/${id}`;
  const [, go] = useLocation();

  async function switchOn(): Promise<void> {
    const done = await act('Webhook switched on. If messages are missing, replay the time since then below.', () =>
      request('POST', `${path}/enable`, {}),
    );
    if (done) onSwitchedOn(disabledAt);
  }

  function switchOff(): void {
    if (!confirm('Switch off this webhook? Messages from this time are not sent until you replay them.')) return;
    void act('Webhook switched off.', () => request('PATCH', path, { status: 'disabled' }));
  }

  function rotate(): void {
    const question =
      'Create a new secret? For 24 hours, requests are also signed with the old one. After that, only with the new one.';
    if (!confirm(question)) return;
    void act('New secret created. Both secrets are valid for 24 hours.', async () => {
      onNewSecret?.((await request<{ data: Webhook }>('POST', `${path}/rotate-secret`, {})).data);
    });
  }

  function remove(): void {
    if (!confirm(`Delete webhook ${url}? Nothing more will be sent there. This cannot be undone.`)) return;
    void act('Webhook deleted.', async () => {
      await request('DELETE', path);
      go('/settings/webhooks');
    });
  }

  function sendTest(): void {
    void act('Test message sent. It is in the log below.', () => request('POST', `${path}/test`, {}));
  }

  return (
    <div className="actions">
      <Button disabled={status === 'disabled'} onClick={sendTest}>
        Send test
      </Button>
      <Button disabled={onChange === null} onClick={() => onChange?.()}>
        Change
      </Button>
      {status === 'active' ? (
        <Button onClick={switchOff}>Switch off</Button>
      ) : (
        <Button onClick={() => void switchOn()}>Switch on</Button>
      )}
      <Button disabled={onNewSecret === null} onClick={rotate}>
        New secret
      </Button>
      <Button look="danger" onClick={remove}>
        Delete
      </Button>
    </div>
  );
}
