/**
 * Runner: works off replays, one after another: reads the log from the first moment of a replay to its last and queues what
 * was missed, or everything. The replay's record has the position, so that another process goes on from there.
 */

import { ok } from '#shared/base/result.ts';
import { hourMs } from '#shared/base/time.ts';
import { type ReplayRecord, webhookReplays, webhooks } from '#shared/modules/webhooks/webhooks.ts';
import { where } from '#shared/query/query.ts';
import type { Runner, RunnerContext } from '../../core/collections/follower.ts';
import { queueMessages } from './queue-deliveries.ts';
import { readableChange, readerOf } from './reader.ts';
import { sentTypes } from './sent-types.ts';
import type { WebhookState } from './webhook-state.ts';

/** Changes looked through in one transaction. */
const pageMax = 100;
/** The runner is woken when a replay is made; it waits so long only where that call was lost. */
const restMs = hourMs;

export function replayRanges(state: WebhookState): Runner {
  return {
    name: 'webhooks.replay',
    nextDue: async ({ clock, reader }) =>
      (await reader.findOne('webhook_replays', { status: 'running' })) === null ? null : clock(),
    async run(context) {
      const { signal, sleep } = context;
      const tenant = state.of(context.tenant);
      let isAwake = true;
      let wakeUp = () => {};
      const wake = () => {
        isAwake = true;
        wakeUp();
      };
      const stopListening = tenant.onWake('replay', wake);
      signal.addEventListener('abort', wake, { once: true });
      try {
        while (!signal.aborted) {
          isAwake = false;
          const [replay] = await context.reader.find(webhookReplays, {
            where: where({ status: 'running' }),
            sort: [{ path: 'createdAt', direction: 'asc' }],
            limit: 1,
          });
          if (replay) {
            await step(replay, context);
            tenant.wake('send');
          } else if (!isAwake) {
            const woken = new AbortController();
            wakeUp = () => woken.abort();
            await sleep(restMs, woken.signal);
          }
        }
      } finally {
        stopListening();
        signal.removeEventListener('abort', wake);
      }
    },
  };
}

/** Returns the number of the last change before this moment; 0: none. Times rise with numbers, unless a clock was set. */
async function lastBefore(atIso: string, head: number, { log }: RunnerContext): Promise<number> {
  let low = 0;
  let high = head;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [next] = await log.since(middle, { limit: 1 });
    if (next && next.at < atIso) low = next.seq;
    else high = middle;
  }
  return low;
}

async function step(replay: ReplayRecord, context: RunnerContext): Promise<void> {
  const { commit, log } = context;
  const head = replay.upToSequence ?? (await log.head());
  const from = replay.atSequence ?? (await lastBefore(replay.from, head, context));
  const changes = (await log.since(from, { limit: pageMax })).filter(({ seq }) => seq <= head);
  const last = changes.at(-1);
  const isOver = !last || last.seq >= head || last.at > replay.to;
  const inRange = changes.filter(({ at }) => at >= replay.from && at <= replay.to);
  const done = await commit(async (tx) => {
    const current = await tx.get(webhookReplays, replay.id);
    if (current?.status !== 'running' || current.version !== replay.version) return ok(null);
    const webhook = await tx.get(webhooks, replay.webhook);
    if (webhook?.status !== 'active') {
      await tx.update('webhook_replays', replay.id, { status: 'stopped', finishedAt: tx.now });
      return ok(null);
    }
    const actor = readerOf(webhook, context.tenant);
    const messages = inRange.flatMap((change) => {
      const seen = readableChange(actor, tx.shapeOf(change.collection), change);
      return sentTypes(webhook, seen).map((type) => ({ webhook: webhook.id, change, type }));
    });
    const queued = await queueMessages(tx, messages, replay.which);
    await tx.update('webhook_replays', replay.id, {
      upToSequence: head,
      atSequence: last?.seq ?? head,
      deliveries: replay.deliveries + queued,
      ...(isOver ? { status: 'done', finishedAt: tx.now } : {}),
    });
    return ok(null);
  });
  if (!done.ok) throw new Error(`replay not written: ${done.errors[0].code}`);
}
