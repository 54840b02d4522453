/** What each mail says, as a subject and paragraphs: the one source of its plain text and its HTML. */
import { formatIn, zoneName } from '#shared/base/zoned-time.ts';
import { codeGroups } from '#shared/text/code-groups.ts';
import type { Letter } from '../events/ports.ts';
import { plainLine } from './plain-line.ts';

export interface LetterWords {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** Label and value, in a small table. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly link: { readonly label: string; readonly url: string } | null;
  readonly closing: string;
}

/** In the time zone of the event, because that is where people will look at a clock. */
function timeText(iso: string, timeZone: string): string {
  const options = { dateStyle: 'full', timeStyle: 'short' } as const;
  const ms = Date.parse(iso);
  const name = zoneName(ms, timeZone);
  return `${formatIn(options, timeZone, 'en-GB').format(ms)} ${name === timeZone ? name : `${name} (${timeZone})`}`;
}

function confirmed(letter: Letter): LetterWords {
  const { event, ticketTypeName, ticket, pageUrl } = letter;
  const window = ticket ? `about ${ticket.windowMinutes} minutes after this email was sent` : 'a short time';
  return {
    subject: `Your ticket for ${plainLine(event.name)}`,
    greeting: `Hello ${plainLine(letter.recipient.name)},`,
    paragraphs: [
      `Your registration for ${plainLine(event.name)} is confirmed.`,
      'Please open your ticket page on your phone and show its code at the entrance. The code renews itself, even offline once you have opened the page.',
      `The attached QR code is valid for ${window}. After that, use the code on your ticket page.`,
    ],
    facts: [
      ['Ticket', plainLine(ticketTypeName)],
      ...(ticket ? [['Number', codeGroups(ticket.number).join(' ')] as const] : []),
      ['Begins', timeText(event.startsAt, event.timezone)],
      ['Ends', timeText(event.endsAt, event.timezone)],
      ...(event.venue ? [['Where', plainLine(event.venue)] as const] : []),
    ],
    link: { label: 'Open my ticket', url: pageUrl },
    closing: 'Keep the link to yourself: anyone who has it can show your ticket.',
  };
}

function cancelled(letter: Letter): LetterWords {
  const name = plainLine(letter.event.name);
  return {
    subject: `Cancelled: ${name}`,
    greeting: `Hello ${plainLine(letter.recipient.name)},`,
    paragraphs: [
      `Your registration for ${name} is cancelled and your ticket is no longer valid.`,
      ...(letter.refund ? [`We will refund ${letter.refund} to your original payment method.`] : []),
    ],
    facts: [['Ticket', plainLine(letter.ticketTypeName)]],
    link: null,
    closing: 'If you did not expect this, please contact the organizer.',
  };
}

export function letterWords(letter: Letter): LetterWords {
  return letter.template === 'ticket_confirmed' ? confirmed(letter) : cancelled(letter);
}
