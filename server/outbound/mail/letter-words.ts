/**
 * What each mail says in the attendee's language, as a subject and paragraphs: the one source of its plain text and its
 * HTML. The sentences stand in `words/`; here they get names, times and sums, each with its own writing direction.
 */
import { isolated } from '#shared/base/isolate.ts';
import { languageTraits } from '#shared/base/languages.ts';
import { formatIn, zoneName } from '#shared/base/zoned-time.ts';
import { moneyText } from '#shared/modules/events/money-text.ts';
import { codeGroups } from '#shared/text/code-groups.ts';
import type { Letter } from '../../modules/events/ports.ts';
import { plainLine } from './plain-line.ts';
import { letterTexts } from './words/catalogue.ts';
import type { LetterTexts } from './words/letter-texts.ts';

export interface LetterWords {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** Label and value, in a small table. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly link: { readonly label: string; readonly url: string } | null;
  readonly closing: string;
}

interface Writing {
  readonly letter: Letter;
  readonly texts: LetterTexts;
  /** BCP 47, for times and sums. */
  readonly tag: string;
  /** A value that people or records gave, on one line and in its own direction. */
  readonly own: (value: string) => string;
}

/** In the time zone of the event, because that is where people will look at a clock. */
function timeText(iso: string, timeZone: string, { tag, own }: Writing): string {
  const options = { dateStyle: 'full', timeStyle: 'short' } as const;
  const ms = Date.parse(iso);
  const name = zoneName(ms, timeZone, tag);
  return `${formatIn(options, timeZone, tag).format(ms)} ${name === timeZone ? name : `${name} (${own(timeZone)})`}`;
}

function confirmed(writing: Writing): LetterWords {
  const { letter, texts, own } = writing;
  const { event, ticketTypeName, ticket, pageUrl, recipient } = letter;
  const { confirmed: said, labels } = texts;
  return {
    subject: said.subject(own(event.name)),
    greeting: texts.greeting(own(recipient.name)),
    paragraphs: [said.opening(own(event.name)), said.page, ...(ticket ? [said.picture(ticket.windowMinutes)] : [])],
    facts: [
      [labels.ticket, own(ticketTypeName)],
      ...(ticket ? [[labels.number, own(codeGroups(ticket.number).join(' '))] as const] : []),
      [labels.begins, timeText(event.startsAt, event.timezone, writing)],
      [labels.ends, timeText(event.endsAt, event.timezone, writing)],
      ...(event.venue ? [[labels.where, own(event.venue)] as const] : []),
    ],
    link: { label: labels.open, url: pageUrl },
    closing: said.closing,
  };
}

function cancelled({ letter, texts, tag, own }: Writing): LetterWords {
  const { cancelled: said } = texts;
  const name = own(letter.event.name);
  return {
    subject: said.subject(name),
    greeting: texts.greeting(own(letter.recipient.name)),
    paragraphs: [
      said.opening(name),
      ...(letter.refund ? [said.refund(own(moneyText(letter.refund.amount, letter.refund.currency, tag)))] : []),
    ],
    facts: [[texts.labels.ticket, own(letter.ticketTypeName)]],
    link: null,
    closing: said.closing,
  };
}

const writers: Readonly<Record<Letter['template'], (writing: Writing) => LetterWords>> = {
  ticket_confirmed: confirmed,
  registration_cancelled: cancelled,
};

export function letterWords(letter: Letter): LetterWords {
  const { direction, tag } = languageTraits[letter.language];
  const own = (value: string) => isolated(plainLine(value), direction);
  return writers[letter.template]({ letter, texts: letterTexts[letter.language], tag, own });
}
