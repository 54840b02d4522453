/**
 * Seats are counted in rows inside the transaction that gives them, so no number of callers can oversell. A seat is
 * held from the registration on, and freed by expiry or cancellation. Over-full after a cut in capacity: no one new.
 */

import { ok, type Result } from '#shared/base/result.ts';
import {
  type EventRecord,
  type SeatCountRecord,
  seatCounts,
  type TicketTypeRecord,
} from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { Condition } from '#shared/query/query.ts';
import type { Transaction } from '../../../store/contract.ts';
import { keptSeats } from './kept-seats.ts';

/** One thing that has so many seats: the whole event, or a ticket type. */
export interface SeatScope {
  readonly scope: string;
  /** Null: unlimited. */
  readonly capacity: number | null;
  /** The registrations that count on it. */
  readonly of: Readonly<Record<string, string>>;
}

export function eventSeats(event: Pick<EventRecord, 'id' | 'capacity'>): SeatScope {
  return { scope: `event:${event.id}`, capacity: event.capacity, of: { event: event.id } };
}

export function ticketTypeSeats(type: Pick<TicketTypeRecord, 'id' | 'event' | 'quantity'>): SeatScope {
  const capacity = type.quantity < 0 ? null : type.quantity;
  return { scope: `ticket_type:${type.id}`, capacity, of: { event: type.event, ticketType: type.id } };
}

function seated(of: SeatScope['of']): Condition {
  const equal = Object.entries(of).map(([path, value]) => ({ kind: 'field', path, op: 'equals', value }) as const);
  return { kind: 'and', of: [...equal, { kind: 'field', path: 'status', op: 'in', value: ['pending', 'confirmed'] }] };
}

/** Where the row is missing (imported data) it begins with what is there. */
export async function ensureSeatCount(tx: Transaction, eventId: string, seats: SeatScope): Promise<SeatCountRecord> {
  const found = await tx.findOne(seatCounts, { scope: seats.scope });
  if (found) return found;
  const taken = await tx.count('registrations', seated(seats.of));
  return await tx.create(seatCounts, { event: eventId, scope: seats.scope, taken });
}

/** Free seats now, Infinity where there is no limit; below 0 after a cut in capacity. */
export async function freeSeats(tx: Transaction, eventId: string, seats: SeatScope): Promise<number> {
  const { taken } = await ensureSeatCount(tx, eventId, seats);
  return seats.capacity === null ? Number.POSITIVE_INFINITY : seats.capacity - taken;
}

/**
 * Call before the registration is created. Refuses with `ticket_sold_out`, and then has taken nothing.
 *
 * @param buyer `anyone` leaves the seats that are kept for the waiting list; `waiting` is who they are kept for
 */
export async function takeSeat(
  tx: Transaction,
  event: EventRecord,
  type: TicketTypeRecord,
  seats = 1,
  buyer: 'anyone' | 'waiting' = 'anyone',
): Promise<Result<null>> {
  const scopes = [ticketTypeSeats(type), eventSeats(event)];
  const counts: SeatCountRecord[] = [];
  for (const scope of scopes) counts.push(await ensureSeatCount(tx, event.id, scope));
  const freeOf = (one: TicketTypeRecord) => freeSeats(tx, event.id, ticketTypeSeats(one));
  const kept = buyer === 'anyone' ? await keptSeats(tx, event, type, freeOf) : { ofType: 0, ofEvent: 0 };
  const wanted = [seats + kept.ofType, seats + kept.ofEvent];
  const full = scopes.find(({ capacity }, i) => capacity !== null && counts[i]!.taken + wanted[i]! > capacity);
  if (full) return refuseWith('ticket_sold_out', { path: 'ticketType', detail: { capacity: full.capacity } });
  for (const count of counts) await tx.update('seat_counts', count.id, { taken: count.taken + seats });
  return ok(null);
}

/**
 * For someone who is in already (a walk-in). Call before the registration is created.
 *
 * @returns what has more people than seats with it
 */
export async function takeSeatAnyway(
  tx: Transaction,
  event: EventRecord,
  type: TicketTypeRecord,
): Promise<readonly SeatScope[]> {
  const over: SeatScope[] = [];
  for (const seats of [ticketTypeSeats(type), eventSeats(event)]) {
    const count = await ensureSeatCount(tx, event.id, seats);
    await tx.update('seat_counts', count.id, { taken: count.taken + 1 });
    if (seats.capacity !== null && count.taken + 1 > seats.capacity) over.push(seats);
  }
  return over;
}

/** Call before the registration leaves `pending` or `confirmed`. */
export async function freeSeat(tx: Transaction, registration: { event: string; ticketType: string }): Promise<void> {
  for (const scope of [`ticket_type:${registration.ticketType}`, `event:${registration.event}`]) {
    const count = await tx.findOne(seatCounts, { scope });
    if (count && count.taken > 0) await tx.update('seat_counts', count.id, { taken: count.taken - 1 });
  }
}
