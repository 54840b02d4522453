/** What a queued mail says, gathered when it is sent: the code in it is then as young as can be. */
import { must } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import { type EventRecord, events, ticketTypes } from '#shared/modules/events/event.ts';
import { type LetterTemplate, settingOf } from '#shared/modules/events/letters.ts';
import { messageBatches, type OutgoingMailRecord } from '#shared/modules/events/message.ts';
import { type RegistrationRecord, refunds, registrations } from '#shared/modules/events/registration.ts';
import type { Reader } from '../../../store/contract.ts';
import type { EventsPorts } from '../ports.ts';
import { freshCode } from '../ticket-keys.ts';
import type { Letter } from './letter.ts';

/** The same at every attempt: a receiver that got it twice can tell. */
function messageIdOf(mail: OutgoingMailRecord, publicUrl: string): string {
  return `<${mail.id}@${new URL(publicUrl).hostname}>`;
}

async function refundOf(reader: Reader, registration: RegistrationRecord): Promise<Letter['refund']> {
  const refund = await reader.findOne(refunds, { registration: registration.id });
  return refund && { amount: refund.amount, currency: refund.currency };
}

const textIn = (value: unknown, name: string): string | null => {
  const found = isObject(value) ? value[name] : null;
  return typeof found === 'string' ? found : null;
};

/** The event's own words for a kind of mail. */
export function ownWords({ letters }: EventRecord, template: LetterTemplate): Pick<Letter, 'own' | 'replyTo'> {
  const words = isObject(letters) ? letters[settingOf(template)] : null;
  const own = { subject: textIn(words, 'subject'), body: textIn(words, 'body') };
  return { own, replyTo: textIn(letters, 'replyTo') };
}

async function wordsOf(reader: Reader, mail: OutgoingMailRecord, event: EventRecord): Promise<Partial<Letter> | null> {
  const set = ownWords(event, mail.template);
  const tried = { subject: textIn(mail.words, 'subject'), body: textIn(mail.words, 'body') };
  if (mail.batch === null) return mail.words === null ? set : { ...set, own: tried };
  const message = await reader.get(messageBatches, mail.batch);
  return message && { ...set, own: { subject: message.subject, body: message.body } };
}

const withTicket: ReadonlySet<LetterTemplate> = new Set(['ticket_confirmed']);
const withRefund: ReadonlySet<LetterTemplate> = new Set([
  'registration_cancelled',
  'event_cancelled',
  'refund_sent',
  'refund_failed',
]);

/** What every mail about an event says of it. */
export function eventOfLetter({ id, name, startsAt, endsAt, timezone, venue }: EventRecord): Letter['event'] {
  return { id, name, startsAt, endsAt, timezone, venue };
}

/** @returns null where the mail is about nothing that still is so (cancelled before the confirmation went out) */
export async function writeLetter(
  reader: Reader,
  mail: OutgoingMailRecord,
  nowMs: number,
  ports: EventsPorts,
): Promise<Letter | null> {
  const registration = mail.registration && (await reader.get(registrations, mail.registration));
  if (!registration) return null;
  const isTicket = withTicket.has(mail.template);
  if (isTicket && registration.status !== 'confirmed') return null;
  const event = must(await reader.get(events, registration.event), 'the event of a registration');
  const type = must(await reader.get(ticketTypes, registration.ticketType), 'the ticket type of a registration');
  const words = await wordsOf(reader, mail, event);
  if (!words) return null;
  const code = isTicket ? await freshCode(reader, registration, nowMs, ports) : null;
  return {
    template: mail.template,
    language: registration.language ?? 'en',
    messageId: messageIdOf(mail, ports.publicUrl),
    recipient: { name: registration.name, email: mail.recipient },
    event: eventOfLetter(event),
    ticketTypeName: type.name,
    registrationId: registration.id,
    pageUrl: `${ports.pagesUrl}/t/${registration.pageSecret}`,
    ticket: code && {
      qrText: code.compact,
      number: registration.ticketNumber,
      windowMinutes: event.replayWindowMinutes,
    },
    refund: withRefund.has(mail.template) ? await refundOf(reader, registration) : null,
    unsubscribeUrl: mail.pageSecret && `${ports.pagesUrl}/u/${mail.pageSecret}`,
    ...words,
  };
}
