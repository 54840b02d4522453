/**
 * Words a mail in the attendee's language, as a subject and blocks: the one source of its plain text and its HTML. An
 * organizer's own words take the place of the built-in ones; the table of facts and the link stay.
 */
import { isolated } from '#shared/base/isolate.ts';
import { languageTraits } from '#shared/base/languages.ts';
import { formatIn, zoneName } from '#shared/base/zoned-time.ts';
import { addressPlaceholders, type Placeholder } from '#shared/modules/events/letters.ts';
import { moneyText } from '#shared/modules/events/money-text.ts';
import { codeGroups } from '#shared/text/code-groups.ts';
import { type Block, fillLine, parseMarkup, plainBlock, type Value, type Values } from '#shared/text/markup.ts';
import type { Letter } from '../../modules/events/letters/letter.ts';
import { type KindWords, kindWords, type Writing } from './letter-kinds.ts';
import { plainLine } from './plain-line.ts';
import { letterTexts } from './words/catalogue.ts';

export interface LetterWords extends Omit<KindWords, 'paragraphs'> {
  readonly blocks: readonly Block[];
  /** Values of the blocks' placeholders. */
  readonly values: Values;
}

/** Returns a time in the time zone of the event, because that is where people will look at a clock. */
function timeText(iso: string, timeZone: string, tag: string, own: (value: string) => string): string {
  const options = { dateStyle: 'full', timeStyle: 'short' } as const;
  const ms = Date.parse(iso);
  const name = zoneName(ms, timeZone, tag);
  return `${formatIn(options, timeZone, tag).format(ms)} ${name === timeZone ? name : `${name} (${own(timeZone)})`}`;
}

function writingOf(letter: Letter): Writing {
  const { direction, tag } = languageTraits[letter.language];
  const own = (value: string) => isolated(plainLine(value), direction);
  return {
    letter,
    texts: letterTexts[letter.language],
    own,
    time: (iso) => timeText(iso, letter.event.timezone, tag, own),
    sum: ({ amount, currency }) => own(moneyText(amount, currency, tag)),
  };
}

/** Every placeholder there is; what a mail has nothing for is empty. */
function valuesOf({ letter, own, sum, time }: Writing): Values {
  const {
    event,
    exhibitor,
    meeting,
    offer,
    order,
    pageUrl,
    prize,
    recipient,
    refund,
    session,
    ticket,
    ticketTypeName,
  } = letter;
  const texts: Readonly<Record<Placeholder, string>> = {
    name: own(recipient.name),
    event: own(event.name),
    begins: time(event.startsAt),
    ends: time(event.endsAt),
    venue: own(event.venue ?? ''),
    ticket_type: own(ticketTypeName),
    ticket_number: ticket ? own(codeGroups(ticket.number).join(' ')) : '',
    ticket_page: pageUrl,
    order_number: own(order?.number ?? ''),
    // Attendees without an order are sent to their ticket page instead.
    order_page: order?.pageUrl ?? pageUrl,
    total: order ? sum(order.total) : '',
    pay_until: order?.payUntil ? time(order.payUntil) : '',
    refund: refund ? sum(refund) : '',
    offer_page: offer?.pageUrl ?? '',
    offer_until: offer ? time(offer.until) : '',
    session: own(session?.title ?? ''),
    session_begins: session ? time(session.startsAt) : '',
    session_ends: session ? time(session.endsAt) : '',
    room: own(session?.room ?? ''),
    prize: prize?.name ?? '',
    claim_page: prize?.pageUrl ?? '',
    claim_until: prize ? time(prize.until) : '',
    exhibitor: own(exhibitor?.name ?? ''),
    booth: own(exhibitor?.booth ?? ''),
    leads_page: exhibitor?.pageUrl ?? '',
    meeting_with: own(meeting?.with ?? ''),
    meeting_begins: meeting ? time(meeting.startsAt) : '',
    meeting_ends: meeting ? time(meeting.endsAt) : '',
    meeting_place: own(meeting?.place ?? ''),
    answer_until: meeting?.answerUntil ? time(meeting.answerUntil) : '',
  };
  const values = Object.entries(texts).map(([name, text]): readonly [string, Value] => [
    name,
    { text, isAddress: addressPlaceholders.has(name) && text !== '' },
  ]);
  return Object.fromEntries(values);
}

export function letterWords(letter: Letter): LetterWords {
  const writing = writingOf(letter);
  const values = valuesOf(writing);
  const { paragraphs, ...words } = kindWords(writing);
  const subject = letter.own?.subject;
  const body = letter.own?.body;
  return {
    ...words,
    subject: plainLine(subject ? fillLine(subject, values) : words.subject),
    greeting: body ? null : words.greeting,
    blocks: body ? parseMarkup(body) : paragraphs.map(plainBlock),
    values,
  };
}
