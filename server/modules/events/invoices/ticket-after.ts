/** The ticket that the rest of a payment is for after changes of ticket type. */
import { refunds } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import type { NewTicket } from './credit-lines.ts';

/** Refunds of one registration after changes of its ticket type. */
const refundsMax = 1_000;

/**
 * Returns the ticket after the newest of several changes, also where the processor has paid them back in another order.
 *
 * @returns null: no change has given money of this registration back
 */
export async function ticketAfter(reader: Reader, registration: string): Promise<NewTicket | null> {
  const changes = await reader.find(refunds, {
    where: where({ registration, cause: 'changed' }),
    sort: [{ path: 'createdAt', direction: 'desc' }],
    limit: refundsMax,
  });
  const newest = changes.find(({ newTicket, state }) => state !== 'failed' && newTicket !== null);
  const after = (newest?.newTicket ?? null) as NewTicket | null;
  return after && { ...after, taxName: after.taxName ?? null };
}
