/**
 * Sends queued mails: a follower at once, a timed job again. Each mail has its own attempts, so one bad address holds
 * up no one. An attempt is claimed in the store before it is made: two senders never send the same one, and after a
 * crash it is made again when the claim runs out, under the same message id.
 */

import { eachOfFew } from '#shared/base/each-of-few.ts';
import { ok } from '#shared/base/result.ts';
import { hourMs, isoTime, minuteMs, secondMs } from '#shared/base/time.ts';
import { type OutgoingMailRecord, outgoingMails } from '#shared/modules/events/registration.ts';
import type { Condition } from '#shared/query/query.ts';
import { type Follower, type FollowerContext, firstDue, type TimedJob } from '../../../core/collections/module.ts';
import type { Delivery, EventsPorts } from '../ports.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { writeLetter } from './write-letter.ts';

/** After the n-th attempt; with the last one a mail has been tried for about three days. */
export const retryDelaysMs: readonly number[] = [
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  hourMs,
  3 * hourMs,
  8 * hourMs,
  12 * hourMs,
  24 * hourMs,
  24 * hourMs,
];

/** An attempt takes no longer than this; the transport gives up well before. */
const claimMs = 5 * minuteMs;
/** Connections to the mail server at one time, and mails of one run of the job. */
const atOnceMax = 4;
const dueMax = 200;
const problemMax = 1_000;

const queued: Condition = { kind: 'field', path: 'state', op: 'equals', value: 'queued' };

async function claim(
  { commit, clock }: FollowerContext,
  id: string,
  dueOnly: boolean,
): Promise<OutgoingMailRecord | null> {
  const done = await commit(async (tx) => {
    const mail = await tx.get(outgoingMails, id);
    const now = isoTime(clock());
    if (mail?.state !== 'queued') return ok(null);
    // The first attempt is the follower's; all later ones wait for their time.
    if ((dueOnly || mail.attempts > 0) && mail.nextAttemptAt !== null && mail.nextAttemptAt > now) return ok(null);
    const claimed = { attempts: mail.attempts + 1, nextAttemptAt: isoTime(clock() + claimMs) };
    return ok(await tx.update(outgoingMails, id, claimed));
  });
  return throwIfRefused(done);
}

function afterwards(mail: OutgoingMailRecord, delivery: Delivery, nowMs: number): Readonly<Record<string, unknown>> {
  if (delivery.kind === 'sent')
    return { state: 'sent', messageId: delivery.messageId, problem: null, nextAttemptAt: null };
  const problem = delivery.problem.slice(0, problemMax);
  const delayMs = delivery.kind === 'later' ? retryDelaysMs[mail.attempts - 1] : undefined;
  if (delayMs === undefined) return { state: 'failed', problem, nextAttemptAt: null };
  return { problem, nextAttemptAt: isoTime(nowMs + delayMs) };
}

async function attempt(context: FollowerContext, mail: OutgoingMailRecord, ports: EventsPorts): Promise<Delivery> {
  const letter = await writeLetter(context.reader, mail, context.clock(), ports);
  if (letter === null)
    return { kind: 'refused', problem: 'The email was no longer needed: the registration has changed.' };
  try {
    return await ports.mailer.send(letter);
  } catch (fault) {
    // A fault of ours must not keep the queue from going on; it is shown with the mail and tried again.
    return { kind: 'later', problem: fault instanceof Error ? fault.message : String(fault) };
  }
}

async function sendOne(context: FollowerContext, id: string, dueOnly: boolean, ports: EventsPorts): Promise<void> {
  const mail = await claim(context, id, dueOnly);
  if (!mail) return;
  const delivery = await attempt(context, mail, ports);
  const done = await context.commit(async (tx) => {
    await tx.update('outgoing_mails', id, afterwards(mail, delivery, context.clock()));
    return ok(null);
  });
  throwIfRefused(done);
}

async function sendAll(
  context: FollowerContext,
  ids: readonly string[],
  dueOnly: boolean,
  ports: EventsPorts,
): Promise<void> {
  await eachOfFew(ids, atOnceMax, (id) => sendOne(context, id, dueOnly, ports));
}

export function sendMails(ports: EventsPorts): Follower {
  return {
    name: 'events.send-mails',
    collections: ['outgoing_mails'],
    async handle(changes, context) {
      const added = changes.filter(({ op, record }) => op === 'create' && record['state'] === 'queued');
      await sendAll(
        context,
        added.map(({ id }) => id),
        false,
        ports,
      );
    },
  };
}

function longestWaitMs({ attempts }: OutgoingMailRecord): number {
  return attempts === 0 ? 0 : Math.max(claimMs, retryDelaysMs[attempts - 1] ?? 0);
}

export function retryMails(ports: EventsPorts): TimedJob {
  return {
    name: 'events.retry-mails',
    everyMs: 15 * secondMs,
    scheduled: [
      {
        collection: 'outgoing_mails',
        field: 'nextAttemptAt',
        waiting: queued,
        longestMs: (mail) => longestWaitMs(mail as OutgoingMailRecord),
      },
    ],
    nextDue: (context, { lastRunMs }) =>
      firstDue(context, { collection: 'outgoing_mails', field: 'nextAttemptAt', where: queued }, lastRunMs),
    async run(context) {
      const due = await context.reader.find('outgoing_mails', {
        where: {
          kind: 'and',
          of: [
            queued,
            { kind: 'field', path: 'nextAttemptAt', op: 'less_than_equal', value: isoTime(context.clock()) },
          ],
        },
        sort: [{ path: 'nextAttemptAt', direction: 'asc' }],
        limit: dueMax,
      });
      await sendAll(
        context,
        due.map(({ id }) => id),
        true,
        ports,
      );
    },
  };
}
