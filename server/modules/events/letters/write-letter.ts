/** The content of a queued mail, gathered when it is sent, so that its ticket code is fresh. */

import { must } from '#shared/base/assert.ts';
import { type EventRecord, events, ticketTypes } from '#shared/modules/events/event.ts';
import { prizeDraws, prizeEntries } from '#shared/modules/events/gamification.ts';
import type { LetterTemplate } from '#shared/modules/events/letters.ts';
import { messageBatches, type OutgoingMailRecord } from '#shared/modules/events/message.ts';
import { type TicketOrderRecord, ticketOrders } from '#shared/modules/events/order.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { waitlistEntries } from '#shared/modules/events/waiting-list.ts';
import type { Reader } from '../../../store/contract.ts';
import { logoBytes, logoOf, organizerName, profileOf } from '../organization/organizer.ts';
import { tenantOfPageSecret } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import { publicPageUrl } from '../registration-page/public-page-url.ts';
import { sessionOfLetter } from '../schedule/letter-session.ts';
import { freshCode } from '../ticket-keys.ts';
import { offerPrice } from '../waiting-list/offer-price.ts';
import { whatIsThere } from '../what-is-there.ts';
import { eventOfLetter, ownWords, textIn } from './event-words.ts';
import { invitationOf } from './invitation-letter.ts';
import type { Letter } from './letter.ts';
import { meetingOfLetter } from './meeting-letter.ts';
import { orderOfLetter } from './order-letter.ts';
import { prizeKeyStart } from './queue-mail.ts';
import { refundOfLetter } from './refund-letter.ts';
import { sampleLetter } from './sample-letter.ts';

/** The same at every attempt: a receiver that got it twice can tell. */
function messageIdOf(mail: OutgoingMailRecord, publicUrl: string): string {
  return `<${mail.id}@${new URL(publicUrl).hostname}>`;
}

async function wordsOf(reader: Reader, mail: OutgoingMailRecord, event: EventRecord): Promise<Partial<Letter> | null> {
  const set = ownWords(event, mail.template);
  const tried = { subject: textIn(mail.words, 'subject'), body: textIn(mail.words, 'body') };
  if (mail.batch === null) return mail.words === null ? set : { ...set, own: tried };
  const message = await reader.get(messageBatches, mail.batch);
  return message && { ...set, own: { subject: message.subject, body: message.body } };
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

/** Whether the content of the mail is still true: a ticket may be cancelled, an order paid, before its mail is sent. */
function isStillSo(template: LetterTemplate, { order, registration }: Subjects): boolean {
  if (template === 'ticket_confirmed') return registration?.status === 'confirmed';
  if (template === 'order_received') return order?.status === 'open';
  if (template === 'order_paid') return order?.status === 'confirmed';
  return true;
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
  { clock, pagesUrl, publicUrl }: EventsPorts,
): Promise<Letter | null> {
  const entry = await reader.get(waitlistEntries, entryId);
  if (entry?.state !== 'offered' || entry.offerExpiresAt === null) return null;
  const event = must(await reader.get(events, entry.event), 'the event of a mail');
  const type = await reader.get(ticketTypes, entry.ticketType);
  const price = await offerPrice(reader, event, entry, clock());
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
    offer: { pageUrl: `${pagesUrl}/w/${entry.pageSecret}`, until: entry.offerExpiresAt, price },
    ...(await wordsOf(reader, mail, event)),
  };
}

/** @returns null where the link was withdrawn */
async function writeInvitation(
  reader: Reader,
  mail: OutgoingMailRecord,
  memberId: string,
  { pagesUrl, publicUrl }: EventsPorts,
): Promise<Letter | null> {
  const found = await invitationOf(reader, memberId, mail.recipientName, pagesUrl);
  if (!found) return null;
  const { event, letter } = found;
  return { ...letter, messageId: messageIdOf(mail, publicUrl), ...(await wordsOf(reader, mail, event)) };
}

async function writeSample(
  reader: Reader,
  mail: OutgoingMailRecord,
  eventId: string,
  nowMs: number,
  { pagesUrl, publicUrl }: EventsPorts,
): Promise<Letter | null> {
  const event = await reader.get(events, eventId);
  if (!event) return null;
  const sample = sampleLetter(event, mail.template, { language: 'en', nowMs, pagesUrl });
  const messageId = messageIdOf(mail, publicUrl);
  const recipient = { ...sample.recipient, email: mail.recipient };
  return { ...sample, messageId, recipient, ...(await wordsOf(reader, mail, event)) };
}

