/** Undoes an import: removes the registrations it made, except those of people who were scanned at a gate. */
import { checkins, scans } from '#shared/modules/events/gate.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { type AttendeeImportRecord, attendeeImports, externalCodes } from '#shared/modules/events/transfer.ts';
import { type Condition, where } from '#shared/query/query.ts';
import type { Transaction } from '../../../store/contract.ts';
import { forgetNetworking } from '../networking/leave.ts';
import { eventOf, ticketTypesOf } from '../records.ts';
import { releaseTime } from '../registration/release-time.ts';
import { type ImportedAttendeeRecord, importedAttendees } from './import-tables.ts';
import { leaveOrders } from './order-book.ts';
import { openSeatBook, type SeatBook } from './seat-book.ts';
import { batchMax, dropChunks } from './store-rows.ts';

const scansMax = 1_000;

/** Works for one transaction; rows of people who stay are marked as `kept`, so that each is looked at once. */
export async function takeBackSome(tx: Transaction, record: AttendeeImportRecord): Promise<'more' | 'done'> {
  if (await dropChunks(tx, record.id)) return 'more';
  const found = await tx.find(importedAttendees, { where: open(record.id), limit: batchMax });
  const event = await eventOf(tx, record.event);
  if (found.length === 0 || !event.ok) {
    await tx.update(attendeeImports, record.id, { state: 'taken_back' });
    return 'done';
  }
  const seats = openSeatBook(tx, event.value, await ticketTypesOf(tx, record.event));
  let takenBack = 0;
  const gone: RegistrationRecord[] = [];
  for (const one of found) {
    const taken = await takeBack(tx, one, seats);
    if (taken !== 'kept') takenBack += 1;
    if (taken !== 'kept' && taken !== null) gone.push(taken);
  }
  await leaveOrders(tx, gone);
  await seats.write();
  await tx.update(attendeeImports, record.id, {
    takenBack: record.takenBack + takenBack,
    kept: record.kept + found.length - takenBack,
  });
  return 'more';
}

function open(importId: string): Condition {
  return {
    kind: 'and',
    of: [where({ import: importId }), { kind: 'field', path: 'kept', op: 'equals', value: false }],
  };
}

/** @returns the deleted registration; null: it was deleted before; `kept`: the person has checked in */
async function takeBack(
  tx: Transaction,
  one: ImportedAttendeeRecord,
  seats: SeatBook,
): Promise<RegistrationRecord | null | 'kept'> {
  const registration = await tx.get(registrations, one.registration);
  const all = await tx.find(scans, { where: where({ registration: one.registration }), limit: scansMax });
  const came = all.some(({ source, verdict }) => source !== 'import' && verdict === 'admitted');
  if (came) {
    await tx.update(importedAttendees, one.id, { kept: true });
    return 'kept';
  }
  for (const { id, source } of all) if (source === 'import') await tx.delete(scans, id);
  const owned = where({ registration: one.registration });
  for (const { id } of await tx.find(checkins, { where: owned, limit: scansMax })) await tx.delete(checkins, id);
  for (const { id } of await tx.find(externalCodes, { where: owned, limit: scansMax }))
    await tx.delete(externalCodes, id);
  if (registration) {
    if (registration.status === 'confirmed' || registration.status === 'pending') await seats.free(registration);
    await releaseTime(tx, registration);
    await forgetNetworking(tx, registration.id);
    await tx.delete(registrations, registration.id);
  }
  await tx.delete(importedAttendees, one.id);
  return registration;
}
