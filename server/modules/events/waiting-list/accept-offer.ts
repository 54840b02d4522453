/** `events.accept_offer`: the seat that is reserved for the person becomes their registration, in one transaction. */
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import { ticketTypes } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { waitlistEntries } from '#shared/modules/events/waiting-list.ts';
import { acceptOffer } from '#shared/modules/events/waiting-list-actions.ts';
import { preparedAction } from '../../../core/collections/module.ts';
import { asksSandbox } from '../asks-sandbox.ts';
import { canCharge } from '../payments/can-charge.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf } from '../records.ts';
import { checkOpen, checkSale, registerPerson, takesMoney } from '../registration/register.ts';
import { entryOf } from './entries.ts';

export function acceptOfferAction(ports: EventsPorts) {
  return preparedAction(acceptOffer, asksSandbox(ports), async (tx, input, { actor, clock }, sandbox) => {
    const nowMs = clock();
    const event = await eventOf(tx, input.eventId);
    if (!event.ok) return event;
    const found = await entryOf(tx, input, actor);
    if (!found.ok) return found;
    const entry = found.value;
    const { offerExpiresAt, registration, state } = entry;
    if (state !== 'offered' || (offerExpiresAt ?? '') < isoTime(nowMs))
      return refuseWith('offer_not_open', { detail: { state, ...(registration !== null && { registration }) } });
    const open = await checkOpen(tx, event.value, entry.email, nowMs);
    if (!open.ok) return open;
    const type = must(await tx.get(ticketTypes, entry.ticketType), 'the ticket type of a waiting list entry');
    const sale = checkSale(type, nowMs);
    if (!sale.ok) return sale;
    const may = takesMoney(event.value, type) ? await canCharge(tx, event.value, sandbox, ports) : ok(null);
    if (!may.ok) return may;
    // The seat of the offer is the seat of the registration: nothing is freed or taken, also after a cut in capacity.
    const person = { attendee: entry, language: entry.language, group: null };
    const scene = { tenant: actor.tenant, sandbox, nowMs };
    const made = await registerPerson(tx, { event: event.value, type, ...person, ...scene }, ports);
    await tx.update(waitlistEntries, entry.id, { state: 'accepted', registration: made.id, offerExpiresAt: null });
    return ok(made);
  });
}
