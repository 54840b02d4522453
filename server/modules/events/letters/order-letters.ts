/**
 * Followers that queue the letters of a sale: an order that waits for its money, one that is paid, a refund that went
 * out or failed. Each once, however often a change is seen.
 */
import { ok } from '#shared/base/result.ts';
import { minuteMs } from '#shared/base/time.ts';
import type { LetterTemplate } from '#shared/modules/events/letters.ts';
import { type TicketOrderRecord, ticketOrders } from '#shared/modules/events/order.ts';
import { type RefundRecord, refunds, registrations } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import { type Follower, recordIn } from '../../../core/collections/follower.ts';
import type { Change, Reader, Transaction } from '../../../store/contract.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { queueMailAbout } from './queue-mail.ts';
import { refundsTogether } from './together.ts';

/**
 * A registration made by a program, by itself, is an order of one whose buyer has the ticket mail: that program speaks
 * with its user. Free and imported orders have no letters; all others have letters of their own.
 */
async function hasLetters(reader: Reader, { amount, channel, id }: TicketOrderRecord): Promise<boolean> {
  if (amount === 0 || channel === 'import') return false;
  return channel !== 'api' || (await reader.count(registrations, where({ order: id }))) > 1;
}

/** Time after which an order that is to be paid online gets a request to pay, if it is still open. */
const unpaidMs = 5 * minuteMs;

function letterOfOrder({ op, previous }: Change, order: TicketOrderRecord): LetterTemplate | null {
  if (op === 'create' && order.status === 'open') return 'order_received';
  const isNew = op === 'create' || (previous !== null && 'status' in previous);
  return isNew && order.status === 'confirmed' ? 'order_paid' : null;
}

async function queueOfOrder(tx: Transaction, id: string, template: LetterTemplate): Promise<void> {
  const order = await tx.get(ticketOrders, id);
  if (!order || !(await hasLetters(tx, order))) return;
  const about = { order: id, recipient: order.email, onceKey: `${id}:${template}` };
  // Most buyers pay online at once and need no request to pay; those who leave the page get one later.
  const waitMs = template === 'order_received' && order.method === 'online' ? unpaidMs : 0;
  if (template === 'order_paid' || order.status === 'open') await queueMailAbout(tx, about, template, waitMs);
}

/** The mail goes to the buyer; without an order, to the person. @param key of what the mail is about */
async function queueAbout(tx: Transaction, refund: RefundRecord, key: string, template: LetterTemplate): Promise<void> {
  const registration = await tx.get(registrations, refund.registration);
  if (!registration) return;
  const order = registration.order === null ? null : await tx.get(ticketOrders, registration.order);
  const recipient = order?.email ?? registration.email;
  const recipientName = order?.name ?? registration.name;
  const onceKey = `${key}:${refund.round}:${template}`;
  const about = { registration: registration.id, refund: refund.id, recipient, recipientName, onceKey };
  await queueMailAbout(tx, about, template);
}

/**
 * A failure is a mail of its own, and so is what the organizer paid by hand. What the processor refunds of one order by one
 * decision is one mail, once none of it is pending: each of them ends, so the last one queues it.
 */
async function queueOfRefund(tx: Transaction, id: string): Promise<void> {
  const refund = await tx.get(refunds, id);
  // A refund of nothing only stands for a credit note.
  if (!refund || refund.state === 'pending' || refund.amount === 0) return;
  if (refund.state === 'failed') await queueAbout(tx, refund, id, 'refund_failed');
  else if (refund.method === 'by_hand') await queueAbout(tx, refund, id, 'refund_sent');
  const together = await refundsTogether(tx, refund);
  const sent = together.find(({ state }) => state === 'succeeded');
  if (!sent || together.some(({ state }) => state === 'pending')) return;
  const { order } = (await tx.get(registrations, refund.registration)) ?? {};
  const key = `${order ?? refund.registration}:${refund.cause}:${refund.createdAt}`;
  await queueAbout(tx, sent, key, 'refund_sent');
}

export const orderLetters: Follower = {
  name: 'events.order-letters',
  collections: ['ticket_orders'],
  async handle(changes, { commit }) {
    for (const change of changes) {
      const template = change.op === 'delete' ? null : letterOfOrder(change, recordIn(change, ticketOrders));
      if (template === null) continue;
      const done = await commit(async (tx) => {
        await queueOfOrder(tx, change.id, template);
        return ok(null);
      });
      throwIfRefused(done);
    }
  },
};

export const refundLetters: Follower = {
  name: 'events.refund-letters',
  collections: ['refunds'],
  async handle(changes, { commit }) {
    for (const { id, op, previous, record } of changes) {
      const isSettled =
        record['state'] !== 'pending' && (op === 'create' || (previous !== null && 'state' in previous));
      if (op === 'delete' || !isSettled) continue;
      const done = await commit(async (tx) => {
        await queueOfRefund(tx, id);
        return ok(null);
      });
      throwIfRefused(done);
    }
  },
};
