/** What a queued mail says, gathered when it is sent: the code in it is then as young as can be. */

import { must } from '#shared/base/assert.ts';
import { events, ticketTypes } from '#shared/modules/events/event.ts';
import {
  type OutgoingMailRecord,
  type RegistrationRecord,
  refunds,
  registrations,
} from '#shared/modules/events/registration.ts';
import type { Reader } from '../../../store/contract.ts';
import type { EventsPorts, Letter } from '../ports.ts';
import { freshCode } from '../ticket-keys.ts';

/** The same at every attempt: a receiver that got it twice can tell. */
function messageIdOf(mail: OutgoingMailRecord, publicUrl: string): string {
  return `<${mail.id}@${new URL(publicUrl).hostname}>`;
}

async function refundOf(reader: Reader, registration: RegistrationRecord): Promise<Letter['refund']> {
  const refund = await reader.findOne(refunds, { registration: registration.id });
  return refund && { amount: refund.amount, currency: refund.currency };
}

/** @returns null where the mail is about nothing that still is so (cancelled before the confirmation went out) */
export async function writeLetter(
  reader: Reader,
  mail: OutgoingMailRecord,
  nowMs: number,
  ports: EventsPorts,
): Promise<Letter | null> {
  if (mail.template === 'waitlist_offer' || mail.template === 'ticket_transferred') return null;
  const registration = mail.registration && (await reader.get(registrations, mail.registration));
  if (!registration) return null;
  const isTicket = mail.template === 'ticket_confirmed';
  if (isTicket && registration.status !== 'confirmed') return null;
  const event = must(await reader.get(events, registration.event), 'the event of a registration');
  const type = must(await reader.get(ticketTypes, registration.ticketType), 'the ticket type of a registration');
  const code = isTicket ? await freshCode(reader, registration, nowMs, ports) : null;
  const { id, name, startsAt, endsAt, timezone, venue } = event;
  return {
    template: mail.template,
    language: registration.language ?? 'en',
    messageId: messageIdOf(mail, ports.publicUrl),
    recipient: { name: registration.name, email: mail.recipient },
    event: { id, name, startsAt, endsAt, timezone, venue },
    ticketTypeName: type.name,
    registrationId: registration.id,
    pageUrl: `${ports.pagesUrl}/t/${registration.pageSecret}`,
    ticket: code && {
      qrText: code.compact,
      number: registration.ticketNumber,
      windowMinutes: event.replayWindowMinutes,
    },
    refund: isTicket ? null : await refundOf(reader, registration),
  };
}