/** Returns the prize that the mail names by its key; null: it was claimed, or has gone to another person. */
async function prizeOf(
  reader: Reader,
  { onceKey }: OutgoingMailRecord,
  { pageSecret }: RegistrationRecord,
  { pagesUrl }: EventsPorts,
): Promise<NonNullable<Letter['prize']> | null> {
  const entry = await reader.get(prizeEntries, onceKey?.slice(prizeKeyStart.length) ?? '');
  const draw = entry && (await reader.get(prizeDraws, entry.draw));
  if (!draw || entry.state !== 'pending' || entry.claimUntil === null) return null;
  return { name: draw.name, pageUrl: `${pagesUrl}/t/${pageSecret}/activity`, until: entry.claimUntil };
}

/** The secret of the ticket page names the tenant; a queue does not know for which tenant it works. */
async function publicPageOf({ pageSecret }: RegistrationRecord, event: EventRecord, ports: EventsPorts) {
  const tenant = tenantOfPageSecret(pageSecret);
  return tenant && (await publicPageUrl(ports, tenant, event));
}

/** @returns null if the content is no longer true (cancelled before the confirmation was sent) */
export async function writeLetter(
  reader: Reader,
  mail: OutgoingMailRecord,
  nowMs: number,
  ports: EventsPorts,
): Promise<Letter | null> {
  // Refunds, prizes, meetings and offers belong to other parts.
  const letter = await contentOf(whatIsThere(reader), mail, nowMs, ports);
  const event = letter && (await reader.get(events, letter.event.id));
  if (!letter || !event) return null;
  const logo = await logoOf(reader, (await profileOf(reader))?.logo ?? null);
  return { ...letter, organizer: { name: await organizerName(reader, event), logo: logo && logoBytes(logo) } };
}

async function contentOf(
  reader: Reader,
  mail: OutgoingMailRecord,
  nowMs: number,
  ports: EventsPorts,
): Promise<Letter | null> {
  if (mail.sampleOf !== null) return writeSample(reader, mail, mail.sampleOf, nowMs, ports);
  if (mail.exhibitorMember !== null) return writeInvitation(reader, mail, mail.exhibitorMember, ports);
  if (mail.waitlistEntry !== null) return writeOffer(reader, mail, mail.waitlistEntry, ports);
  const subjects = await subjectsOf(reader, mail);
  const { order, registration } = subjects;
  const about = registration ?? order;
  if (!about || !isStillSo(mail.template, subjects)) return null;
  const event = must(await reader.get(events, about.event), 'the event of a mail');
  const type = registration && (await reader.get(ticketTypes, registration.ticketType));
  const words = await wordsOf(reader, mail, event);
  if (!words) return null;
  const session = mail.sessionBooking === null ? null : await sessionOfLetter(reader, mail, mail.sessionBooking);
  if (mail.sessionBooking !== null && session === null) return null;
  const prize = mail.template === 'prize_won' && registration ? await prizeOf(reader, mail, registration, ports) : null;
  if (mail.template === 'prize_won' && !prize) return null;
  const meeting = mail.meeting === null ? null : await meetingOfLetter(reader, mail.meeting, mail);
  if (mail.meeting !== null && meeting === null) return null;
  const back = await refundOfLetter(reader, mail, registration);
  const ordered = order && (await orderOfLetter(reader, event, order, ports.pagesUrl));
  return {
    template: mail.template,
    language: about.language ?? 'en',
    messageId: messageIdOf(mail, ports.publicUrl),
    // Where one address has several tickets, the first name is used.
    recipient: { name: mail.recipientName ?? back.about[0]?.name ?? about.name, email: mail.recipient },
    event: eventOfLetter(event),
    ticketTypeName: type?.name ?? '',
    registrationId: about.id,
    pageUrl: registration ? `${ports.pagesUrl}/t/${registration.pageSecret}` : (ordered?.pageUrl ?? ''),
    ticket: await ticketOf(reader, mail, event, registration, nowMs, ports),
    ...back,
    order: ordered,
    session,
    prize,
    meeting,
    eventPage: registration && (await publicPageOf(registration, event, ports)),
    unsubscribeUrl: mail.pageSecret && `${ports.pagesUrl}/u/${mail.pageSecret}`,
    ...words,
  };
}
