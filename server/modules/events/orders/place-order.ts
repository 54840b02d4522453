/**
 * The way tickets are sold: prices, seats, order, registrations, payment, in one transaction. `events.order`,
 * `events.register` (an order of one), offers of the waiting list and the sample come here; the order of a change of ticket
 * type is made in changes/ask-difference.ts, and settled here.
 */
import { must } from '#shared/base/assert.ts';
import { chooseLanguage, type Language } from '#shared/base/languages.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import type { FormAnswers } from '#shared/modules/events/check-answers.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { shareOf } from '#shared/modules/events/money.ts';
import { type TicketOrderRecord, ticketOrders } from '#shared/modules/events/order.ts';
import { type PaymentRecord, payments } from '#shared/modules/events/payment.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Actor } from '../../../core/policy/actor.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { layGround } from '../event/event-ground.ts';
import type { Taker } from '../event/seats.ts';
import { makePageSecret, pageSecretRandomBytes } from '../page-secret.ts';
import { canCharge } from '../payments/can-charge.ts';
import { feePercentOf, paymentSettingOf } from '../payments/charge-terms.ts';
import { beginPayment } from '../payments/payment-rows.ts';
import { processorFor } from '../payments/processors.ts';
import type { EventsPorts } from '../ports.ts';
import { confirmRegistration } from '../registration/confirm.ts';
import { type Attendee, checkAttendees, readAnswers } from './attendees.ts';
import { followRegistrations } from './follow-registrations.ts';
import { holdFrom } from './holds.ts';
import { makeRegistration, orderLines } from './order-lines.ts';
import { bankTransferOf, chooseMethod, type Method } from './order-method.ts';
import { freeOrderNumber } from './order-number.ts';
import { takePlaces } from './places.ts';
import { checkOpen, type PricedItems, priceItems } from './price-items.ts';
import { type ItemInput, isGuest } from './read-items.ts';
import { noteSoldOut } from './sold-out-hints.ts';

export interface OrderItem extends ItemInput {
  readonly attendee: Attendee;
  readonly answers?: unknown;
  readonly group?: string | null;
}

export interface Buyer {
  readonly name?: string | null;
  readonly email?: string | null;
  readonly company?: string | null;
  readonly address?: Readonly<Record<string, unknown>> | null;
  readonly vatId?: string | null;
}

export interface OrderRequest {
  readonly items: readonly OrderItem[];
  /** Code as the buyer wrote it. */
  readonly voucher?: string | null | undefined;
  readonly buyer?: Buyer | null | undefined;
  readonly method?: 'online' | 'bank_transfer' | null | undefined;
  /** The total that the buyer was shown, in minor units. */
  readonly total?: number | null | undefined;
  /** Hash of the request, by which a second click is recognized. */
  readonly requestHash?: string;
  /** Key of the buyer's cart, which is stored with the order; absent or null: none. */
  readonly cart?: string | null;
  /** Returns the path of an item in the request, as a prefix; absent: `items[i].`. */
  readonly prefixOf?: (i: number) => string;
  /** Absent: anyone. */
  readonly taker?: Taker;
  readonly language?: Language | null;
  /** Registration questions are asked. The interface's own form of registering knows none. */
  readonly asksQuestions: boolean;
}

export interface SaleScene {
  readonly actor: Actor;
  readonly nowMs: number;
  readonly sandbox: boolean;
  readonly ports: EventsPorts;
}

export interface PlacedOrder {
  readonly order: TicketOrderRecord;
  /** Registrations as they were created: pending, also where the order is free and they were confirmed since. */
  readonly registrations: readonly RegistrationRecord[];
  /** Null: none was begun. */
  readonly payment: PaymentRecord | null;
}

interface Checked extends PricedItems {
  readonly event: EventRecord;
  readonly request: OrderRequest;
  readonly answers: readonly FormAnswers[];
  readonly method: Method;
}

const usualPrefix = (i: number) => `items[${i}].`;

/** Checks an order before anything is taken. */
export async function checkOrder(
  reader: Reader,
  event: EventRecord,
  request: OrderRequest,
  { actor, nowMs, ports, sandbox }: SaleScene,
): Promise<Result<Checked>> {
  const open = checkOpen(event, nowMs);
  if (!open.ok) return open;
  const prefixOf = request.prefixOf ?? usualPrefix;
  const { items: wanted, taker, voucher } = request;
  const isOffered = taker === 'offered';
  const buying = { event, items: wanted, voucher, isGuest: isGuest(actor), nowMs, prefixOf, isOffered };
  const items = await priceItems(reader, buying);
  if (!items.ok) return items;
  const people = await checkAttendees(reader, event, request.items, prefixOf);
  if (!people.ok) return people;
  const answers = await readAnswers(reader, event.id, items.value.priced.lines, request, prefixOf);
  if (!answers.ok) return answers;
  const { amount, currency } = items.value.priced;
  if (typeof request.total === 'number' && request.total !== amount)
    return refuseWith('price_changed', { path: 'total', detail: { total: { amount, currency } } });
  const method = chooseMethod(event, amount, request.method);
  if (!method.ok) return method;
  const takesMoney = method.value === 'online' && paymentSettingOf(event).enabled;
  if (takesMoney && amount > 0 && reader.shapeOf(payments.name) === null) return refuseWith('processor_missing');
  const may = takesMoney ? await canCharge(reader, event, sandbox, ports) : ok(null);
  return may.ok ? ok({ ...items.value, event, request, answers: answers.value, method: method.value }) : may;
}

