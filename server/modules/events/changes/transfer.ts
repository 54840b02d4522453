/**
 * `events.transfer`: the registration stays what it is (order, payment, seat) and gets another person with a number,
 * badge code and page of their own. The old ones move to a withdrawn registration that stands for the old ticket: a
 * kiosk that is offline admits a signed number that it does not know, so it has to know the old one as withdrawn.
 */
import { ok, type Result } from '#shared/base/result.ts';
import { transferRegistration } from '#shared/modules/events/change-actions.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { badgeCode, badgeCodeRandomBytes } from '#shared/ticket/badge-code.ts';
import { ticketNumber, ticketNumberRandomBytes } from '#shared/ticket/ticket-number.ts';
import { action } from '../../../core/collections/module.ts';
import type { Transaction } from '../../../store/contract.ts';
import { eventStatusAt } from '../event/event-status.ts';
import { queueMail } from '../letters/queue-mail.ts';
import { hasPlace } from '../orders/attendees.ts';
import { makePageSecret, pageSecretRandomBytes } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf, registrationOf } from '../records.ts';
import { emailKey } from '../registration/registration-rule.ts';

/** What holds for every change of a registration after the sale. */
export function mayChange(
  event: EventRecord,
  { checkedInAt, paymentStatus, status }: RegistrationRecord,
  nowMs: number,
): Result<null> {
  const now = eventStatusAt(event, nowMs);
  if (now === 'completed') return refuseWith('event_ended', { detail: { endsAt: event.endsAt } });
  if (now === 'cancelled') return refuseWith('event_over');
  if (status !== 'confirmed') return refuseWith('registration_not_confirmed', { detail: { status, paymentStatus } });
  if (checkedInAt !== null) return refuseWith('no_change_after_checkin', { detail: { checkedInAt } });
  return ok(null);
}

/** The old ticket in the hands of the old person: known to kiosks, and refused. */
async function withdraw(tx: Transaction, old: RegistrationRecord): Promise<void> {
  const { badgeCode: badge, company, currency, email, event, language } = old;
  const { name, pageSecret, role, formAnswers, ticketNumber: number, ticketType } = old;
  const withdrawn = await tx.create(registrations, {
    ...{ event, ticketType, name, email, emailKey: emailKey(email), company, role, language, formAnswers },
    ...{ ticketNumber: number, badgeCode: badge, pageSecret, amount: 0, currency },
    ...{ status: 'cancelled', paymentStatus: 'not_required', cancelledAt: tx.now, revokedAt: tx.now },
    transferredTo: old.id,
  });
  await queueMail(tx, withdrawn, 'ticket_transferred');
}

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
      // What the old person answered is about them.
      formAnswers: null,
      ticketNumber: ticketNumber(input.eventId, ports.randomBytes(ticketNumberRandomBytes)),
      badgeCode: badgeCode(ports.randomBytes(badgeCodeRandomBytes)),
      pageSecret: makePageSecret(actor.tenant, ports.randomBytes(pageSecretRandomBytes)),
    });
    await withdraw(tx, found.value);
    await queueMail(tx, person, 'ticket_confirmed');
    const { id, paymentStatus, status, ticketNumber: number } = person;
    const ticketPage = `${ports.pagesUrl}/t/${person.pageSecret}`;
    return ok({ id, status, paymentStatus, ticketNumber: number, ticketPage });
  });
}
