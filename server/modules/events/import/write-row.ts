/** One imported row becomes a registration, or changes the one that an earlier import made of it. */

import type { EventRecord, TicketTypeRecord } from '#shared/modules/events/event.ts';
import { orderItemsMax } from '#shared/modules/events/order.ts';
import { refusal } from '#shared/modules/events/refusals.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import type { AttendeeImportRecord } from '#shared/modules/events/transfer.ts';
import { externalCodes } from '#shared/modules/events/transfer.ts';
import { where } from '#shared/query/query.ts';
import { badgeCode, badgeCodeRandomBytes } from '#shared/ticket/badge-code.ts';
import { ticketNumber, ticketNumberRandomBytes } from '#shared/ticket/ticket-number.ts';
import type { Transaction } from '../../../store/contract.ts';
import { queueMail } from '../letters/queue-mail.ts';
import { followRegistrations } from '../orders/follow-registrations.ts';
import { makePageSecret, pageSecretRandomBytes } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import { cancelPlace, isOver } from '../registration/cancel-registration.ts';
import { emailKey } from '../registration/registration-rule.ts';
import { recordForeignCheckIn } from './foreign-check-in.ts';
import type { ImportRow, RowError } from './import-row.ts';
import { type ImportedAttendeeRecord, importedAttendees } from './import-tables.ts';
import type { OrderBook } from './order-book.ts';
import type { SeatBook } from './seat-book.ts';

export interface Ground {
  readonly event: EventRecord;
  readonly record: AttendeeImportRecord;
  readonly sendMail: boolean;
  readonly seats: SeatBook;
  readonly orders: OrderBook;
  /** The list that check-ins count on. */
  readonly list: string;
  readonly typeOf: (row: ImportRow) => TicketTypeRecord | null;
  readonly ports: EventsPorts;
}

export type Written =
  | { readonly kind: 'created' | 'updated' | 'unchanged'; readonly checkedIn: boolean; readonly code: boolean }
  | { readonly kind: 'left_out' }
  | { readonly kind: 'refused'; readonly error: RowError };

export async function writeRow(tx: Transaction, row: ImportRow, ground: Ground): Promise<Written> {
  const taken = row.code && (await tx.findOne(externalCodes, { event: ground.event.id, codeHash: row.code.hash }));
  const known = await findKnown(tx, row, ground.event.id, taken?.registration ?? null);
  const registration = known && (await tx.get(registrations, known.registration));
  if (taken && taken.registration !== registration?.id) return refused('external_code_taken');
  if (registration) return update(tx, row, registration, ground, taken !== null);
  // A person who was erased here is not restored by an older file.
  if (known || row.status === 'cancelled') return { kind: 'left_out' };
  return create(tx, row, ground);
}

/**
 * Whom an earlier import made of this attendee. Another file of the same system may name people in another way (a check-in
 * list of pretix has no positions): then the code says who it is, or, within the order, name and address.
 */
async function findKnown(
  tx: Transaction,
  { key, name, orderCode, orderEmail, email, says }: ImportRow,
  event: string,
  codeOf: string | null,
): Promise<ImportedAttendeeRecord | null> {
  const same = await tx.findOne(importedAttendees, { event, rowKey: key });
  if (same) return same;
  const byCode = codeOf === null ? null : await tx.findOne(importedAttendees, { registration: codeOf });
  if (byCode && (byCode.orderCode === orderCode || byCode.orderCode === null || orderCode === null)) return byCode;
  if (byCode || orderCode === null || !says.name) return null;
  const others = await tx.find(importedAttendees, { where: where({ event, orderCode }), limit: 2 * orderItemsMax });
  const fitting: ImportedAttendeeRecord[] = [];
  for (const one of others.filter(({ rowKey }) => kindOf(rowKey) !== kindOf(key))) {
    const registration = await tx.get(registrations, one.registration);
    const addresses = [email, orderEmail].flatMap((address) => (address === null ? [] : emailKey(address)));
    if (registration?.name === name && (!says.email || addresses.includes(registration.emailKey ?? '')))
      fitting.push(one);
  }
  return fitting.length === 1 ? fitting[0]! : null;
}

/** `position`, `code` or `person`: two keys of one kind that differ are two people. */
const kindOf = (rowKey: string): string => rowKey.split(':', 1)[0]!;

function refused(code: Parameters<typeof refusal>[0], column?: string): Written {
  const { message } = refusal(code);
  return { kind: 'refused', error: { code, message, ...(column !== undefined && { column }) } };
}