async function makeOrder(tx: Transaction, checked: Checked, scene: SaleScene): Promise<Omit<PlacedOrder, 'payment'>> {
  const { event, method, priced, request, voucher } = checked;
  const { actor, nowMs, ports } = scene;
  const id = ports.newId();
  const number = await freeOrderNumber(tx, ports.randomBytes);
  const hold = holdFrom(nowMs, method === 'bank_transfer' ? (bankTransferOf(event)?.holdDays ?? null) : null);
  const accepted = actor.acceptLanguage === undefined ? null : chooseLanguage(null, actor.acceptLanguage);
  const language = request.language ?? accepted;
  const registrations: RegistrationRecord[] = [];
  for (const [i, item] of request.items.entries()) {
    const lines = priced.lines.filter(({ owner }) => owner === i);
    const group = item.group ?? (request.items.length > 1 ? number : null);
    const given = { order: id, hold, language, group, voucher: voucher?.id ?? null, answers: checked.answers[i] ?? {} };
    registrations.push(await makeRegistration(tx, event, item.attendee, lines, given, { tenant: actor.tenant, ports }));
  }
  const [first] = request.items;
  const { name, email, company, address, vatId } = request.buyer ?? {};
  const feePercent = method === 'online' ? feePercentOf(event) : null;
  const order = await tx.create(
    ticketOrders,
    {
      ...{ event: event.id, number, status: 'open', paymentStatus: 'pending', method, language },
      channel: isGuest(actor) ? 'page' : 'api',
      name: name ?? first?.attendee.name,
      email: email ?? first?.attendee.email,
      company: company ?? null,
      address: address ?? null,
      vatId: vatId ?? null,
      voucher: voucher?.id ?? null,
      ...{ amount: priced.amount, discount: priced.discount, tax: priced.tax, currency: priced.currency },
      fee: feePercent === null ? 0 : shareOf(priced.amount, feePercent, priced.currency),
      feePercent,
      lines: orderLines(priced.lines, registrations),
      ...{ holdExpiresAt: isoTime(hold.untilMs), holdMinutes: hold.minutes },
      ...{ refunded: 0, refundDue: 0 },
      pageSecret: makePageSecret(actor.tenant, ports.randomBytes(pageSecretRandomBytes)),
      ...{ requestHash: request.requestHash ?? null, cart: request.cart ?? null },
    },
    id,
  );
  return { order, registrations };
}

/**
 * Refuses with what `events.order` documents; then nothing is taken.
 *
 * @param event the one it is for, as stored
 */
export async function placeOrder(
  tx: Transaction,
  event: EventRecord,
  request: OrderRequest,
  scene: SaleScene,
): Promise<Result<PlacedOrder>> {
  const checked = await checkOrder(tx, event, request, scene);
  if (!checked.ok) return checked;
  await layGround(tx, event, scene.ports);
  const { priced, voucher } = checked.value;
  const taken = await takePlaces(tx, event, priced.lines, voucher?.id ?? null, request.taker);
  if (!taken.ok) {
    noteSoldOut(event.id);
    return taken;
  }
  const made = await makeOrder(tx, checked.value, scene);
  return ok({ ...made, ...(await settle(tx, event, made, scene)) });
}

/** A free order is confirmed at once; for others a payment begins if there is a processor. */
export async function settle(
  tx: Transaction,
  event: EventRecord,
  { order, registrations }: Omit<PlacedOrder, 'payment'>,
  { actor, nowMs, ports, sandbox }: SaleScene,
): Promise<Pick<PlacedOrder, 'order' | 'payment'>> {
  if (order.method === 'free') {
    for (const one of registrations) await confirmRegistration(tx, one, { paymentStatus: 'not_required' }, ports);
    return { order: (await followRegistrations(tx, order.id)) ?? order, payment: null };
  }
  const isOnline = order.method === 'online' && paymentSettingOf(event).enabled;
  const processor = isOnline ? processorFor(ports, sandbox) : null;
  if (!processor) return { order, payment: null };
  const { amount, currency } = order;
  const sale = { order, registrations, amount, currency };
  const wanted = { tenant: actor.tenant, event, sale, pagesUrl: ports.pagesUrl, nowMs };
  const payment = await beginPayment(tx, wanted, processor, true);
  return { order: must(await tx.get(ticketOrders, order.id), 'the order'), payment };
}
