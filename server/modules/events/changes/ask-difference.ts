/** The order that asks for the difference: one seat of the new type, held until it is paid. */

import { ok, type Result } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import type { FormAnswers } from '#shared/modules/events/check-answers.ts';
import type { EventRecord, TicketTypeRecord } from '#shared/modules/events/event.ts';
import { shareOf } from '#shared/modules/events/money.ts';
import { type TicketOrderRecord, ticketOrders } from '#shared/modules/events/order.ts';
import { type RegistrationRecord, registrations, type SoldAs } from '#shared/modules/events/registration.ts';
import type { Transaction } from '../../../store/contract.ts';
import { holdFrom } from '../orders/holds.ts';
import { makeRegistration, orderLines } from '../orders/order-lines.ts';
import { bankTransferOf, chooseMethod, type Method } from '../orders/order-method.ts';
import { freeOrderNumber } from '../orders/order-number.ts';
import { type SaleScene, settle } from '../orders/place-order.ts';
import { makePageSecret, pageSecretRandomBytes } from '../page-secret.ts';
import { canCharge } from '../payments/can-charge.ts';
import { feePercentOf, paymentSettingOf } from '../payments/charge-terms.ts';
import type { PricedChange } from './price-change.ts';
import { soldAsOf } from './sold-as.ts';

/**
 * Returns the asked method, or refuses it. Without one: that of the order where it was a bank transfer and the event still
 * takes it, else the first that the event takes.
 */
export function methodOfChange(
  event: EventRecord,
  order: TicketOrderRecord | null,
  amount: number,
  asked: 'online' | 'bank_transfer' | null | undefined,
): Result<Method> {
  const first = chooseMethod(event, amount, asked ?? (order?.method === 'bank_transfer' ? 'bank_transfer' : null));
  return first.ok || asked ? first : chooseMethod(event, amount, null);
}

/** Refuses where the difference is to be paid online and the processor cannot take money for the event. */
export function mayAsk(tx: Transaction, event: EventRecord, method: Method, { ports, sandbox }: SaleScene) {
  return method === 'online' && paymentSettingOf(event).enabled
    ? canCharge(tx, event, sandbox, ports)
    : Promise.resolve(ok(null));
}

/** Takes the old ticket off at the tax rate it was sold at, and adds the new one at the new rate. */
function linesOf({ difference, from, line }: PricedChange, soldAs: SoldAs) {
  const { amount, tax, taxIncluded, taxName, taxPercent } = soldAs;
  const old = from ?? line.type;
  const unit = 0 - (taxIncluded ? amount : amount - tax);
  const oldType: TicketTypeRecord = { ...old, taxPercent, taxName, taxIncluded };
  const off = { ...line, type: oldType, step: null, unit, discount: 0, tax: 0 - tax, amount: 0 - amount };
  const sum = { ...line, discount: 0, tax: line.tax - tax, amount: difference, voucherUses: 0 };
  return { sum, lines: [off, line] };
}

/** Call with the seat taken. */
export async function askDifference(
  tx: Transaction,
  event: EventRecord,
  registration: RegistrationRecord,
  priced: PricedChange,
  method: Method,
  scene: SaleScene & { readonly answers: FormAnswers },
): Promise<TicketOrderRecord> {
  const { actor, answers, nowMs, ports } = scene;
  const { currency, difference } = priced;
  const worth = priced.line.amount - difference;
  const { lines, sum } = linesOf(priced, await soldAsOf(tx, registration, priced.from, worth));
  const id = ports.newId();
  const number = await freeOrderNumber(tx, ports.randomBytes);
  const first = registration.order === null ? null : await tx.get(ticketOrders, registration.order);
  const language = first?.language ?? registration.language;
  const hold = holdFrom(nowMs, method === 'bank_transfer' ? (bankTransferOf(event)?.holdDays ?? null) : null);
  const given = { order: id, hold, language, group: registration.group, voucher: null, answers };
  const made = await makeRegistration(tx, event, registration, [sum], given, { tenant: actor.tenant, ports });
  const { ticketType, id: changeOf } = registration;
  const change = await tx.update(registrations, made.id, {
    ...{ changeOf, changeFrom: ticketType, listAmount: priced.line.unit },
  });
  const { company, email, name } = first ?? registration;
  const feePercent = method === 'online' ? feePercentOf(event) : null;
  const order = await tx.create(
    ticketOrders,
    {
      ...{ event: event.id, number, status: 'open', paymentStatus: 'pending', method, language, channel: 'console' },
      ...{ name, email, company, address: first?.address ?? null, vatId: first?.vatId ?? null },
      ...{ amount: difference, discount: 0, tax: sum.tax, currency, changeOf },
      ...{ fee: feePercent === null ? 0 : shareOf(difference, feePercent, currency), feePercent },
      lines: orderLines(lines, [change]),
      ...{ holdExpiresAt: isoTime(hold.untilMs), holdMinutes: hold.minutes, refunded: 0, refundDue: 0 },
      pageSecret: makePageSecret(actor.tenant, ports.randomBytes(pageSecretRandomBytes)),
    },
    id,
  );
  return (await settle(tx, event, { order, registrations: [change] }, scene)).order;
}
