/**
 * Seats are counted in rows inside the transaction that gives them, so no number of callers can oversell. A seat is
 * held from the registration on, and freed by expiry or cancellation. After a cut of the capacity below what is taken, no
 * new seat is given.
 */

import { ok, type Refused, type Result } from '#shared/base/result.ts';
import {
  type EventRecord,
  type SeatCountRecord,
  seatCounts,
  type TicketTypeRecord,
} from '#shared/modules/events/event.ts';
import { registrationAddOns } from '#shared/modules/events/order.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type VoucherRecord, vouchers } from '#shared/modules/events/voucher.ts';
import { type Condition, where } from '#shared/query/query.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { whatIsThere } from '../what-is-there.ts';
import { keptSeats, nothingKept } from './kept-seats.ts';

/** Vouchers with seats set aside, of one event. */
const keepingMax = 1_000;
/** Rows of add-ons counted where a count is missing. */
const countedMax = 100_000;

/** What has a number of seats: the whole event, or a ticket type. */
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

/** Add-ons have no registration of their own. */
async function addOnsOf(reader: Reader, { ticketType, priceStep }: SeatScope['of']): Promise<number> {
  if (ticketType === undefined) return 0;
  const active = { ticketType, status: 'active', ...(priceStep !== undefined && { priceStep }) };
  const rows = await reader.find(registrationAddOns, { where: where(active), limit: countedMax });
  return rows.reduce((sum, { quantity }) => sum + quantity, 0);
}

async function countedOf(tenantReader: Reader, { of }: SeatScope): Promise<number> {
  const reader = whatIsThere(tenantReader);
  return (await reader.count('registrations', seated(of))) + (await addOnsOf(reader, of));
}

/** Where the row is missing (imported data) it begins with what is there. */
export async function ensureSeatCount(tx: Transaction, eventId: string, seats: SeatScope): Promise<SeatCountRecord> {
  const found = await tx.findOne(seatCounts, { scope: seats.scope });
  if (found) return found;
  return await tx.create(seatCounts, { event: eventId, scope: seats.scope, taken: await countedOf(tx, seats) });
}

async function takenOf(reader: Reader, seats: SeatScope): Promise<number> {
  const found = await reader.findOne(seatCounts, { scope: seats.scope });
  return found ? found.taken : await countedOf(reader, seats);
}

/** Seats that a voucher still keeps for those who have it. */
export function openSetAside(voucher: VoucherRecord, now: string): number {
  const isValid = voucher.active && (voucher.validUntil === null || voucher.validUntil >= now);
  return isValid ? Math.max(0, voucher.setAside - voucher.used) : 0;
}

/** Vouchers of the event that keep seats. */
function keepingVouchers(reader: Reader, eventId: string): Promise<readonly VoucherRecord[]> {
  const keeping: Condition = {
    kind: 'and',
    of: [
      { kind: 'field', path: 'event', op: 'equals', value: eventId },
      { kind: 'field', path: 'setAside', op: 'greater_than', value: 0 },
    ],
  };
  return reader.find(vouchers, { where: keeping, limit: keepingMax });
}

/** A voucher that is about to be used: seats that it keeps are free for as many. */
export interface UsedVoucher {
  readonly id: string;
  readonly uses: number;
}

/** Seats that vouchers keep in a scope, after the uses of `own`. */
function setAsideIn(
  keeping: readonly VoucherRecord[],
  { of }: SeatScope,
  now: string,
  own: UsedVoucher | null,
): number {
  const inScope = keeping.filter(
    ({ ticketTypes }) => of['ticketType'] === undefined || ticketTypes?.includes(of['ticketType']),
  );
  return inScope.reduce((sum, voucher) => {
    const used = voucher.used + (voucher.id === own?.id ? own.uses : 0);
    return sum + openSetAside({ ...voucher, used }, now);
  }, 0);
}

/**
 * `anyone` leaves the seats that are kept for the waiting list; `waiting` is who they are kept for; `offered` has a seat
 * that is counted as taken already.
 */
