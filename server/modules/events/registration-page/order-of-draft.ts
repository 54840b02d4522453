/** The order that a draft became. Its own seats move price steps, so a quote made afterwards says another total. */
import { isoTime } from '#shared/base/time.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { type TicketOrderRecord, ticketOrders } from '#shared/modules/events/order.ts';
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import { orderAnswer } from '../orders/order-answer.ts';
import type { EventsPorts } from '../ports.ts';
import type { Draft } from './draft.ts';
import type { Quote } from './sale.ts';

const stands: ReadonlySet<string> = new Set(['open', 'confirmed']);

/** @returns the newest order of the buyer’s cart since the draft was sealed: corrections are drafts of their own */
export async function orderOfDraft(reader: Reader, { at, cart, event }: Draft): Promise<TicketOrderRecord | null> {
  if (cart === undefined || at === undefined || reader.shapeOf(ticketOrders.name) === null) return null;
  const [newest] = await reader.find(ticketOrders, {
    where: where({ cart, event }),
    sort: [{ path: 'createdAt', direction: 'desc' }],
    limit: 1,
  });
  return newest && newest.createdAt >= isoTime(at) ? newest : null;
}

/** @returns the order that keeps its seats; null: the draft can be ordered */
export async function standingOrder(reader: Reader, draft: Draft): Promise<TicketOrderRecord | null> {
  const order = await orderOfDraft(reader, draft);
  return order && stands.has(order.status) ? order : null;
}

/** Returns the quote with the sums of the buyer's order, in place of the sums for the next buyer. */
export async function quoteAsOrdered(
  reader: Reader,
  quote: Quote,
  order: TicketOrderRecord,
  event: EventRecord,
  { pagesUrl }: Pick<EventsPorts, 'pagesUrl'>,
): Promise<Quote> {
  const { discount, lines, tax, taxes, total } = await orderAnswer(reader, order, event, { pagesUrl, isGuest: true });
  return { ...quote, discount, lines: lines.map((line) => ({ step: null, ...line })), tax, taxes, total };
}
