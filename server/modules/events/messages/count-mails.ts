/** Counts the progress of a message from its mails: after any crash the figures are those of what is stored. */
import { ok } from '#shared/base/result.ts';
import {
  type MessageBatchRecord,
  type mailStates,
  messageBatches,
  outgoingMails,
} from '#shared/modules/events/message.ts';
import { where } from '#shared/query/query.ts';
import { type Follower, recordIn } from '../../../core/collections/follower.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { throwIfRefused } from '../throw-if-refused.ts';

type MailState = (typeof mailStates)[number];

async function countsOf(reader: Reader, batch: string) {
  const count = (state: MailState) => reader.count(outgoingMails, where({ batch, state }));
  const waiting = await count('in_line');
  const sent = await count('sent');
  const failed = await count('failed');
  const suppressed = await count('suppressed');
  const stopped = await count('stopped');
  return {
    waiting,
    counts: { recipients: waiting + sent + failed + suppressed + stopped, sent, failed, suppressed, stopped },
  };
}

function finished({ state }: MessageBatchRecord, failed: number): MessageBatchRecord['state'] {
  if (state !== 'sending') return state;
  return failed > 0 ? 'partly_failed' : 'sent';
}

/** @param problem what the mail server said of one of them; null: nothing new */
export async function recount(tx: Transaction, id: string, problem: string | null): Promise<void> {
  const batch = await tx.get(messageBatches, id);
  if (!batch) return;
  const { counts, waiting } = await countsOf(tx, id);
  const isSpread = batch.state !== 'scheduled' && batch.nextAttemptAt === null;
  const isOver = isSpread && waiting === 0;
  await tx.update('message_batches', id, {
    ...counts,
    ...(problem !== null && { problem }),
    ...(isOver && { state: finished(batch, counts.failed), finishedAt: batch.finishedAt ?? tx.now }),
  });
}

/** Follower: once for each lot of changes, not for each mail. */
export const countMails: Follower = {
  name: 'events.count-mails',
  collections: ['outgoing_mails'],
  async handle(changes, { commit }) {
    const problems = new Map<string, string | null>();
    for (const change of changes) {
      const { batch, problem } = recordIn(change, outgoingMails);
      if (batch !== null) problems.set(batch, problem ?? problems.get(batch) ?? null);
    }
    for (const [id, problem] of problems) {
      const done = await commit(async (tx) => {
        await recount(tx, id, problem);
        return ok(null);
      });
      throwIfRefused(done);
    }
  },
};
