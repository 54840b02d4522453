/** Computes whether a ticket type is on sale now, and how many seats of it are held or sold. */

import type { Tone } from '../../../parts/state-pill.tsx';
import { t } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import type { TicketsData, TicketType } from './ticket-type.ts';

export const soldOf = ({ taken }: TicketsData, { id }: TicketType): number => taken.get(`ticket_type:${id}`) ?? 0;

export interface SaleState {
  readonly label: string;
  readonly tone: Tone;
}

/** Statuses of an event in which nothing is sold, independently of its ticket types. */
const closed: Readonly<Record<string, SaleState>> = {
  draft: { label: t('not_on_sale_draft'), tone: 'warn' },
  cancelled: { label: t('not_on_sale_cancelled'), tone: 'plain' },
  completed: { label: t('not_on_sale_over'), tone: 'plain' },
};

type SellingEvent = Pick<EventSummary, 'id' | 'status' | 'capacity'>;

export function saleStateOf(event: SellingEvent, data: TicketsData, type: TicketType, nowMs = Date.now()): SaleState {
  const isClosed = closed[event.status];
  if (isClosed) return isClosed;
  const { quantity, saleStart, saleEnd, hidden, kind } = type;
  // A ticket type that is added to a ticket takes no seat of the event.
  const isFull =
    kind === 'admission' && event.capacity !== null && (data.taken.get(`event:${event.id}`) ?? 0) >= event.capacity;
  if (isFull || (quantity >= 0 && soldOf(data, type) >= quantity)) return { label: t('sold_out'), tone: 'danger' };
  if (saleEnd !== null && Date.parse(saleEnd) <= nowMs) return { label: t('sale_ended'), tone: 'plain' };
  if (saleStart !== null && Date.parse(saleStart) > nowMs) return { label: t('not_on_sale_yet'), tone: 'warn' };
  return hidden ? { label: t('hidden'), tone: 'plain' } : { label: t('on_sale'), tone: 'success' };
}
