/** What a queued mail says, gathered when it is sent: the code in it is then as young as can be. */
import { must } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import { type EventRecord, events, ticketTypes } from '#shared/modules/events/event.ts';
import { type LetterTemplate, settingOf } from '#shared/modules/events/letters.ts';
import { messageBatches, type OutgoingMailRecord } from '#shared/modules/events/message.ts';
import { type TicketOrderRecord, ticketOrders } from '#shared/modules/events/order.ts';
import { type RegistrationRecord, refunds, registrations } from '#shared/modules/events/registration.ts';
import { waitlistEntries } from '#shared/modules/events/waiting-list.ts';
import type { Reader } from '../../../store/contract.ts';
import type { EventsPorts } from '../ports.ts';
import { freshCode } from '../ticket-keys.ts';
import type { Letter } from './letter.ts';
import { orderOfLetter } from './order-letter.ts';

/** The same at every attempt: a receiver that got it twice can tell. */
function messageIdOf(mail: OutgoingMailRecord, publicUrl: string): string {
  return `<${mail.id}@${new URL(publicUrl).hostname}>`;
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

/** What every mail about an event says of it. */
export function eventOfLetter({ id, name, startsAt, endsAt, timezone, venue }: EventRecord): Letter['event'] {
  return { id, name, startsAt, endsAt, timezone, venue };
}

/** The records that a mail is about. */
interface Subjects {
  readonly registration: RegistrationRecord | null;
  readonly order: TicketOrderRecord | null;
}

async function subjectsOf(reader: Reader, mail: OutgoingMailRecord): Promise<Subjects> {
  const registration = mail.registration === null ? null : await reader.get(registrations, mail.registration);
  const orderId = mail.order ?? registration?.order ?? null;
  return { registration, order: orderId === null ? null : await reader.get(ticketOrders, orderId) };
}

/** Whether what the mail says still is so: a ticket may be cancelled, an order paid, before its mail goes out. */
function isStillSo(template: LetterTemplate, { order, registration }: Subjects): boolean {
  if (template === 'ticket_confirmed') return registration?.status === 'confirmed';
  if (template === 'order_received') return order?.status === 'open';
  if (template === 'order_paid') return order?.status === 'confirmed';
  return true;
}

const withRefund: ReadonlySet<LetterTemplate> = new Set([
  ...(['registration_cancelled', 'event_cancelled', 'refund_sent', 'refund_failed'] as const),
]);

async function refundOf(
  reader: Reader,
  mail: OutgoingMailRecord,
  registration: RegistrationRecord | null,
): Promise<Letter['refund']> {
  if (!withRefund.has(mail.template)) return null;
  const refund =
    mail.refund !== null
      ? await reader.get(refunds, mail.refund)
      : registration && (await reader.findOne(refunds, { registration: registration.id }));
  return refund && { amount: refund.amount, currency: refund.currency };
}

async function ticketOf(
  reader: Reader,
  mail: OutgoingMailRecord,
  event: EventRecord,
  registration: RegistrationRecord | null,
  nowMs: number,
  ports: EventsPorts,
): Promise<Letter['ticket']> {
  if (!registration || mail.template !== 'ticket_confirmed') return null;
  const code = await freshCode(reader, registration, nowMs, ports);
  return {
    qrText: code.compact,
    number: registration.ticketNumber,
    windowMinutes: event.replayWindowMinutes,
  };
}

/** @returns null where the seat is no longer on offer */
async function writeOffer(
  reader: Reader,
  mail: OutgoingMailRecord,
  entryId: string,
  { pagesUrl, publicUrl }: EventsPorts,
): Promise<Letter | null> {
  const entry = await reader.get(waitlistEntries, entryId);
  if (entry?.state !== 'offered' || entry.offerExpiresAt === null) return null;
  const event = must(await reader.get(events, entry.event), 'the event of a mail');
  const type = await reader.get(ticketTypes, entry.ticketType);
  return {
    template: mail.template,
    language: entry.language ?? 'en',
    messageId: messageIdOf(mail, publicUrl),
    recipient: { name: entry.name, email: mail.recipient },
    event: eventOfLetter(event),
    ticketTypeName: type?.name ?? '',
    registrationId: entry.id,
    pageUrl: '',
    ticket: null,
    refund: null,
    offer: { pageUrl: `${pagesUrl}/w/${entry.pageSecret}`, until: entry.offerExpiresAt },
    ...(await wordsOf(reader, mail, event)),
  };
}

/** @returns null where the mail is about nothing that still is so (cancelled before the confirmation went out) */
export async function writeLetter(
  reader: Reader,
  mail: OutgoingMailRecord,
  nowMs: number,
  ports: EventsPorts,
): Promise<Letter | null> {
  if (mail.waitlistEntry !== null) return writeOffer(reader, mail, mail.waitlistEntry, ports);
  const subjects = await subjectsOf(reader, mail);
  const { order, registration } = subjects;
  const about = registration ?? order;
  if (!about || !isStillSo(mail.template, subjects)) return null;
  const event = must(await reader.get(events, about.event), 'the event of a mail');
  const type = registration && (await reader.get(ticketTypes, registration.ticketType));
  const words = await wordsOf(reader, mail, event);
  if (!words) return null;
  const ordered = order && (await orderOfLetter(reader, event, order, ports.pagesUrl));
  return {
    template: mail.template,
    language: about.language ?? 'en',
    messageId: messageIdOf(mail, ports.publicUrl),
    recipient: { name: mail.recipientName ?? about.name, email: mail.recipient },
    event: eventOfLetter(event),
    ticketTypeName: type?.name ?? '',
    registrationId: about.id,
    pageUrl: registration ? `${ports.pagesUrl}/t/${registration.pageSecret}` : (ordered?.pageUrl ?? ''),
    ticket: await ticketOf(reader, mail, event, registration, nowMs, ports),
    refund: await refundOf(reader, mail, registration),
    order: ordered,
    unsubscribeUrl: mail.pageSecret && `${ports.pagesUrl}/u/${mail.pageSecret}`,
    ...words,
  };
}
