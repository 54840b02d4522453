/** The part of a letter about refunded money, and about the tickets that it belongs to. */
import { ticketTypes } from '#shared/modules/events/event.ts';
import type { LetterTemplate } from '#shared/modules/events/letters.ts';
import type { OutgoingMailRecord } from '#shared/modules/events/message.ts';
import { ticketOrders } from '#shared/modules/events/order.ts';
import {
  type RefundRecord,
  type RegistrationRecord,
  refunds,
  registrations,
} from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import { changesOf } from '../changes/change-rows.ts';
import { isOfCancellation } from '../payments/owe-refund.ts';
import type { Letter, RefundWay } from './letter.ts';
import { cancelledTogether, refundsTogether } from './together.ts';

const refundsMax = 100;

const cancellations: ReadonlySet<LetterTemplate> = new Set(['registration_cancelled', 'event_cancelled'] as const);
const refundLetters: ReadonlySet<LetterTemplate> = new Set(['refund_sent', 'refund_failed'] as const);

type RefundPart = Required<Pick<Letter, 'refund' | 'about'>>;

/** @param registration that the mail names; null where it names none */
export async function refundOfLetter(
  reader: Reader,
  mail: OutgoingMailRecord,
  registration: RegistrationRecord | null,
): Promise<RefundPart> {
  if (registration && cancellations.has(mail.template)) return ofCancellation(reader, registration);
  if (mail.refund !== null && refundLetters.has(mail.template)) return ofRefund(reader, mail, mail.refund);
  return { refund: null, about: [] };
}

/** Returns the way of a refund: the organizer pays one by hand to an account, where the order was paid from one. */
async function wayOf(
  reader: Reader,
  { method }: Pick<RefundRecord, 'method'>,
  person: RegistrationRecord | undefined,
): Promise<RefundWay> {
  if (method !== 'by_hand') return 'same';
  const order = person?.order ? await reader.get(ticketOrders, person.order) : null;
  return order?.method === 'bank_transfer' ? 'transfer' : 'other';
}

async function ofRefund(reader: Reader, { template }: OutgoingMailRecord, id: string): Promise<RefundPart> {
  const refund = await reader.get(refunds, id);
  if (!refund) return { refund: null, about: [] };
  const isShared = template === 'refund_sent' && refund.method === 'processor';
  const sent = isShared ? (await refundsTogether(reader, refund)).filter(({ state }) => state === 'succeeded') : [];
  const all = sent.length === 0 ? [refund] : sent;
  const people: RegistrationRecord[] = [];
  for (const { registration } of all) {
    const person = await reader.get(registrations, registration);
    if (person) people.push(person);
  }
  const amount = all.reduce((sum, one) => sum + one.amount, 0);
  const way = await wayOf(reader, refund, people[0]);
  return { refund: { amount, currency: refund.currency, way }, about: await ticketsOf(reader, people) };
}

/** Returns a cancellation's refund, with payments for changes of the ticket type, without what was refunded before. */
async function ofCancellation(reader: Reader, registration: RegistrationRecord): Promise<RefundPart> {
  const together = await cancelledTogether(reader, registration);
  let amount = 0;
  let way: RefundWay = 'same';
  for (const one of together) {
    const changes = one.changedBy === null ? [] : await changesOf(reader, one.id);
    for (const { id } of [one, ...changes]) {
      const own = await reader.find(refunds, { where: where({ registration: id }), limit: refundsMax });
      for (const refund of own.filter(isOfCancellation)) {
        amount += refund.amount;
        if (refund.method === 'by_hand') way = await wayOf(reader, refund, one);
      }
    }
  }
  const refund = amount === 0 ? null : { amount, currency: registration.currency, way };
  return { refund, about: await ticketsOf(reader, together) };
}

async function ticketsOf(reader: Reader, people: readonly RegistrationRecord[]): Promise<NonNullable<Letter['about']>> {
  const names = new Map<string, string>();
  for (const { ticketType } of people)
    if (!names.has(ticketType)) names.set(ticketType, (await reader.get(ticketTypes, ticketType))?.name ?? '');
  return people.map(({ name, ticketType }) => ({ name, ticketTypeName: names.get(ticketType) ?? '' }));
}
