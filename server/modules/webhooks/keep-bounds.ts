/** Timed job: deletes deliveries, attempts and replays after 30 days, and switches off a webhook whose queue is too long. */

import { ok } from '#shared/base/result.ts';
import { dayMs, hourMs, isoTime } from '#shared/base/time.ts';
import { type WebhookRecord, webhookDeliveries, webhooks } from '#shared/modules/webhooks/webhooks.ts';
import type { Condition } from '#shared/query/query.ts';
import { recordOf } from '#shared/schema/record-of.ts';
import { earliest, type FollowerContext, firstDue, type TimedJob } from '../../core/collections/follower.ts';
import { promoteNext } from './queue-deliveries.ts';
import { longestPauseMs } from './schedule.ts';
import { disable } from './settle.ts';
import { activeWebhooks } from './take-changes.ts';

/** Time for which deliveries, attempts and replays are kept. */
export const keptMs = 30 * dayMs;
/** Maximum number of messages that wait for one webhook; with more it is switched off, and a replay can send them. */
const queuedMax = 500_000;
/** Maximum number of records that one transaction deletes, and of transactions for one collection in one run. */
const batchMax = 200;
const batchesMax = 250;

async function forgetOld(collection: string, context: FollowerContext): Promise<void> {
  const before = isoTime(context.clock() - keptMs);
  const old: Condition = { kind: 'field', path: 'createdAt', op: 'less_than', value: before };
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const found = await context.reader.find(collection, {
      where: old,
      sort: [{ path: 'createdAt', direction: 'asc' }],
      limit: batchMax,
    });
    await context.commit(async (tx) => {
      for (const { id } of found) {
        const record = await tx.get(collection, id);
        if (!record) continue;
        await tx.delete(collection, id);
        if (collection !== 'webhook_deliveries' || record['status'] !== 'pending') continue;
        const delivery = recordOf(webhookDeliveries, record);
        await promoteNext(tx, delivery.webhook, delivery.record);
      }
      return ok(null);
    });
    if (found.length < batchMax) return;
  }
}

async function checkBacklog({ id }: WebhookRecord, { reader, commit }: FollowerContext): Promise<void> {
  const queued = await reader.count('webhook_deliveries', {
    kind: 'and',
    of: [
      { kind: 'field', path: 'webhook', op: 'equals', value: id },
      { kind: 'field', path: 'status', op: 'in', value: ['pending', 'waiting'] },
    ],
  });
  if (queued <= queuedMax) return;
  await commit(async (tx) => {
    const webhook = await tx.get(webhooks, id);
    if (webhook?.status === 'active') await disable(tx, webhook, 'backlog_full');
    return ok(null);
  });
}

/** Collections whose records are kept for a time after they were made. */
const keptCollections = ['webhook_attempts', 'webhook_deliveries', 'webhook_replays'] as const;

export const keepBounds: TimedJob = {
  name: 'webhooks.keep-bounds',
  everyMs: hourMs,
  scheduled: [
    {
      collection: 'webhook_deliveries',
      field: 'nextAttemptAt',
      waiting: { kind: 'field', path: 'status', op: 'equals', value: 'pending' },
      longestMs: ({ attempts, lastStatus }) => longestPauseMs(Number(attempts), lastStatus as number | null),
    },
  ],
  async nextDue(context, { lastRunMs }) {
    const times: (number | null)[] = [];
    for (const collection of keptCollections)
      times.push(await firstDue(context, { collection, field: 'createdAt' }, lastRunMs - keptMs));
    const first = earliest(times);
    return first === null ? null : first + keptMs;
  },
  async run(context) {
    for (const collection of keptCollections) await forgetOld(collection, context);
    for (const webhook of await activeWebhooks(context.reader)) await checkBacklog(webhook, context);
  },
};
