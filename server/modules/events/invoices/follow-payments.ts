/** Followers: an invoice when an order is paid, a credit note when a refund has reached the buyer. */
import { ok } from '#shared/base/result.ts';
import { ticketOrders } from '#shared/modules/events/order.ts';
import { refunds } from '#shared/modules/events/registration.ts';
import { type Follower, type FollowerContext, recordIn } from '../../../core/collections/follower.ts';
import type { Transaction } from '../../../store/contract.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { issueCreditNote, issueInvoice } from './issue.ts';

/** One transaction each: one that fails undoes none before it, and numbers stay in the order of payments. */
async function issueEach(
  ids: readonly string[],
  { commit }: FollowerContext,
  issue: (tx: Transaction, id: string) => Promise<unknown>,
): Promise<void> {
  for (const id of new Set(ids)) throwIfRefused(await commit(async (tx) => ok(await issue(tx, id))));
}

/** Orders before refunds: a refund that comes with its payment finds the invoice. */
export const followPayments: Follower = {
  name: 'events.follow-payments',
  collections: [ticketOrders.name, refunds.name],
  async handle(changes, context) {
    const paid = changes
      .filter(({ collection }) => collection === ticketOrders.name)
      .map((change) => recordIn(change, ticketOrders))
      .filter(({ paidAt }) => paidAt !== null);
    await issueEach(
      paid.map(({ id }) => id),
      context,
      issueInvoice,
    );
    const done = changes
      .filter(({ collection }) => collection === refunds.name)
      .map((change) => recordIn(change, refunds))
      .filter(({ state }) => state === 'succeeded');
    await issueEach(
      done.map(({ id }) => id),
      context,
      issueCreditNote,
    );
  },
};
