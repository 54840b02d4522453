/** `events.import_attendees`: many places at once, confirmed, paid in another system. All or nothing. */

import { ok } from '#shared/base/result.ts';
import type { TicketTypeRecord } from '#shared/modules/events/event.ts';
import { importAttendees } from '#shared/modules/events/organizer-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { registrations as registrationsCollection } from '#shared/modules/events/registration.ts';
import { badgeCode, badgeCodeRandomBytes } from '#shared/ticket/badge-code.ts';
import { ticketNumber, ticketNumberRandomBytes } from '#shared/ticket/ticket-number.ts';
import { action } from '../../../core/collections/action.ts';
import { layGround } from '../event/event-ground.ts';
import { takeSeat } from '../event/seats.ts';
import { queueMail } from '../letters/queue-mail.ts';
import { makePageSecret, pageSecretRandomBytes } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf, ticketTypeOf } from '../records.ts';
import { emailKey } from './registration-rule.ts';

export function importAttendeesAction(ports: EventsPorts) {
  return action(importAttendees, async (tx, input, { actor }) => {
    const found = await eventOf(tx, input.eventId);
    if (!found.ok) return found;
    const event = found.value;
    await layGround(tx, event, ports);

    const types = new Map<string, TicketTypeRecord>();
    const wanted = new Map<string, number>();
    for (const [i, { ticketType: key }] of input.attendees.entries()) {
      const type = types.get(key) ?? (await ticketTypeOf(tx, event.id, key));
      if (!type) return refuseWith('ticket_type_not_found', { path: `attendees[${i}].ticketType` });
      types.set(key, type);
      wanted.set(key, (wanted.get(key) ?? 0) + 1);
    }
    for (const [key, seats] of wanted) {
      const taken = await takeSeat(tx, event, types.get(key)!, seats);
      if (!taken.ok) return taken;
    }

    const registrations: string[] = [];
    for (const { ticketType, name, email, company, role, group } of input.attendees) {
      const type = types.get(ticketType)!;
      const registration = await tx.create(registrationsCollection, {
        event: event.id,
        ticketType: type.id,
        status: 'confirmed',
        paymentStatus: type.amount === 0 ? 'not_required' : 'paid',
        name,
        email,
        emailKey: emailKey(email),
        company: company ?? null,
        role: role ?? null,
        group: group ?? null,
        ticketNumber: ticketNumber(event.id, ports.randomBytes(ticketNumberRandomBytes)),
        badgeCode: badgeCode(ports.randomBytes(badgeCodeRandomBytes)),
        pageSecret: makePageSecret(actor.tenant, ports.randomBytes(pageSecretRandomBytes)),
        amount: type.amount,
        currency: type.currency,
        confirmedAt: tx.now,
        ...(type.amount > 0 && { paidAt: tx.now }),
      });
      if (input.sendMail) await queueMail(tx, registration, 'ticket_confirmed');
      registrations.push(registration.id);
    }
    return ok({ imported: registrations.length, registrations });
  });
}
