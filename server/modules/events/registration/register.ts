/** `events.register`: checks, takes a seat, makes the registration. A price of zero confirms it at once, payment otherwise. */

import { isId } from '#shared/base/id.ts';
import { chooseLanguage, type Language } from '#shared/base/languages.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import { register } from '#shared/modules/events/actions.ts';
import { type EventRecord, type TicketTypeRecord, ticketTypes } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import type { Condition } from '#shared/query/query.ts';
import { ticketNumber, ticketNumberRandomBytes } from '#shared/ticket/ticket-number.ts';
import { preparedAction } from '../../../core/collections/module.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { asksSandbox } from '../asks-sandbox.ts';
import { layGround } from '../event/event-ground.ts';
import { eventStatusAt, timeOf } from '../event/event-status.ts';
import { takeSeat } from '../event/seats.ts';
import { makePageSecret, pageSecretRandomBytes } from '../page-secret.ts';
import { canCharge } from '../payments/can-charge.ts';
import { paymentSettingOf } from '../payments/charge-terms.ts';
import { beginPayment, paymentAnswer } from '../payments/payment-rows.ts';
import { processorFor } from '../payments/processors.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf } from '../records.ts';
import { confirmRegistration } from './confirm.ts';
import { registrationAnswer } from './registration-answer.ts';
import { emailKey } from './registration-rule.ts';

/** How long a seat is kept for someone who has not paid. */
export const holdMs = 30 * minuteMs;

export async function ticketTypeOf(reader: Reader, eventId: string, key: string): Promise<TicketTypeRecord | null> {
  const byKey = await reader.findOne(ticketTypes, { event: eventId, key });
  const found = byKey ?? (isId(key) ? await reader.get(ticketTypes, key) : null);
  return found?.event === eventId ? found : null;
}

export function checkSale(type: TicketTypeRecord, nowMs: number): Result<null> {
  const { saleStart, saleEnd } = type;
  if (saleStart !== null && nowMs < timeOf(saleStart)) {
    return refuseWith('sale_not_started', { path: 'ticketType', detail: { saleStart } });
  }
  if (saleEnd !== null && nowMs > timeOf(saleEnd))
    return refuseWith('sale_ended', { path: 'ticketType', detail: { saleEnd } });
  return ok(null);
}

/** A cancelled or expired place is no place. */
export async function hasPlace(reader: Reader, eventId: string, email: string): Promise<boolean> {
  const conditions: readonly Condition[] = [
    { kind: 'field', path: 'event', op: 'equals', value: eventId },
    { kind: 'field', path: 'emailKey', op: 'equals', value: emailKey(email) },
    { kind: 'field', path: 'status', op: 'in', value: ['pending', 'confirmed', 'waitlisted'] },
  ];
  return (await reader.find('registrations', { where: { kind: 'and', of: conditions }, limit: 1 })).length > 0;
}

export async function checkOpen(
  tx: Transaction,
  event: EventRecord,
  email: string,
  nowMs: number,
): Promise<Result<null>> {
  const status = eventStatusAt(event, nowMs);
  if (status !== 'upcoming' && status !== 'live') return refuseWith('event_not_open', { detail: { status } });
  if (event.onePerEmail && (await hasPlace(tx, event.id, email))) {
    return refuseWith('already_registered', { path: 'attendee.email' });
  }
  return ok(null);
}

export interface Registering {
  readonly event: EventRecord;
  readonly type: TicketTypeRecord;
  readonly attendee: {
    readonly name: string;
    readonly email: string;
    readonly company?: string | null | undefined;
    readonly role?: string | null | undefined;
  };
  readonly language: Language | null;
  readonly group: string | null;
  readonly tenant: string;
  readonly sandbox: boolean;
  readonly nowMs: number;
}

/** The caller has taken the seat, and made sure that the ticket can be charged for. */
export async function registerPerson(tx: Transaction, wanted: Registering, ports: EventsPorts) {
  const { event, language, nowMs, sandbox, tenant, type } = wanted;
  const { name, email, company, role } = wanted.attendee;
  const registration = await tx.create(registrations, {
    event: event.id,
    ticketType: type.id,
    status: 'pending',
    paymentStatus: 'pending',
    name,
    email,
    emailKey: emailKey(email),
    language,
    company: company ?? null,
    role: role ?? null,
    group: wanted.group,
    ticketNumber: ticketNumber(event.id, ports.randomBytes(ticketNumberRandomBytes)),
    pageSecret: makePageSecret(tenant, ports.randomBytes(pageSecretRandomBytes)),
    amount: type.amount,
    currency: type.currency,
    holdExpiresAt: isoTime(nowMs + holdMs),
  });

  const answer = await registrationAnswer(tx, registration, nowMs, ports);
  // The answer is of the registration as it was made (`pending`, as the interface has it): whoever reads it next, or
  // comes to the door with it, finds it confirmed.
  if (type.amount === 0) await confirmRegistration(tx, registration, { paymentStatus: 'not_required' }, ports);
  const processor = takesMoney(event, type) ? processorFor(ports, sandbox) : null;
  if (!processor) return answer;
  const payment = await beginPayment(
    tx,
    { tenant, event, type, registration, pagesUrl: ports.pagesUrl, nowMs },
    processor,
  );
  const { paymentIntent } = payment;
  if (paymentIntent !== null) await tx.update(registrations, registration.id, { paymentIntent });
  return { ...answer, payment: paymentAnswer(registration, payment) };
}

export function takesMoney(event: EventRecord, { amount }: TicketTypeRecord): boolean {
  return amount > 0 && paymentSettingOf(event).enabled;
}

export function registerAction(ports: EventsPorts) {
  return preparedAction(register, asksSandbox(ports), async (tx, input, { actor, clock }, sandbox) => {
    const nowMs = clock();
    const event = await eventOf(tx, input.eventId);
    if (!event.ok) return event;
    const type = await ticketTypeOf(tx, event.value.id, input.ticketType);
    if (!type) return refuseWith('ticket_type_not_found', { path: 'ticketType' });
    const open = await checkOpen(tx, event.value, input.attendee.email, nowMs);
    if (!open.ok) return open;
    const sale = checkSale(type, nowMs);
    if (!sale.ok) return sale;
    const may = takesMoney(event.value, type) ? await canCharge(tx, event.value, sandbox, ports) : ok(null);
    if (!may.ok) return may;
    await layGround(tx, event.value, ports);
    const seat = await takeSeat(tx, event.value, type);
    if (!seat.ok) return seat;
    const { attendee, group } = input;
    const language = actor.acceptLanguage === undefined ? null : chooseLanguage(null, actor.acceptLanguage);
    const scene = { tenant: actor.tenant, sandbox, nowMs };
    const wanted = { event: event.value, type, attendee, language, group: group ?? null, ...scene };
    return ok(await registerPerson(tx, wanted, ports));
  });
}
