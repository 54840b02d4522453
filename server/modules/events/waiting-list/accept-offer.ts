/** `events.accept_offer`: the seat that is reserved for the person becomes an order of theirs, in one transaction. */
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import { ticketTypes } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { waitlistEntries } from '#shared/modules/events/waiting-list.ts';
import { acceptOffer } from '#shared/modules/events/waiting-list-actions.ts';
import { preparedAction } from '../../../core/collections/action.ts';
import { asksSandbox } from '../asks-sandbox.ts';
import { freeSeat } from '../event/seats.ts';
import { placeOrder } from '../orders/place-order.ts';
import { isGuest } from '../orders/read-items.ts';
import { paymentAnswer } from '../payments/payment-rows.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf } from '../records.ts';
import { registrationAnswer } from '../registration/registration-answer.ts';
import { entryOf } from './entries.ts';

export function acceptOfferAction(ports: EventsPorts) {
  return preparedAction(acceptOffer, asksSandbox(ports), async (tx, input, { actor, clock }, sandbox) => {
    const nowMs = clock();
    const event = await eventOf(tx, input.eventId);
    if (!event.ok) return event;
    const found = await entryOf(tx, input, actor);
    if (!found.ok) return found;
    const entry = found.value;
    const { company, email, language, name, offerExpiresAt, role, state } = entry;
    if (state !== 'offered' || (offerExpiresAt ?? '') < isoTime(nowMs))
      return refuseWith('offer_not_open', { detail: { state, registration: entry.registration } });
    // The same as with an order: staff have the terms in another form.
    if (event.value.terms && isGuest(actor) && input.acceptTerms !== true)
      return refuseWith('terms_not_accepted', { path: 'acceptTerms' });
    const type = must(await tx.get(ticketTypes, entry.ticketType), 'the ticket type of a waiting list entry');
    // The seat of the offer becomes the seat of the order, also after a cut in capacity.
    await freeSeat(tx, event.value, type);
    const attendee = { name, email, company, role };
    const items = [{ ticketType: type.id, attendee, answers: input.answers }];
    const request = { items, taker: 'offered', language, prefixOf: () => '', asksQuestions: true } as const;
    const placed = await placeOrder(tx, event.value, request, { actor, nowMs, sandbox, ports });
    if (!placed.ok) return placed;
    const { payment, registrations } = placed.value;
    const registration = must(registrations[0], 'the registration of an order of one');
    const accepted = { state: 'accepted', registration: registration.id, offerExpiresAt: null } as const;
    await tx.update(waitlistEntries, entry.id, accepted);
    const answer = await registrationAnswer(tx, registration, nowMs, ports);
    return ok(payment ? { ...answer, payment: paymentAnswer(payment, registration.holdExpiresAt) } : answer);
  });
}
