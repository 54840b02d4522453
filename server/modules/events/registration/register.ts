/** `events.register`, the interface's own way to sell: an order of one. Its answer is the registration as it was made. */
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { register } from '#shared/modules/events/actions.ts';
import { preparedAction } from '../../../core/collections/module.ts';
import { asksSandbox } from '../asks-sandbox.ts';
import { placeOrder } from '../orders/place-order.ts';
import { paymentAnswer } from '../payments/payment-rows.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf } from '../records.ts';
import { registrationAnswer } from './registration-answer.ts';

/** Its fields stand in the body itself, not in an item. */
const prefixOf = () => '';

export function registerAction(ports: EventsPorts) {
  return preparedAction(register, asksSandbox(ports), async (tx, input, { actor, clock }, sandbox) => {
    const nowMs = clock();
    const event = await eventOf(tx, input.eventId);
    if (!event.ok) return event;
    const { attendee, group = null, ticketType } = input;
    const request = { items: [{ ticketType, attendee, group }], prefixOf, asksQuestions: false };
    const placed = await placeOrder(tx, event.value, request, { actor, nowMs, sandbox, ports });
    if (!placed.ok) return placed;
    const { payment, registrations } = placed.value;
    const registration = must(registrations[0], 'the registration of an order of one');
    // `pending`, as the interface has it, also where it cost nothing: read next, it is confirmed.
    const answer = await registrationAnswer(tx, registration, nowMs, ports);
    return ok(payment ? { ...answer, payment: paymentAnswer(payment, registration.holdExpiresAt) } : answer);
  });
}
