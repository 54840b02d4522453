/** Follower: mails owners and administrators that the platform switched off a webhook, why, and what to do. */

import { members as membersCollection } from '#shared/modules/auth/members.ts';
import { type DisabledReason, type WebhookRecord, webhooks } from '#shared/modules/webhooks/webhooks.ts';
import type { Condition } from '#shared/query/query.ts';
import { type Follower, type FollowerContext, recordIn } from '../../core/collections/follower.ts';
import { eventPrefix } from '../../store/event-types.ts';
import type { WebhookState } from './webhook-state.ts';

const recipientsMax = 20;
/** Maximum number of sent mails that this process remembers: when one has to wait, the others are not sent again. */
const sentMax = 1_000;
const disabledType = `${eventPrefix(webhooks)}.disabled`;

const said: Readonly<Record<Exclude<DisabledReason, 'by_hand'>, string>> = {
  failing: 'No message was accepted for 3 days, and the last attempt failed.',
  gone: 'The address responded 410 Gone, so it accepts no more messages.',
  backlog_full: 'Too many messages were waiting.',
};

const responsible: Condition = {
  kind: 'and',
  of: [
    { kind: 'field', path: 'status', op: 'equals', value: 'active' },
    { kind: 'field', path: 'role', op: 'in', value: ['owner', 'admin'] },
  ],
};

export function mailDisabled({ ports }: WebhookState): Follower {
  const sent = new Set<string>();

  async function tell(webhook: WebhookRecord, seq: number, { reader, tenant }: FollowerContext): Promise<void> {
    const { disabledReason, url } = webhook;
    if (disabledReason === null || disabledReason === 'by_hand') return;
    const { base, tenantName } = await ports.addressOf(tenant);
    const members = await reader.find(membersCollection, { where: responsible, limit: recipientsMax });
    for (const { id, name, email } of members) {
      const messageId = `<webhook-${webhook.id}-${seq}-${id}@gatehouse>`;
      if (sent.has(messageId)) continue;
      const delivery = await ports.notify({
        messageId,
        recipient: { name: name ?? '', email },
        subject: `A webhook of ${tenantName} was switched off`,
        paragraphs: [
          `Changes are no longer sent to ${url}.`,
          said[disabledReason],
          'When the address works again, enable the webhook and replay the time since then. Nothing is lost until then.',
        ],
        link: { label: 'Open the webhook', url: `${base}/console/#/settings/webhooks/${webhook.id}` },
      });
      if (delivery.kind === 'later')
        throw new Error(`the email about webhook ${webhook.id} is waiting: ${delivery.problem}`);
      if (sent.size >= sentMax) sent.clear();
      sent.add(messageId);
    }
  }

  return {
    name: 'webhooks.tell-disabled',
    collections: ['webhooks'],
    async handle(changes, context) {
      for (const change of changes)
        if (change.types.includes(disabledType)) await tell(recordIn(change, webhooks), change.seq, context);
    },
  };
}
