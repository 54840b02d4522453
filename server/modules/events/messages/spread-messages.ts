/**
 * The queue that makes mails of a message, when its time has come: each transaction handles a page of recipients and stores
 * the position, so that after a crash the queue goes on from there and no one gets a second mail.
 */
import { ok } from '#shared/base/result.ts';
import { type MessageBatchRecord, messageBatches, outgoingMails } from '#shared/modules/events/message.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { type Condition, where } from '#shared/query/query.ts';
import type { FollowerContext } from '../../../core/collections/follower.ts';
import type { Transaction } from '../../../store/contract.ts';
import { type AttemptQueue, dueNow, type Worked } from '../attempts.ts';
import { suppressionOf } from '../letters/send-mails.ts';
import { makePageSecret, pageSecretRandomBytes } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import { emailKey } from '../registration/registration-rule.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { recount } from './count-mails.ts';
import { recipientsAfter } from './recipient-pages.ts';

/** Recipients of one transaction: all other writers of the tenant wait for it. */
export const pageSize = 100;
/** Pages of one attempt, which ends well before its claim does. */
const pagesMax = 20;

/** A person with several registrations gets one mail. */
export function onceKeyOf(batch: string, email: string): string {
  return `${batch}:${emailKey(email)}`;
}

async function queueFor(tx: Transaction, batch: string, registration: RegistrationRecord, ports: EventsPorts) {
  const onceKey = onceKeyOf(batch, registration.email);
  if (await tx.findOne(outgoingMails, { onceKey })) return;
  const suppressed = (await suppressionOf(tx, registration.email)) !== null;
  await tx.create('outgoing_mails', {
    registration: registration.id,
    batch,
    template: 'message',
    recipient: registration.email,
    onceKey,
    pageSecret: makePageSecret(tx.tenant, ports.randomBytes(pageSecretRandomBytes)),
    ...(suppressed ? { state: 'suppressed', attempts: 0 } : { state: 'in_line', ...dueNow(tx.now) }),
  });
}

/** @returns whether there are more recipients */
async function spreadPage(
  { id }: MessageBatchRecord,
  { commit, reader }: FollowerContext,
  ports: EventsPorts,
): Promise<boolean> {
  const batch = await reader.get(messageBatches, id);
  if (batch?.state !== 'sending') return false;
  const page = await recipientsAfter(reader, batch.condition as unknown as Condition, batch.reached, pageSize);
  const last = page.at(-1);
  if (!last) return false;
  const done = await commit(async (tx) => {
    const now = await tx.get(messageBatches, id);
    if (now?.state !== 'sending' || now.reached !== batch.reached) return ok(now?.state === 'sending');
    for (const registration of page) await queueFor(tx, id, registration, ports);
    await tx.update('message_batches', id, { reached: last.id });
    return ok(page.length === pageSize);
  });
  return throwIfRefused(done) ?? false;
}

/** Stops the mails that wait to be sent, also those that wait for another attempt. @returns whether there may be more */
async function stopPage({ id }: MessageBatchRecord, { commit, reader }: FollowerContext): Promise<boolean> {
  const waiting = await reader.find(outgoingMails, { where: where({ batch: id, state: 'in_line' }), limit: pageSize });
  if (waiting.length === 0) return false;
  const done = await commit(async (tx) => {
    for (const mail of waiting) {
      const now = await tx.get(outgoingMails, mail.id);
      if (now?.state === 'in_line')
        await tx.update('outgoing_mails', mail.id, { state: 'stopped', nextAttemptAt: null });
    }
    return ok(waiting.length === pageSize);
  });
  return throwIfRefused(done) ?? false;
}

async function begin({ id }: MessageBatchRecord, { commit }: FollowerContext): Promise<void> {
  const done = await commit(async (tx) => {
    const batch = await tx.get(messageBatches, id);
    if (batch?.state === 'scheduled') await tx.update('message_batches', id, { state: 'sending', startedAt: tx.now });
    return ok(null);
  });
  throwIfRefused(done);
}

async function spread(batch: MessageBatchRecord, context: FollowerContext, ports: EventsPorts): Promise<Worked> {
  await begin(batch, context);
  const step = batch.state === 'cancelled' ? stopPage : spreadPage;
  let isMore = true;
  for (let page = 0; isMore && page < pagesMax; page += 1) isMore = await step(batch, context, ports);
  return {
    kind: 'settle',
    async plan(tx) {
      const now = await tx.get(messageBatches, batch.id);
      // Stopped meanwhile: its mails are to be stopped, from the start.
      if (!now || now.state !== (batch.state === 'cancelled' ? 'cancelled' : 'sending')) return;
      await tx.update('message_batches', batch.id, isMore ? dueNow(tx.now) : { nextAttemptAt: null });
      await recount(tx, batch.id, null);
    },
  };
}

export function spreadMessages(ports: EventsPorts): AttemptQueue<MessageBatchRecord> {
  return {
    name: 'spread-messages',
    collection: 'message_batches',
    states: ['scheduled', 'sending', 'cancelled'],
    read: (reader, id) => reader.get(messageBatches, id),
    work: (batch, context) => spread(batch, context, ports),
    giveUp: async (tx, { id }, problem) =>
      void (await tx.update('message_batches', id, { state: 'partly_failed', nextAttemptAt: null, problem })),
  };
}
