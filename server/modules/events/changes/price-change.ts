/** Prices the change of a registration to another ticket type, by the one price function, or refuses the change. */
import { ok, type Result } from '#shared/base/result.ts';
import type { EventRecord, TicketTypeRecord } from '#shared/modules/events/event.ts';
import { minimumOf } from '#shared/modules/events/money.ts';
import { registrationAddOns } from '#shared/modules/events/order.ts';
import { type PricedLine, priceOrder } from '#shared/modules/events/price-order.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import { voucherTerms } from '../orders/find-voucher.ts';
import { soldAtSteps } from '../orders/places.ts';
import { isAddOnTo, saleProblem } from '../orders/read-items.ts';
import { saleOf } from '../orders/sale.ts';
import { ticketTypesOf } from '../records.ts';
import { paidRowsOf } from './change-rows.ts';
import { voucherOf } from './complete-change.ts';

const addOnsMax = 1_000;
const path = 'ticketType';

export interface PricedChange {
  readonly line: PricedLine<TicketTypeRecord>;
  /** The present type; null: the event has it no more. */
  readonly from: TicketTypeRecord | null;
  /** Minor units: above 0 to be paid, below 0 to be refunded. */
  readonly difference: number;
  readonly currency: string;
}

/** Returns what the person has paid for the ticket alone and still has in it, in minor units. */
function worthOf(registration: RegistrationRecord, addOns: number): number {
  return Math.max(0, registration.amount + (registration.changedBy ?? 0) - addOns);
}

/** Checks that the order has as many tickets of the new type as one order must and may have. */
async function checkLimits(
  reader: Reader,
  registration: RegistrationRecord,
  { id, maxPerOrder, minPerOrder }: TicketTypeRecord,
): Promise<Result<null>> {
  const { registrations } = await saleOf(reader, registration);
  const others = registrations.filter((one) => one.ticketType === id && ['pending', 'confirmed'].includes(one.status));
  const wanted = others.length + 1;
  if (wanted < minPerOrder) return refuseWith('below_min_per_order', { path, detail: { minPerOrder, wanted } });
  if (wanted > maxPerOrder) return refuseWith('above_max_per_order', { path, detail: { maxPerOrder, wanted } });
  return ok(null);
}

function typeNamed(types: readonly TicketTypeRecord[], named: string, nowMs: number): Result<TicketTypeRecord> {
  const type = types.find(({ key }) => key === named) ?? types.find(({ id }) => id === named);
  if (!type) return refuseWith('ticket_type_not_found', { path });
  if (type.kind === 'add_on') return refuseWith('add_on_alone', { path });
  const problem = saleProblem(type, nowMs);
  return problem ? { ok: false, errors: [{ ...problem, path }] } : ok(type);
}

/** Returns the sum of the active add-ons, in minor units; refuses with `add_on_does_not_fit`. */
async function addOnsOf(
  reader: Reader,
  { id }: RegistrationRecord,
  type: TicketTypeRecord,
  types: readonly TicketTypeRecord[],
): Promise<Result<number>> {
  const rows = await reader.find(registrationAddOns, {
    where: where({ registration: id, status: 'active' }),
    limit: addOnsMax,
  });
  const strange = rows.flatMap(({ ticketType }) => {
    const addOn = types.find((one) => one.id === ticketType);
    return addOn && !isAddOnTo(addOn, type) ? [addOn.name] : [];
  });
  if (strange.length > 0) return refuseWith('add_on_does_not_fit', { path, detail: { addOns: [...new Set(strange)] } });
  return ok(rows.reduce((sum, { amount }) => sum + amount, 0));
}

const unsettled: readonly RegistrationRecord['paymentStatus'][] = ['disputed', 'payment_review', 'refunded'];

/**
 * The add-ons of the registration stay as they were sold. The voucher of the order counts as far as it was used for this
 * ticket, also after its time: the ticket was bought with it.
 *
 * @param named key or id of the new ticket type
 */
export async function priceChange(
  reader: Reader,
  event: EventRecord,
  registration: RegistrationRecord,
  named: string,
  nowMs: number,
): Promise<Result<PricedChange>> {
  const types = await ticketTypesOf(reader, event.id);
  const found = typeNamed(types, named, nowMs);
  if (!found.ok) return found;
  const type = found.value;
  if (type.id === registration.ticketType) return refuseWith('already_this_type', { path });
  const rows = await paidRowsOf(reader, registration);
  if (rows.some(({ paymentStatus }) => unsettled.includes(paymentStatus))) return refuseWith('payment_unsettled');
  const limits = await checkLimits(reader, registration, type);
  if (!limits.ok) return limits;
  const addOns = await addOnsOf(reader, registration, type, types);
  if (!addOns.ok) return addOns;
  const voucher = await voucherOf(reader, registration);
  const terms = voucher && { ...voucherTerms(voucher), usesLeft: 1 };
  const wanted = [{ owner: 0, type, quantity: 1, path }];
  const priced = priceOrder(wanted, { nowMs, soldAt: await soldAtSteps(reader, [type]), voucher: terms });
  if (!priced.ok) return priced;
  const [line] = priced.value.lines;
  const worth = worthOf(registration, addOns.value);
  if (!line) return refuseWith('ticket_type_not_found', { path });
  const isUnpaid = registration.amount === 0 && (registration.changedBy ?? 0) === 0;
  const sameMoney = line.amount === 0 || isUnpaid || type.currency === registration.currency;
  if (!sameMoney)
    return refuseWith('mixed_currencies', { path, detail: { currencies: [registration.currency, type.currency] } });
  const currency = line.amount > 0 ? type.currency : registration.currency;
  const difference = line.amount - worth;
  // An amount that is too small for the processor is given free, as in an order.
  const isGiven = difference > 0 && difference < minimumOf(currency);
  const from = types.find(({ id }) => id === registration.ticketType) ?? null;
  return ok({ line, from, currency, difference: isGiven ? 0 : difference });
}
