/**
 * Finds the rows that one mail reports together because they come from one decision: refunds of an order that go out
 * together, and tickets of one address that were cancelled at once. Rows of one transaction have one time.
 */
import { orderItemsMax, ticketOrders } from '#shared/modules/events/order.ts';
import {
  type RefundRecord,
  type RegistrationRecord,
  refunds,
  registrations,
} from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import { registrationsOfOrder } from '../orders/sale.ts';

/** Refunds of one order, with each ticket's changes and attempts. */
const refundsMax = 500;

/**
 * Refunds that the processor was asked for by the same decision, in the same round. One that the organizer pays by hand is
 * none of them: its time is not known.
 *
 * @returns in the order in which the tickets were bought; also those that are pending or failed
 */
export async function refundsTogether(reader: Reader, refund: RefundRecord): Promise<readonly RefundRecord[]> {
  const { cause, createdAt, registration, round } = refund;
  const ids = await peopleOfOrder(reader, registration);
  const found = await reader.find(refunds, {
    where: { kind: 'field', path: 'registration', op: 'in', value: ids },
    limit: refundsMax,
  });
  const isOf = (one: RefundRecord) => one.cause === cause && one.createdAt === createdAt && one.round === round;
  const together = found.filter((one) => isOf(one) && one.method === 'processor' && one.amount > 0);
  return together.sort((a, b) => ids.indexOf(a.registration) - ids.indexOf(b.registration));
}

/** @returns the registrations of its order, in the order in which they were bought; itself where it has none */
async function peopleOfOrder(reader: Reader, registration: string): Promise<readonly string[]> {
  const id = (await reader.get(registrations, registration))?.order ?? null;
  const order = id === null ? null : await reader.get(ticketOrders, id);
  return order === null ? [registration] : (await registrationsOfOrder(reader, order)).map((one) => one.id);
}

/** The tickets of its order that were cancelled with it and have its address, itself included, as they were bought. */
export async function cancelledTogether(
  reader: Reader,
  registration: RegistrationRecord,
): Promise<readonly RegistrationRecord[]> {
  const { cancelledAt, emailKey, order } = registration;
  if (order === null || cancelledAt === null) return [registration];
  const people = await reader.find(registrations, {
    where: where({ order, status: 'cancelled', cancelledAt }),
    limit: orderItemsMax,
  });
  const together = people.filter((one) => one.emailKey === emailKey && one.changeOf === null);
  if (together.length < 2 || !together.some(({ id }) => id === registration.id)) return [registration];
  const ids = await peopleOfOrder(reader, registration.id);
  return together.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
