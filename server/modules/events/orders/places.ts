/**
 * Takes and frees what a sale needs: seats, tickets of a price step, uses of a voucher. All of it or nothing, in the
 * transaction of the sale, so that no number of buyers can oversell.
 */
import { ok, type Result } from '#shared/base/result.ts';
import { type EventRecord, seatCounts, type TicketTypeRecord, ticketTypes } from '#shared/modules/events/event.ts';
import { registrationAddOns } from '#shared/modules/events/order.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { vouchers } from '#shared/modules/events/voucher.ts';
import { where } from '#shared/query/query.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import {
  addTaken,
  eventSeats,
  type SeatScope,
  type SeatsLeft,
  seatCounter,
  seatScopes,
  soldOut,
  type Taker,
  ticketTypeSeats,
} from '../event/seats.ts';
import { freeNetworking } from '../networking/leave.ts';

/** Seats, price step and voucher uses that one line of an order takes. */
export interface Claim {
  readonly type: TicketTypeRecord;
  readonly quantity: number;
  /** Name of the price step it was sold at. */
  readonly step: string | null;
  /** Number of tickets out of `quantity` for which the voucher is used. */
  readonly voucherUses: number;
  /** Named when no seat is left. */
  readonly path: string;
  /** Another ticket type for someone who has a seat of the event already. */
  readonly isChange?: boolean;
}

/** Returns the seat scopes that a claim counts on. */
function scopesOf(event: EventRecord, { isChange, type }: Claim): readonly SeatScope[] {
  return isChange ? [ticketTypeSeats(type)] : seatScopes(event, type);
}

const addOnRowsMax = 1_000;

/** Counts what was sold at a price step of limited quantity. */
export function stepScope(eventId: string, typeId: string, step: string): SeatScope {
  return {
    scope: `price_step:${typeId}:${step}`,
    capacity: null,
    of: { event: eventId, ticketType: typeId, priceStep: step },
  };
}

/** Returns a function that gives the number sold at each limited step of these types. */
export async function soldAtSteps(
  reader: Reader,
  types: Iterable<TicketTypeRecord>,
): Promise<(typeId: string, step: string) => number> {
  const sold = new Map<string, number>();
  for (const { event, id, priceSteps } of types)
    for (const { name, quantity } of priceSteps ?? []) {
      const { scope } = stepScope(event, id, name);
      if (typeof quantity !== 'number' || sold.has(scope)) continue;
      sold.set(scope, (await reader.findOne(seatCounts, { scope }))?.taken ?? 0);
    }
  return (typeId, step) => sold.get(stepScope('', typeId, step).scope) ?? 0;
}

/** @param voucher id of the voucher that is used for some of the claims */
async function checkSeats(
  tx: Transaction,
  event: EventRecord,
  claims: readonly Claim[],
  voucher: string | null,
  taker: Taker,
): Promise<Result<null>> {
  if (taker === 'offered') return ok(null);
  const uses = claims.reduce((sum, claim) => sum + claim.voucherUses, 0);
  const leftIn = await seatCounter(tx, event, tx.now, voucher === null ? null : { id: voucher, uses }, taker);
  const known = new Map<string, SeatsLeft | null>();
  const wanted = new Map<string, number>();
  for (const claim of claims)
    for (const scope of scopesOf(event, claim)) {
      const { path, quantity } = claim;
      const sum = (wanted.get(scope.scope) ?? 0) + quantity;
      wanted.set(scope.scope, sum);
      const left = known.has(scope.scope) ? (known.get(scope.scope) ?? null) : await leftIn(scope);
      known.set(scope.scope, left);
      if (left !== null && sum > left.available) return soldOut(left, path);
    }
  return ok(null);
}

/** Refuses with `voucher_used_up`. @param uses tickets; negative: the uses are free again */
export async function countUses(tx: Transaction, id: string, uses: number): Promise<Result<null>> {
  const voucher = await tx.get(vouchers, id);
  if (!voucher || uses === 0) return ok(null);
  const used = Math.max(0, voucher.used + uses);
  if (uses > 0 && voucher.maxUses !== null && used > voucher.maxUses)
    return refuseWith('voucher_used_up', { path: 'voucher' });
  await tx.update(vouchers, id, { used });
  return ok(null);
}

/**
 * Call before the registrations are created. Refuses with `ticket_sold_out` and `voucher_used_up`, and then has taken nothing.
 *
 * @param voucher id of the voucher that is used for some of the claims
 */
