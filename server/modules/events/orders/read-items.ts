/** The items of a request as ticket types: what is offered to this buyer, how many, each with its path in the request. */
import { ok, type Refusal, type Result } from '#shared/base/result.ts';
import type { TicketTypeRecord } from '#shared/modules/events/event.ts';
import type { WantedLine } from '#shared/modules/events/price-order.ts';
import { refusal, refuseWith } from '#shared/modules/events/refusals.ts';
import type { VoucherRecord } from '#shared/modules/events/voucher.ts';
import { voucherApplies } from '#shared/modules/events/voucher-terms.ts';
import type { Actor } from '../../../core/policy/actor.ts';
import type { Reader } from '../../../store/contract.ts';
import { timeOf } from '../event/event-status.ts';
import { ticketTypesOf } from '../records.ts';

export type Wanted = WantedLine<TicketTypeRecord>;

export interface ItemInput {
  readonly ticketType: string;
  readonly quantity?: number | null;
  readonly addOns?: readonly { readonly ticketType: string; readonly quantity: number }[] | null;
}

export interface BuyingScene {
  readonly nowMs: number;
  /** Someone without an account: the registration page. */
  readonly isGuest: boolean;
  readonly voucher: VoucherRecord | null;
  /** The seat is one that the waiting list offers: the least number of an order does not apply. */
  readonly isOffered?: boolean;
}

/** Guests have no account; everyone else who may sell sees hidden ticket types, too. */
export function isGuest(actor: Pick<Actor, 'kind'>): boolean {
  return actor.kind === 'public';
}

/** Whether the voucher shows a hidden type: one without ticket types of its own unlocks all. */
export function isUnlocked(type: TicketTypeRecord, voucher: VoucherRecord | null): boolean {
  return voucher?.unlocksHidden === true && (voucher.ticketTypes?.length ? voucherApplies(voucher, type) : true);
}

export function isShown(type: TicketTypeRecord, { isGuest: guest, voucher }: BuyingScene): boolean {
  return !type.hidden || !guest || isUnlocked(type, voucher);
}

/** Returns why a type is not on sale at that time; null: it is. */
export function saleProblem({ saleEnd, saleStart }: TicketTypeRecord, nowMs: number): Refusal | null {
  if (saleStart !== null && nowMs < timeOf(saleStart)) return refusal('sale_not_started', { detail: { saleStart } });
  if (saleEnd !== null && nowMs > timeOf(saleEnd)) return refusal('sale_ended', { detail: { saleEnd } });
  return null;
}

export function isAddOnTo(addOn: TicketTypeRecord, ticket: TicketTypeRecord): boolean {
  if (addOn.kind !== 'add_on' || ticket.kind === 'add_on') return false;
  return !addOn.addOnTo || addOn.addOnTo.length === 0 || addOn.addOnTo.includes(ticket.id);
}

/** Finds a ticket type by key or by id. A ticket type that is hidden from the buyer is not found. */
function pick(
  types: readonly TicketTypeRecord[],
  named: string,
  scene: BuyingScene,
  path: string,
): Result<TicketTypeRecord> {
  const type = types.find(({ key }) => key === named) ?? types.find(({ id }) => id === named);
  if (!type || !isShown(type, scene)) return refuseWith('ticket_type_not_found', { path });
  const problem = saleProblem(type, scene.nowMs);
  return problem ? { ok: false, errors: [{ ...problem, path }] } : ok(type);
}

function readItem(
  types: readonly TicketTypeRecord[],
  item: ItemInput,
  owner: number,
  prefix: string,
  scene: BuyingScene,
): Result<readonly Wanted[]> {
  const path = `${prefix}ticketType`;
  const ticket = pick(types, item.ticketType, scene, path);
  if (!ticket.ok) return ticket;
  if (ticket.value.kind === 'add_on') return refuseWith('add_on_alone', { path });
  const quantity = item.quantity ?? 1;
  const lines: Wanted[] = [{ owner, type: ticket.value, quantity, path }];
  for (const [n, wanted] of (item.addOns ?? []).entries()) {
    const at = `${prefix}addOns[${n}].ticketType`;
    const addOn = pick(types, wanted.ticketType, scene, at);
    if (!addOn.ok) return addOn;
    if (!isAddOnTo(addOn.value, ticket.value)) return refuseWith('add_on_not_offered', { path: at });
    lines.push({ owner, type: addOn.value, quantity: wanted.quantity * quantity, path: at });
  }
  return ok(lines);
}

/** Checks the number of each type against the limits of one order. */
function checkLimits(lines: readonly Wanted[], { isOffered }: BuyingScene): Result<null> {
  const sums = new Map<string, { readonly line: Wanted; readonly sum: number }>();
  for (const line of lines) sums.set(line.type.id, { line, sum: (sums.get(line.type.id)?.sum ?? 0) + line.quantity });
  for (const { line, sum } of sums.values()) {
    const { maxPerOrder, minPerOrder } = line.type;
    if (sum < minPerOrder && !isOffered)
      return refuseWith('below_min_per_order', { path: line.path, detail: { minPerOrder, wanted: sum } });
    if (sum > maxPerOrder)
      return refuseWith('above_max_per_order', { path: line.path, detail: { maxPerOrder, wanted: sum } });
  }
  return ok(null);
}

/** @param prefixOf where an item stands in the request, e.g. `items[2].` */
export async function readItems(
  reader: Reader,
  eventId: string,
  items: readonly ItemInput[],
  scene: BuyingScene,
  prefixOf: (i: number) => string = (i) => `items[${i}].`,
): Promise<Result<readonly Wanted[]>> {
  if (items.length === 0) return refuseWith('order_empty', { path: 'items' });
  const types = await ticketTypesOf(reader, eventId);
  const lines: Wanted[] = [];
  for (const [i, item] of items.entries()) {
    const read = readItem(types, item, i, prefixOf(i), scene);
    if (!read.ok) return read;
    lines.push(...read.value);
  }
  const limits = checkLimits(lines, scene);
  return limits.ok ? ok(lines) : limits;
}
