/** `events.register`, the interface's own way to sell: an order of one. Its answer is the registration as it was made. */
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { register } from '#shared/modules/events/actions.ts';
import type { InputOf } from '#shared/schema/infer.ts';
import { type EarlyRefusal, type PreparedRun, preparedAction } from '../../../core/collections/action.ts';
import { asksSandbox } from '../asks-sandbox.ts';
import { profileOfRegistration } from '../networking/write-profile.ts';
import { type OrderRequest, placeOrder } from '../orders/place-order.ts';
import { refuseSoldOut } from '../orders/refuse-sold-out.ts';
import { mayBeSoldOut } from '../orders/sold-out-hints.ts';
import { paymentAnswer } from '../payments/payment-rows.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf } from '../records.ts';
import { registrationAnswer } from './registration-answer.ts';

/** Its fields stand in the body itself, not in an item. */
const prefixOf = () => '';

type Input = InputOf<typeof register.input>;

function requestOf({ attendee, group = null, ticketType }: Input): OrderRequest {
  return { items: [{ ticketType, attendee, group }], prefixOf, asksQuestions: false };
}

function refuseEarly(ports: EventsPorts): EarlyRefusal<Input> {
  return async (reader, input, { actor, clock }) => {
    if (!mayBeSoldOut(input.eventId)) return ok(null);
    const event = await eventOf(reader, input.eventId);
    if (!event.ok) return ok(null);
    const sandbox = await ports.payments.isSandbox(actor.tenant);
    return refuseSoldOut(reader, event.value, requestOf(input), { actor, nowMs: clock(), sandbox, ports });
  };
}

export function registerAction(ports: EventsPorts) {
  const run: PreparedRun<typeof register, boolean> = async (tx, input, { actor, clock }, sandbox) => {
    const nowMs = clock();
    const event = await eventOf(tx, input.eventId);
    if (!event.ok) return event;
    const request = requestOf(input);
    const placed = await placeOrder(tx, event.value, request, { actor, nowMs, sandbox, ports });
    if (!placed.ok) return placed;
    const { payment, registrations } = placed.value;
    const registration = must(registrations[0], 'the registration of an order of one');
    await profileOfRegistration(tx, registration, input);
    // `pending`, as the interface has it, also where it cost nothing: read next, it is confirmed.
    const answer = await registrationAnswer(tx, registration, nowMs, ports);
    return ok(payment ? { ...answer, payment: paymentAnswer(payment, registration.holdExpiresAt) } : answer);
  };
  return preparedAction(register, asksSandbox(ports), run, refuseEarly(ports));
}
