/**
 * A letter as a mail in the attendee's language: plain text, HTML of the same words, the QR picture, the calendar entry.
 * No transport, no clock.
 */
import type { SendMailOptions } from 'nodemailer';
import { escapeHtml } from '#shared/base/escape-html.ts';
import { type Language, languageTraits } from '#shared/base/languages.ts';
import type { Letter } from '../../modules/events/ports.ts';
import { calendarEntry } from './calendar-entry.ts';
import { type LetterWords, letterWords } from './letter-words.ts';
import { plainLine } from './plain-line.ts';
import { letterTexts } from './words/catalogue.ts';
import type { LetterTexts } from './words/letter-texts.ts';

export interface ComposeSetting {
  /** `Name <address>` or an address. */
  readonly from: string;
  /** PNG of a QR code that holds this text. */
  readonly qrPng: (text: string) => Uint8Array;
}

const qrContentId = 'ticket-qr@gatehouse';

function plainText(words: LetterWords, { colon }: LetterTexts): string {
  const facts = words.facts.map(([label, value]) => `${label}${colon}${value}`).join('\n');
  // An address on a line of its own reads the same way in every writing direction.
  const link = words.link ? [`${words.link.label}${colon.trimEnd()}\n${words.link.url}`] : [];
  return `${[words.greeting, ...words.paragraphs, facts, ...link, words.closing].join('\n\n')}\n`;
}

function html(words: LetterWords, language: Language, hasQr: boolean): string {
  const { direction } = languageTraits[language];
  const start = direction === 'rtl' ? 'right' : 'left';
  const { qrCode } = letterTexts[language];
  const paragraphs = [words.greeting, ...words.paragraphs].map((text) => `<p>${escapeHtml(text)}</p>`).join('\n');
  const rows = words.facts
    .map(
      ([label, value]) =>
        `<tr><th align="${start}" valign="top">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
    )
    .join('\n');
  const link = words.link ? `<p><a href="${escapeHtml(words.link.url)}">${escapeHtml(words.link.label)}</a></p>` : '';
  const picture = hasQr ? `<p><img src="cid:${qrContentId}" alt="${escapeHtml(qrCode)}" width="290"></p>` : '';
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(words.subject)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5">
<div lang="${language}" dir="${direction}" style="max-width: 36em">
${paragraphs}
<table cellpadding="4">
${rows}
</table>
${link}
${picture}
<p>${escapeHtml(words.closing)}</p>
</div>
</body>
</html>
`;
}

/** @param nowIso when it is made, ISO 8601 UTC */
export function composeMail(letter: Letter, nowIso: string, { from, qrPng }: ComposeSetting): SendMailOptions {
  const words = letterWords(letter);
  const { language, ticket } = letter;
  return {
    from,
    to: { name: plainLine(letter.recipient.name), address: letter.recipient.email },
    subject: words.subject,
    messageId: letter.messageId,
    // A text would be written as it stands; a Date is written as RFC 5322 has it.
    date: new Date(nowIso),
    // No holiday answer is wanted (RFC 3834); the language of both parts is named (RFC 3282).
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
    text: plainText(words, letterTexts[language]),
    html: html(words, language, ticket !== null),
    attachments: ticket
      ? [
          {
            filename: 'ticket-qr.png',
            content: Buffer.from(qrPng(ticket.qrText)),
            contentType: 'image/png',
            cid: qrContentId,
          },
          {
            filename: 'event.ics',
            content: calendarEntry(letter, nowIso),
            contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
          },
        ]
      : [],
    // What stands in a mail comes from us: nothing is to be read from disk or fetched because a field says so.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
