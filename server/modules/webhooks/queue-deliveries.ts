/**
 * Queues messages: one delivery for each webhook, change and type, whose id follows from these three, so that the same
 * change seen twice is queued once. Called inside a transaction by the follower and by replays.
 */

import { createHash } from 'node:crypto';
import { must } from '#shared/base/assert.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { type DeliveryRecord, webhookDeliveries } from '#shared/modules/webhooks/webhooks.ts';
import type { Condition } from '#shared/query/query.ts';
import type { Change, Transaction } from '../../store/contract.ts';

export interface Message {
  readonly webhook: string;
  readonly change: Change;
  readonly type: string;
}

/** More types than any change has. */
const typesMax = 64;

export function deliveryId({ webhook, change, type }: Message): string {
  const hash = createHash('sha256').update(`${webhook} ${change.seq} ${type}`).digest();
  return uuidv7(Date.parse(change.at), hash);
}

function unfinished(webhook: string, record: string): Condition {
  return {
    kind: 'and',
    of: [
      { kind: 'field', path: 'webhook', op: 'equals', value: webhook },
      { kind: 'field', path: 'record', op: 'equals', value: record },
      { kind: 'field', path: 'status', op: 'in', value: ['pending', 'waiting'] },
    ],
  };
}

/** Returns the state in which a delivery begins: `waiting` while another of the same record is unfinished, else `pending`. */
async function startOf(tx: Transaction, webhook: string, record: string) {
  const [earlier] = await tx.find('webhook_deliveries', { where: unfinished(webhook, record), limit: 1 });
  return earlier ? ({ status: 'waiting', nextAttemptAt: null } as const) : startNow(tx);
}

function startNow(tx: Transaction) {
  return { status: 'pending', nextAttemptAt: tx.now } as const;
}

async function create(tx: Transaction, { webhook, change, type }: Message, id: string): Promise<void> {
  await tx.create(
    'webhook_deliveries',
    {
      webhook,
      eventType: type,
      sequence: change.seq,
      changedAt: change.at,
      collection: change.collection,
      record: change.id,
      // A record that was just made has no earlier message, but for another type of the same change.
      ...(change.op === 'create' && change.types[0] === type ? startNow(tx) : await startOf(tx, webhook, change.id)),
      attempts: 0,
      lastAttemptAt: null,
      lastStatus: null,
      lastProblem: null,
      firstFailedAt: null,
      place: change.seq * typesMax + change.types.indexOf(type),
    },
    id,
  );
}

/** Queues a delivery again, from the first attempt on; a pending one is tried at once, a waiting one stays as it is. */
export async function restart(tx: Transaction, delivery: DeliveryRecord): Promise<void> {
  if (delivery.status === 'waiting') return;
  const start = delivery.status === 'pending' ? startNow(tx) : await startOf(tx, delivery.webhook, delivery.record);
  await tx.update('webhook_deliveries', delivery.id, { ...start, attempts: 0, firstFailedAt: null });
}

/**
 * @param again which known deliveries are queued again: `missed` the failed ones, `all` the delivered ones, too
 * @returns how many deliveries were queued
 */
export async function queueMessages(
  tx: Transaction,
  messages: readonly Message[],
  again: 'never' | 'missed' | 'all',
): Promise<number> {
  let queued = 0;
  for (const message of messages) {
    const id = deliveryId(message);
    const known = await tx.get(webhookDeliveries, id);
    const wanted =
      known === null ||
      (again !== 'never' && known.status === 'failed') ||
      (again === 'all' && known.status === 'delivered');
    if (!wanted) continue;
    if (known) await restart(tx, known);
    else await create(tx, message, id);
    queued += 1;
  }
  return queued;
}

/** Makes the first waiting delivery of this record due. @returns whether there was any */
export async function promoteNext(tx: Transaction, webhook: string, record: string): Promise<boolean> {
  const waiting: Condition = {
    kind: 'and',
    of: [
      { kind: 'field', path: 'webhook', op: 'equals', value: webhook },
      { kind: 'field', path: 'record', op: 'equals', value: record },
      { kind: 'field', path: 'status', op: 'equals', value: 'waiting' },
    ],
  };
  const [next] = await tx.find('webhook_deliveries', {
    where: waiting,
    sort: [{ path: 'place', direction: 'asc' }],
    limit: 1,
  });
  if (next) await tx.update('webhook_deliveries', must(next, 'a delivery').id, startNow(tx));
  return next !== undefined;
}