async function create(tx: Transaction, row: ImportRow, ground: Ground): Promise<Written> {
  const { event, record, ports, seats } = ground;
  const type = ground.typeOf(row);
  if (type === null) return refused('ticket_type_not_found');
  if (event.onePerEmail && (await hasPlace(tx, event.id, row.email))) return refused('already_registered');
  if (!(await seats.take(type))) return refused('ticket_sold_out');
  const isPending = row.status === 'pending';
  const amount = row.amount ?? type.amount;
  const currency = row.currency ?? type.currency;
  const registration = await tx.create(registrations, {
    event: event.id,
    ticketType: type.id,
    status: isPending ? 'pending' : 'confirmed',
    paymentStatus: isPending ? 'pending' : amount === 0 ? 'not_required' : 'paid',
    name: row.name,
    email: row.email,
    emailKey: emailKey(row.email),
    company: row.company,
    role: row.role,
    group: row.group,
    ticketNumber: ticketNumber(event.id, ports.randomBytes(ticketNumberRandomBytes)),
    badgeCode: badgeCode(ports.randomBytes(badgeCodeRandomBytes)),
    pageSecret: makePageSecret(tx.tenant, ports.randomBytes(pageSecretRandomBytes)),
    amount,
    currency,
    order: await ground.orders.orderOf(row, currency),
    formAnswers: Object.keys(row.answers).length > 0 ? row.answers : null,
    ...(!isPending && { confirmedAt: tx.now, ...(amount > 0 && { paidAt: tx.now }) }),
    ...(row.checkedInAt && { checkedInAt: row.checkedInAt }),
  });
  ground.orders.add(registration, type);
  await tx.create(importedAttendees, {
    event: event.id,
    import: record.id,
    registration: registration.id,
    rowKey: row.key,
    orderCode: row.orderCode,
    kept: false,
  });
  await keepCode(tx, row, registration, record);
  if (row.checkedInAt) await recordForeignCheckIn(tx, registration, ground.list, row.checkedInAt);
  if (ground.sendMail && !isPending) await queueMail(tx, registration, 'ticket_confirmed');
  return { kind: 'created', checkedIn: row.checkedInAt !== null, code: row.code !== null };
}

async function hasPlace(tx: Transaction, eventId: string, email: string): Promise<boolean> {
  const key = { event: eventId, emailKey: emailKey(email) };
  const statuses = ['pending', 'confirmed', 'waitlisted'] as const;
  for (const status of statuses) if (await tx.findOne(registrations, { ...key, status })) return true;
  return false;
}

async function keepCode(
  tx: Transaction,
  { code }: ImportRow,
  { id, event, ticketNumber: number }: RegistrationRecord,
  record: AttendeeImportRecord,
): Promise<void> {
  if (code === null) return;
  const values = { event, registration: id, import: record.id, scheme: code.scheme, codeHash: code.hash };
  await tx.create(externalCodes, { ...values, ticketNumber: number });
}

/** Writes the current values of the other system. A registration that is cancelled here stays cancelled. */
async function update(
  tx: Transaction,
  row: ImportRow,
  registration: RegistrationRecord,
  { event, record, list, seats }: Ground,
  hasCode: boolean,
): Promise<Written> {
  const none = { kind: 'unchanged', checkedIn: false, code: false } as const;
  if (isOver(registration)) return none;
  if (row.status === 'cancelled') {
    await seats.write();
    // The other system refunds the person, and writes to them.
    const how = { asked: 'none', cause: 'cancelled', reason: null, nowMs: Date.parse(tx.now), isSilent: true } as const;
    await cancelPlace(tx, event, registration, how);
    return { ...none, kind: 'updated' };
  }
  const { says } = row;
  const isPaidNow = says.status && registration.status === 'pending' && row.status !== 'pending';
  const comes = row.checkedInAt !== null && registration.checkedInAt === null;
  const patched = await tx.update(registrations, registration.id, {
    ...(says.name && { name: row.name }),
    ...(says.email && { email: row.email, emailKey: emailKey(row.email) }),
    company: row.company ?? registration.company,
    role: row.role ?? registration.role,
    ...(isPaidNow && { status: 'confirmed', confirmedAt: tx.now, holdExpiresAt: null }),
    ...(isPaidNow && { paymentStatus: registration.amount === 0 ? 'not_required' : 'paid' }),
    ...(isPaidNow && registration.amount > 0 && { paidAt: tx.now }),
    ...(comes && { checkedInAt: row.checkedInAt }),
  });
  if (isPaidNow) await followRegistrations(tx, registration.order);
  const addsCode = row.code !== null && !hasCode;
  if (addsCode) await keepCode(tx, row, registration, record);
  if (comes && row.checkedInAt) await recordForeignCheckIn(tx, registration, list, row.checkedInAt);
  const changed = patched.version !== registration.version || addsCode;
  return { kind: changed ? 'updated' : 'unchanged', checkedIn: comes, code: addsCode };
}