export async function takePlaces(
  tx: Transaction,
  event: EventRecord,
  claims: readonly Claim[],
  voucher: string | null,
  taker: Taker = 'anyone',
): Promise<Result<null>> {
  const seats = await checkSeats(tx, event, claims, voucher, taker);
  if (!seats.ok) return seats;
  if (voucher !== null) {
    const used = await countUses(
      tx,
      voucher,
      claims.reduce((sum, claim) => sum + claim.voucherUses, 0),
    );
    if (!used.ok) return used;
  }
  const sums = new Map<string, { readonly scope: SeatScope; seats: number }>();
  const add = (scope: SeatScope, quantity: number) => {
    const known = sums.get(scope.scope) ?? { scope, seats: 0 };
    sums.set(scope.scope, { scope, seats: known.seats + quantity });
  };
  for (const claim of claims) {
    const { quantity, step, type } = claim;
    for (const scope of scopesOf(event, claim)) add(scope, quantity);
    if (step !== null) add(stepScope(event.id, type.id, step), quantity);
  }
  for (const { scope, seats: quantity } of sums.values()) await addTaken(tx, event.id, scope, quantity);
  return ok(null);
}

type Placed = Pick<
  RegistrationRecord,
  'id' | 'event' | 'ticketType' | 'priceStep' | 'voucher' | 'voucherUses' | 'changeOf'
>;

async function free(tx: Transaction, scope: string, quantity: number): Promise<void> {
  const count = await tx.findOne(seatCounts, { scope });
  if (count && count.taken > 0)
    await tx.update('seat_counts', count.id, { taken: Math.max(0, count.taken - quantity) });
}

/** Frees one seat of the ticket type and of its price step; the seat of the event is kept. */
export async function freeTypeSeat(
  tx: Transaction,
  { event, priceStep, ticketType }: Pick<Placed, 'event' | 'ticketType' | 'priceStep'>,
): Promise<void> {
  await free(tx, ticketTypeSeats({ id: ticketType, event, quantity: -1 }).scope, 1);
  if (priceStep !== null) await free(tx, stepScope(event, ticketType, priceStep).scope, 1);
}

/** Call before the registration leaves `pending` or `confirmed`. */
export async function freePlace(tx: Transaction, registration: Placed): Promise<void> {
  const { changeOf, event, id, voucher, voucherUses } = registration;
  await freeTypeSeat(tx, registration);
  if (changeOf === null) await free(tx, eventSeats({ id: event, capacity: null }).scope, 1);
  const addOns = await tx.find(registrationAddOns, {
    where: where({ registration: id, status: 'active' }),
    limit: addOnRowsMax,
  });
  for (const row of addOns) {
    await free(tx, ticketTypeSeats({ id: row.ticketType, event, quantity: -1 }).scope, row.quantity);
    if (row.priceStep !== null) await free(tx, stepScope(event, row.ticketType, row.priceStep).scope, row.quantity);
    await tx.update(registrationAddOns, row.id, { status: 'released' });
  }
  if (voucher !== null) await countUses(tx, voucher, -(voucherUses ?? 0));
  await freeNetworking(tx, id);
}

/** Takes the places of all these registrations again, or of none, for money that comes late. */
export async function takePlacesAgain(
  tx: Transaction,
  event: EventRecord,
  expired: readonly RegistrationRecord[],
): Promise<boolean> {
  const claims: Claim[] = [];
  const rows: string[] = [];
  const claim = async (typeId: string, more: Pick<Claim, 'quantity' | 'step' | 'voucherUses' | 'isChange'>) => {
    const type = await tx.get(ticketTypes, typeId);
    if (type) claims.push({ type, ...more, path: 'registration' });
  };
  for (const { changeOf, id, priceStep: step, ticketType, voucherUses } of expired) {
    await claim(ticketType, { quantity: 1, step, voucherUses: voucherUses ?? 0, isChange: changeOf !== null });
    const released = await tx.find(registrationAddOns, {
      where: where({ registration: id, status: 'released' }),
      limit: addOnRowsMax,
    });
    for (const row of released) {
      await claim(row.ticketType, { quantity: row.quantity, step: row.priceStep, voucherUses: 0 });
      rows.push(row.id);
    }
  }
  const voucher = expired.find((one) => one.voucher !== null)?.voucher ?? null;
  if (!(await takePlaces(tx, event, claims, voucher)).ok) return false;
  for (const id of rows) await tx.update(registrationAddOns, id, { status: 'active' });
  return true;
}
