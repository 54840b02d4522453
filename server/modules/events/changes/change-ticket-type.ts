/**
 * `events.change_ticket_type`: with a price that is not higher the change is valid at once, and the rest refunded; for a
 * higher one an order asks, and the old ticket stays valid until that is paid. Seats are moved in the transaction of the
 * change.
 */
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { changeTicketType } from '#shared/modules/events/change-actions.ts';
import type { FormAnswers } from '#shared/modules/events/check-answers.ts';
import { type EventRecord, ticketTypes } from '#shared/modules/events/event.ts';
import { type TicketOrderRecord, ticketOrders } from '#shared/modules/events/order.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { preparedAction } from '../../../core/collections/action.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { asksSandbox } from '../asks-sandbox.ts';
import { layGround } from '../event/event-ground.ts';
import type { SaleScene } from '../orders/place-order.ts';
import { takePlaces } from '../orders/places.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf, registrationOf } from '../records.ts';
import { cancelPlace } from '../registration/cancel-registration.ts';
import { askDifference, mayAsk, methodOfChange } from './ask-difference.ts';
import { answersForType, missingIn } from './change-answers.ts';
import { changesOf } from './change-rows.ts';
import { moveToType } from './complete-change.ts';
import { type PricedChange, priceChange } from './price-change.ts';
import { partsOfRefund, refundParts, restateTicket, sumOfParts } from './refund-difference.ts';
import { soldAfterRefund, soldAsOf } from './sold-as.ts';
import { keepOldTicket, mayChange } from './withdraw.ts';

interface Shown {
  readonly registration: RegistrationRecord;
  readonly priced: PricedChange;
  readonly changed: boolean;
  readonly refunded: number;
  readonly order?: TicketOrderRecord | null;
  readonly missingAnswers?: readonly string[];
}

async function answerOf(reader: Reader, shown: Shown, { pagesUrl }: Pick<EventsPorts, 'pagesUrl'>) {
  const { changed, missingAnswers, order, priced, refunded, registration } = shown;
  const { currency, difference, line } = priced;
  const { id, pageSecret, paymentStatus, status, ticketNumber } = registration;
  const type = must(await reader.get(ticketTypes, registration.ticketType), 'a ticket type');
  return {
    ...{ id, status, paymentStatus, ticketType: type.key, changed, ticketNumber },
    ticketPage: `${pagesUrl}/t/${pageSecret}`,
    price: { amount: line.amount, currency },
    difference: { amount: difference, currency },
    ...(difference < 0 && { refund: { amount: refunded, currency } }),
    ...(missingAnswers && { missingAnswers }),
    ...(order && {
      payment: {
        ...{ orderId: order.id, number: order.number, method: order.method, amount: order.amount, currency },
        ...{ page: `${pagesUrl}/o/${order.pageSecret}`, expiresAt: order.holdExpiresAt },
      },
    }),
  };
}

/** One change waits at a time. */
async function endWaiting(tx: Transaction, event: EventRecord, id: string, nowMs: number): Promise<void> {
  const how = { asked: null, cause: 'cancelled', reason: null, nowMs } as const;
  for (const change of await changesOf(tx, id))
    if (change.status === 'pending') await cancelPlace(tx, event, change, how);
}

/** The same change again, while it waits: the same order. */
async function waitingFor(
  tx: Transaction,
  { id }: RegistrationRecord,
  { difference, line }: PricedChange,
): Promise<TicketOrderRecord | null> {
  const same = (await changesOf(tx, id)).find(
    (one) => one.status === 'pending' && one.ticketType === line.type.id && one.amount === difference,
  );
  return same?.order ? await tx.get(ticketOrders, same.order) : null;
}

async function changeAtOnce(
  tx: Transaction,
  registration: RegistrationRecord,
  { currency, difference, from, line }: PricedChange,
  { answers, ports, tenant }: { readonly answers: FormAnswers; readonly ports: EventsPorts; readonly tenant: string },
): Promise<Omit<Shown, 'priced'>> {
  const parts = await partsOfRefund(tx, registration, Math.max(0, -difference));
  const refunded = sumOfParts(parts);
  const worth = line.amount - difference;
  const { taxName, taxPercent } = await soldAsOf(tx, registration, from, worth);
  const isOtherRate = worth > 0 && (taxPercent !== line.type.taxPercent || taxName !== line.type.taxName);
  const isSoldAgain = refunded > 0 || isOtherRate;
  const soldAs = isSoldAgain ? soldAfterRefund(line, worth - refunded, currency) : null;
  const next = {
    soldAs,
    ticketType: line.type.id,
    priceStep: line.step,
    listAmount: line.unit,
    difference: 0 - refunded,
    currency,
    answers,
  };
  await moveToType(tx, registration, next, ports);
  if (refunded > 0) await refundParts(tx, registration, parts, line.type);
  else if (isOtherRate) await restateTicket(tx, registration, line.type);
  await keepOldTicket(tx, registration, { changeOf: registration.id }, { ports, tenant });
  return { registration: must(await tx.get(registrations, registration.id), 'it'), changed: true, refunded };
}

export function changeTicketTypeAction(ports: EventsPorts) {
  return preparedAction(changeTicketType, asksSandbox(ports), async (tx, input, { actor, clock }, sandbox) => {
    const nowMs = clock();
    const scene: SaleScene = { actor, nowMs, sandbox, ports };
    const event = await eventOf(tx, input.eventId);
    if (!event.ok) return event;
    const found = await registrationOf(tx, input.eventId, input.registrationId);
    if (!found.ok) return found;
    const registration = found.value;
    const may = mayChange(event.value, registration, nowMs);
    if (!may.ok) return may;
    const priced = await priceChange(tx, event.value, registration, input.ticketType, nowMs);
    if (!priced.ok) return priced;
    const { difference, line } = priced.value;
    const shown = { registration, priced: priced.value, changed: false, refunded: 0 };
    const first = registration.order === null ? null : await tx.get(ticketOrders, registration.order);
    const method = methodOfChange(event.value, first, Math.max(0, difference), input.method);
    if (!method.ok) return method;
    const mayPay = difference > 0 ? await mayAsk(tx, event.value, method.value, scene) : ok(null);
    if (!mayPay.ok) return mayPay;
    const answers = await answersForType(tx, registration, line.type.id, input.answers);
    if (input.confirm === false) {
      const missing = missingIn(answers);
      if (!missing.ok) return missing;
      const refunded = sumOfParts(await partsOfRefund(tx, registration, Math.max(0, -difference)));
      return ok(await answerOf(tx, { ...shown, refunded, missingAnswers: missing.value }, ports));
    }
    const waiting = await waitingFor(tx, registration, priced.value);
    if (waiting) return ok(await answerOf(tx, { ...shown, order: waiting }, ports));
    if (!answers.ok) return answers;
    await endWaiting(tx, event.value, registration.id, nowMs);
    await layGround(tx, event.value, ports);
    const claim = { type: line.type, quantity: 1, step: line.step, voucherUses: 0, path: 'ticketType', isChange: true };
    const taken = await takePlaces(tx, event.value, [claim], null);
    if (!taken.ok) return taken;
    if (difference > 0) {
      const order = await askDifference(tx, event.value, registration, priced.value, method.value, {
        ...scene,
        answers: answers.value,
      });
      return ok(await answerOf(tx, { ...shown, order }, ports));
    }
    const done = await changeAtOnce(tx, registration, priced.value, {
      ...{ answers: answers.value, ports, tenant: actor.tenant },
    });
    return ok(await answerOf(tx, { ...shown, ...done }, ports));
  });
}