export type Taker = 'anyone' | 'waiting' | 'offered';

export interface SeatsLeft {
  readonly available: number;
  readonly capacity: number;
}

/**
 * Returns a function that counts the seats left in a scope: negative after a cut in capacity; null: unlimited.
 *
 * @param own a voucher of the buyer
 */
export async function seatCounter(
  reader: Reader,
  event: Pick<EventRecord, 'id' | 'waitlist'>,
  now: string,
  own: UsedVoucher | null,
  taker: Taker = 'anyone',
): Promise<(scope: SeatScope) => Promise<SeatsLeft | null>> {
  const keeping = await keepingVouchers(reader, event.id);
  const freeIn = async (scope: SeatScope, capacity: number) =>
    capacity - (await takenOf(reader, scope)) - setAsideIn(keeping, scope, now, own);
  const freeOf = (type: TicketTypeRecord) => {
    const scope = ticketTypeSeats(type);
    return freeIn(scope, scope.capacity ?? Number.POSITIVE_INFINITY);
  };
  const keptIn = taker === 'anyone' ? await keptSeats(reader, event, freeOf) : nothingKept;
  return async (scope) => {
    const { capacity, of } = scope;
    if (capacity === null) return null;
    return { capacity, available: (await freeIn(scope, capacity)) - keptIn(of['ticketType']) };
  };
}

/**
 * Seats of a ticket type that are left, for the type and the whole event.
 *
 * @param own a voucher of the buyer
 * @returns the seats of the scope with the fewest left; null: unlimited
 */
export async function seatsLeft(
  reader: Reader,
  event: Pick<EventRecord, 'id' | 'capacity' | 'waitlist'>,
  type: TicketTypeRecord,
  now: string,
  own: UsedVoucher | null,
  taker: Taker = 'anyone',
): Promise<SeatsLeft | null> {
  const leftIn = await seatCounter(reader, event, now, own, taker);
  let least: SeatsLeft | null = null;
  for (const scope of seatScopes(event, type)) {
    const left = await leftIn(scope);
    if (left !== null && (least === null || left.available < least.available)) least = left;
  }
  return least;
}

/** Returns the seat scopes that a seat of the type counts on. Add-ons take no seat of the event: their buyer has one. */
export function seatScopes(event: Pick<EventRecord, 'id' | 'capacity'>, type: TicketTypeRecord): readonly SeatScope[] {
  return type.kind === 'add_on' ? [ticketTypeSeats(type)] : [ticketTypeSeats(type), eventSeats(event)];
}

export function soldOut({ available, capacity }: SeatsLeft, path: string): Refused {
  return refuseWith('ticket_sold_out', { path, detail: { capacity, available: Math.max(0, available) } });
}

/** Call before the registration is created. Refuses with `ticket_sold_out`, and then has taken nothing. */
export async function takeSeat(
  tx: Transaction,
  event: EventRecord,
  type: TicketTypeRecord,
  seats = 1,
  taker: Taker = 'anyone',
): Promise<Result<null>> {
  const left = await seatsLeft(tx, event, type, tx.now, null, taker);
  if (left !== null && seats > left.available) return soldOut(left, 'ticketType');
  for (const scope of seatScopes(event, type)) await addTaken(tx, event.id, scope, seats);
  return ok(null);
}

/** Frees the seat of an offer that has ended, of the type and of the event. */
export async function freeSeat(tx: Transaction, event: EventRecord, type: TicketTypeRecord): Promise<void> {
  for (const scope of seatScopes(event, type)) await addTaken(tx, event.id, scope, -1);
}

/** @param seats negative: they are free again */
export async function addTaken(tx: Transaction, eventId: string, scope: SeatScope, seats: number): Promise<void> {
  const count = await ensureSeatCount(tx, eventId, scope);
  const taken = Math.max(0, count.taken + seats);
  if (taken !== count.taken) await tx.update('seat_counts', count.id, { taken });
}

/**
 * Takes a seat for someone who is in already (a walk-in). Call before the registration is created.
 *
 * @returns the scopes that have more people than seats afterwards
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
