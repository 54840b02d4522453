/**
 * Refuses a buyer when all seats are taken, by what is committed, before the order waits for its turn to write: when an event
 * sells out, nearly all buyers are refused. Only seats that are counted as taken decide, not those that are kept for a
 * waiting list, so it never refuses an order that the transaction would accept. All other refusals are the transaction's.
 *
 * It is for PostgreSQL, where all orders of an event wait in one line (bench row B1; figures in
 * server/store/postgres/README.md). On SQLite it costs: 0.63 ms of CPU for each refusal instead of 0.50 (24 November 2026,
 * with the client, 300 in turns).
 */
import { ok, type Result } from '#shared/base/result.ts';
import {
  type EventRecord,
  events,
  seatCounts,
  type TicketTypeRecord,
  ticketTypes,
} from '#shared/modules/events/event.ts';
import type { Reader } from '../../../store/contract.ts';
import { eventSeats, type SeatScope, soldOut, ticketTypeSeats } from '../event/seats.ts';
import { checkOrder, type OrderRequest, type SaleScene } from './place-order.ts';
import { forgetSoldOut } from './sold-out-hints.ts';

/** The capacity is read before and after the count, so that a count is not compared with another time's capacity. */
async function isFull(
  reader: Reader,
  { capacity, scope }: SeatScope,
  capacityNow: () => Promise<number | null>,
): Promise<boolean> {
  if (capacity === null) return false;
  const count = await reader.findOne(seatCounts, { scope });
  return count !== null && count.taken >= capacity && (await capacityNow()) === capacity;
}

async function fullFor(reader: Reader, event: EventRecord, type: TicketTypeRecord): Promise<SeatScope | null> {
  const ofType = ticketTypeSeats(type);
  const typeNow = async () => {
    const now = await reader.get(ticketTypes, type.id);
    return now && ticketTypeSeats(now).capacity;
  };
  if (await isFull(reader, ofType, typeNow)) return ofType;
  if (type.kind === 'add_on') return null;
  const ofEvent = eventSeats(event);
  const eventNow = async () => (await reader.get(events, event.id))?.capacity ?? null;
  return (await isFull(reader, ofEvent, eventNow)) ? ofEvent : null;
}

/** @returns `ticket_sold_out`, or ok where the transaction has to say */
export async function refuseSoldOut(
  reader: Reader,
  event: EventRecord,
  request: OrderRequest,
  scene: SaleScene,
): Promise<Result<null>> {
  // A voucher may be refused for its own sake.
  if (request.voucher) return ok(null);
  const checked = await checkOrder(reader, event, request, scene);
  if (!checked.ok) return ok(null);
  const known = new Map<string, SeatScope | null>();
  for (const { path, type } of checked.value.priced.lines) {
    const full = known.has(type.id) ? known.get(type.id) : await fullFor(reader, event, type);
    known.set(type.id, full ?? null);
    if (full) return soldOut({ available: 0, capacity: full.capacity ?? 0 }, path);
  }
  forgetSoldOut(event.id);
  return ok(null);
}
