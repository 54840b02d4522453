/** Computes the price of an offered seat at its acceptance: the same on the page, in the mail and in the order. */
import type { EventRecord } from '#shared/modules/events/event.ts';
import type { WaitlistEntryRecord } from '#shared/modules/events/waiting-list.ts';
import type { Reader } from '../../../store/contract.ts';
import { priceItems } from '../orders/price-items.ts';

/**
 * Prices an offer as `events.accept_offer` does: price steps do not count the seat that the offer holds.
 * @returns the amount in minor units; null where nothing is offered, or it is not for sale any more
 */
export async function offerPrice(
  reader: Reader,
  event: EventRecord,
  { state, ticketType }: Pick<WaitlistEntryRecord, 'state' | 'ticketType'>,
  nowMs: number,
): Promise<{ readonly amount: number; readonly currency: string } | null> {
  if (state !== 'offered') return null;
  const asked = { event, items: [{ ticketType }], voucher: null, isGuest: true, isOffered: true, nowMs };
  const found = await priceItems(reader, asked);
  return found.ok ? { amount: found.value.priced.amount, currency: found.value.priced.currency } : null;
}
