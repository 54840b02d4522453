/** The actions on one webhook. */

import { useLocation } from 'wouter';
import { Button } from '../../../../parts/button.tsx';
import { t } from '../../../../parts/text/text.ts';
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
    const done = await act(t('webhook_switched_on_if_messages_are'), () => request('POST', `${path}/enable`, {}));
    if (done) onSwitchedOn(disabledAt);
  }

  function switchOff(): void {
    if (!confirm(t('switch_off_this_webhook_messages_from'))) return;
    void act(t('webhook_switched_off'), () => request('PATCH', path, { status: 'disabled' }));
  }

  function rotate(): void {
    const question = t('create_a_new_secret_for_24');
    if (!confirm(question)) return;
    void act(t('new_secret_created_both_secrets_are'), async () => {
      onNewSecret?.((await request<{ data: Webhook }>('POST', `${path}/rotate-secret`, {})).data);
    });
  }

  function remove(): void {
    if (!confirm(t('delete_webhook_nothing_more_will_be', { url }))) return;
    void act(t('webhook_deleted'), async () => {
      await request('DELETE', path);
      go('/settings/webhooks');
    });
  }

  function sendTest(): void {
    void act(t('test_message_sent_it_is_in'), () => request('POST', `${path}/test`, {}));
  }

  return (
    <div className="actions">
      <Button disabled={status === 'disabled'} onClick={sendTest}>
        {t('send_test')}
      </Button>
      <Button disabled={onChange === null} onClick={() => onChange?.()}>
        {t('change')}
      </Button>
      {status === 'active' ? (
        <Button onClick={switchOff}>{t('switch_off')}</Button>
      ) : (
        <Button onClick={() => void switchOn()}>{t('switch_on')}</Button>
      )}
      <Button disabled={onNewSecret === null} onClick={rotate}>
        {t('new_secret')}
      </Button>
      <Button look="danger" onClick={remove}>
        {t('delete_2')}
      </Button>
    </div>
  );
}
