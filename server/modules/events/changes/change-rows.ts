/**
 * A change of ticket type that costs more is an order of its own with one registration (`changeOf`): it holds the new seat
 * until the difference is paid, then keeps the money of the change and the old ticket number, withdrawn.
 */
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';

/** Maximum number of changes and earlier tickets of one registration that are read. */
const changesMax = 200;

/** Returns the changes of a registration, its earlier tickets included, newest first. */
export function changesOf(reader: Reader, registration: string): Promise<readonly RegistrationRecord[]> {
  const sort = [{ path: 'id', direction: 'desc' }] as const;
  return reader.find(registrations, { where: where({ changeOf: registration }), sort, limit: changesMax });
}

/** Whether the row is a change that was paid, and whose money neither a cancellation nor a later change took out. */
export function isInForce({ changeOf, confirmedAt }: Pick<RegistrationRecord, 'changeOf' | 'confirmedAt'>): boolean {
  return changeOf !== null && confirmedAt !== null;
}

/** The registration with what was paid for its changes: every row that money of it can go back to. */
export async function paidRowsOf(
  reader: Reader,
  registration: RegistrationRecord,
): Promise<readonly RegistrationRecord[]> {
  if (registration.changeOf !== null || registration.changedBy === null) return [registration];
  return [registration, ...(await changesOf(reader, registration.id)).filter(isInForce)];
}
