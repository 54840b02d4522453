/**
 * Follower of the whole log: queues a delivery for each change that a webhook subscribes to, and wakes the sender.
 * Tenants without an active webhook are skipped.
 */

import { ok } from '#shared/base/result.ts';
import { type WebhookRecord, webhooks as webhooksCollection } from '#shared/modules/webhooks/webhooks.ts';
import { where } from '#shared/query/query.ts';
import type { Follower, FollowerContext } from '../../core/collections/follower.ts';
import type { Change, Reader } from '../../store/contract.ts';
import { type Message, queueMessages } from './queue-deliveries.ts';
import { readableChange, readerOf } from './reader.ts';
import { sentTypes } from './sent-types.ts';
import { webhooksMax } from './webhook-rule.ts';
import type { WebhookState } from './webhook-state.ts';

/** Maximum of messages in one transaction: other writers of the tenant wait for it. */
const messagesMax = 400;

export async function activeWebhooks(reader: Reader): Promise<readonly WebhookRecord[]> {
  const found = await reader.find(webhooksCollection, { where: where({ status: 'active' }), limit: webhooksMax });
  return found;
}

function wanted(
  webhooks: readonly WebhookRecord[],
  changes: readonly Change[],
  { reader, tenant }: Pick<FollowerContext, 'reader' | 'tenant'>,
): Message[] {
  const all = webhooks.map((webhook) => ({ webhook, actor: readerOf(webhook, tenant) }));
  return changes.flatMap((change) =>
    all.flatMap(({ actor, webhook }) => {
      if (change.at < (webhook.activeSince ?? webhook.createdAt)) return [];
      const seen = readableChange(actor, reader.shapeOf(change.collection), change);
      return sentTypes(webhook, seen).map((type) => ({ webhook: webhook.id, change, type }));
    }),
  );
}

/** Tests whether another actor than our followers changed a webhook: tested one, replayed, switched one on. */
function concerns({ collection, actor }: Change, name: string): boolean {
  return collection === name && !actor.startsWith('system:webhooks.');
}

export async function queueAll(
  messages: readonly Message[],
  again: Parameters<typeof queueMessages>[2],
  { commit }: Pick<FollowerContext, 'commit'>,
): Promise<number> {
  let queued = 0;
  for (let from = 0; from < messages.length; from += messagesMax) {
    const some = messages.slice(from, from + messagesMax);
    const done = await commit(async (tx) => ok(await queueMessages(tx, some, again)));
    if (!done.ok) throw new Error(`deliveries not written: ${done.errors[0].code}`);
    queued += done.value;
  }
  return queued;
}

export function takeChanges(state: WebhookState): Follower {
  return {
    name: 'webhooks.take',
    collections: ['*'],
    wants: async ({ reader }) => (await activeWebhooks(reader)).length > 0,
    async handle(changes, context) {
      const tenant = state.of(context.tenant);
      const messages = wanted(await activeWebhooks(context.reader), changes, context);
      for (const { change } of messages) tenant.remember(change);
      const queued = await queueAll(messages, 'never', context);
      if (changes.some((change) => concerns(change, 'webhook_replays'))) tenant.wake('replay');
      const isNews = changes.some((one) => concerns(one, 'webhooks') || concerns(one, 'webhook_deliveries'));
      if (queued > 0 || isNews) tenant.wake('send');
    },
  };
}
