/**
 * Counts the messages that wait to be sent in a tenant, for the figures. By webhook, as the indexes are: a long delivery log
 * costs nothing.
 */
import type { WebhookRecord } from '#shared/modules/webhooks/webhooks.ts';
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../store/contract.ts';

export interface QueueFigures {
  readonly queued: number;
  /** When the first pending delivery is or was due, Unix milliseconds; infinite: none is pending. */
  readonly oldestAtMs: number;
}

export const emptyQueue: QueueFigures = { queued: 0, oldestAtMs: Number.POSITIVE_INFINITY };

export async function countQueue(reader: Reader, webhooks: readonly WebhookRecord[]): Promise<QueueFigures> {
  let { queued, oldestAtMs } = emptyQueue;
  for (const { id } of webhooks) {
    const pending = where({ webhook: id, status: 'pending' });
    queued += await reader.count('webhook_deliveries', pending);
    queued += await reader.count('webhook_deliveries', where({ webhook: id, status: 'waiting' }));
    const [first] = await reader.find('webhook_deliveries', {
      where: pending,
      sort: [{ path: 'nextAttemptAt', direction: 'asc' }],
      limit: 1,
    });
    if (first) oldestAtMs = Math.min(oldestAtMs, Date.parse(String(first['nextAttemptAt'])));
  }
  return { queued, oldestAtMs };
}
