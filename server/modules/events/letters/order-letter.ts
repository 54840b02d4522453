/** The part of a letter about an order: its sum, its page, how to pay it, and the tickets of all its people. */

import type { EventRecord } from '#shared/modules/events/event.ts';
import { ticketTypes } from '#shared/modules/events/event.ts';
import { orderItemsMax, type TicketOrderRecord } from '#shared/modules/events/order.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import { paymentSettingOf } from '../payments/charge-terms.ts';
import type { LetterOrder } from './letter.ts';

async function ticketsOf(
  reader: Reader,
  { changeOf, id: order, lines }: TicketOrderRecord,
  pagesUrl: string,
): Promise<LetterOrder['tickets']> {
  const changed = changeOf === null ? null : await reader.get(registrations, changeOf);
  const people = changed
    ? [changed]
    : await reader.find(registrations, { where: where({ order, status: 'confirmed' }), limit: orderItemsMax });
  const names = new Map<string, string>();
  for (const { ticketType } of people)
    if (!names.has(ticketType)) names.set(ticketType, (await reader.get(ticketTypes, ticketType))?.name ?? '');
  // Tickets are listed in the order in which they were bought.
  const turn = new Map(lines.map(({ registration }, i) => [registration, i]));
  const inTurn = [...people].sort((a, b) => (turn.get(a.id) ?? 0) - (turn.get(b.id) ?? 0));
  return inTurn.map(({ name, pageSecret, ticketType }) => ({
    name,
    ticketTypeName: names.get(ticketType) ?? '',
    pageUrl: `${pagesUrl}/t/${pageSecret}`,
  }));
}

export async function orderOfLetter(
  reader: Reader,
  event: EventRecord,
  order: TicketOrderRecord,
  pagesUrl: string,
): Promise<LetterOrder> {
  const isOpen = order.status === 'open';
  return {
    number: order.number,
    pageUrl: `${pagesUrl}/o/${order.pageSecret}`,
    total: { amount: order.amount, currency: order.currency },
    payUntil: isOpen ? order.holdExpiresAt : null,
    bank:
      isOpen && order.method === 'bank_transfer' ? (paymentSettingOf(event).bankTransfer?.instructions ?? null) : null,
    tickets: isOpen ? [] : await ticketsOf(reader, order, pagesUrl),
  };
}
