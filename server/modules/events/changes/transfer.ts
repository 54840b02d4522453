/**
 * `events.transfer`: the registration stays what it is (order, payment, seat) and gets another person with a number,
 * badge code and page of their own. The old ones move to a withdrawn registration that stands for the old ticket: a
 * kiosk that is offline admits a signed number that it does not know, so it has to know the old one as withdrawn.
 */
import { ok } from '#shared/base/result.ts';
import { transferRegistration } from '#shared/modules/events/change-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { badgeCode, badgeCodeRandomBytes } from '#shared/ticket/badge-code.ts';
import { ticketNumber, ticketNumberRandomBytes } from '#shared/ticket/ticket-number.ts';
import { action } from '../../../core/collections/action.ts';
import { queueMail } from '../letters/queue-mail.ts';
import { forgetNetworking } from '../networking/leave.ts';
import { hasPlace } from '../orders/attendees.ts';
import { makePageSecret, pageSecretRandomBytes } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf, registrationOf } from '../records.ts';
import { emailKey } from '../registration/registration-rule.ts';
import { keepOldTicket, mayChange } from './withdraw.ts';

export function transferAction(ports: EventsPorts) {
  return action(transferRegistration, async (tx, input, { actor, clock }) => {
    const event = await eventOf(tx, input.eventId);
    if (!event.ok) return event;
    const found = await registrationOf(tx, input.eventId, input.registrationId);
    if (!found.ok) return found;
    const may = mayChange(event.value, found.value, clock());
    if (!may.ok) return may;
    const { name, email, company, role } = input.attendee;
    const isSameAddress = emailKey(email) === emailKey(found.value.email);
    if (isSameAddress && name === found.value.name) return refuseWith('already_theirs', { path: 'attendee' });
    if (event.value.onePerEmail && !isSameAddress && (await hasPlace(tx, input.eventId, emailKey(email))))
      return refuseWith('already_registered', { path: 'attendee.email' });
    // Unique values move: they leave this registration before another gets them.
    const person = await tx.update(registrations, found.value.id, {
      name,
      email,
      emailKey: emailKey(email),
      company: company ?? null,
      role: role ?? null,
      // The answers belong to the old person.
      formAnswers: null,
      ticketNumber: ticketNumber(input.eventId, ports.randomBytes(ticketNumberRandomBytes)),
      badgeCode: badgeCode(ports.randomBytes(badgeCodeRandomBytes)),
      pageSecret: makePageSecret(actor.tenant, ports.randomBytes(pageSecretRandomBytes)),
    });
    await forgetNetworking(tx, person.id);
    const old = await keepOldTicket(tx, found.value, { transferredTo: person.id }, { ports, tenant: actor.tenant });
    await queueMail(tx, old, 'ticket_transferred');
    await queueMail(tx, person, 'ticket_confirmed');
    const { id, paymentStatus, status, ticketNumber: number } = person;
    const ticketPage = `${ports.pagesUrl}/t/${person.pageSecret}`;
    return ok({ id, status, paymentStatus, ticketNumber: number, ticketPage });
  });
}
