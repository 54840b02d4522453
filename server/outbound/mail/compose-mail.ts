/**
 * A letter as a mail in the attendee's language: plain text, HTML of the same words, the QR picture, the calendar entry.
 * No transport, no clock.
 */
import type { SendMailOptions } from 'nodemailer';
import { escapeHtml } from '#shared/base/escape-html.ts';
import { languageTraits } from '#shared/base/languages.ts';
import { markupHtml, markupText } from '#shared/text/markup.ts';
import type { Letter, ShownLetter } from '../../modules/events/letters/letter.ts';
import { calendarEntry, meetingEntry, sessionEntry } from './calendar-entry.ts';
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
const logoContentId = 'organizer-logo@gatehouse';
const logoHeightPx = 40;

function plainText(words: LetterWords, { colon }: LetterTexts, organizer: string | null): string {
  const facts = words.facts.map(([label, value]) => `${label}${colon}${value}`).join('\n');
  // An address on a line of its own reads the same way in every writing direction.
  const lines = ({ label, url }: { readonly label: string; readonly url: string }) =>
    `${label}${colon.trimEnd()}\n${url}`;
  const parts = [
    words.greeting ?? '',
    markupText(words.blocks, words.values),
    facts,
    ...words.links.map(lines),
    organizer === null ? words.closing : `${words.closing}\n${plainLine(organizer)}`,
    words.footer ? lines(words.footer) : '',
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

interface Pictures {
  readonly hasQr: boolean;
  readonly hasLogo: boolean;
}

function html(words: LetterWords, letter: Letter, { hasLogo, hasQr }: Pictures): string {
  const { language } = letter;
  const organizer = letter.organizer?.name ?? null;
  const { direction } = languageTraits[language];
  const start = direction === 'rtl' ? 'right' : 'left';
  const { qrCode } = letterTexts[language];
  const rows = words.facts
    .map(
      ([label, value]) =>
        `<tr><th align="${start}" valign="top">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
    )
    .join('\n');
  const anchor = ({ label, url }: { readonly label: string; readonly url: string }) =>
    `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`;
  const logo = `<p><img src="cid:${logoContentId}" alt="" height="${logoHeightPx}"></p>`;
  const parts = [
    hasLogo ? logo : '',
    words.greeting === null ? '' : `<p>${escapeHtml(words.greeting)}</p>`,
    markupHtml(words.blocks, words.values),
    rows === '' ? '' : `<table cellpadding="4">\n${rows}\n</table>`,
    ...words.links.map(anchor),
    hasQr ? `<p><img src="cid:${qrContentId}" alt="${escapeHtml(qrCode)}" width="290"></p>` : '',
    `<p>${escapeHtml(words.closing)}${organizer === null ? '' : `<br>${escapeHtml(organizer)}`}</p>`,
    words.footer ? anchor(words.footer) : '',
  ];
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(words.subject)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5">
<div lang="${language}" dir="${direction}" style="max-width: 36em">
${parts.filter((part) => part !== '').join('\n')}
</div>
</body>
</html>
`;
}

/** Returns the letter as people read it, without pictures and attachments. */
export function showLetter(letter: Letter): ShownLetter {
  const words = letterWords(letter);
  const { language } = letter;
  return {
    subject: words.subject,
    text: plainText(words, letterTexts[language], letter.organizer?.name ?? null),
    html: html(words, letter, { hasQr: false, hasLogo: false }),
  };
}

/** One click of the mail program takes the person off the list (RFC 8058); a link alone is opened by scanners, too. */
function unsubscribeHeaders(url: string | null | undefined): Readonly<Record<string, string>> {
  return url ? { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {};
}

const calendar = (filename: string, content: string) => ({
  filename,
  content,
  contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
});

function attachmentsOf(letter: Letter, nowIso: string, qrPng: ComposeSetting['qrPng']): SendMailOptions['attachments'] {
  const { session, ticket } = letter;
  const meeting = meetingEntry(letter, nowIso);
  const picture = ticket && {
    filename: 'ticket-qr.png',
    content: Buffer.from(qrPng(ticket.qrText)),
    contentType: 'image/png',
    cid: qrContentId,
  };
  const logo = letter.organizer?.logo;
  return [
    ...(logo
      ? [{ filename: 'logo.png', content: Buffer.from(logo), contentType: 'image/png', cid: logoContentId }]
      : []),
    ...(picture ? [picture, calendar('event.ics', calendarEntry(letter, nowIso))] : []),
    ...(session ? [calendar('session.ics', sessionEntry(session, letter, nowIso))] : []),
    ...(meeting === null ? [] : [calendar('meeting.ics', meeting)]),
  ];
}

/** @param nowIso when it is made, ISO 8601 UTC */
export function composeMail(letter: Letter, nowIso: string, { from, qrPng }: ComposeSetting): SendMailOptions {
  const words = letterWords(letter);
  const { language, ticket } = letter;
  return {
    from,
    to: { name: plainLine(letter.recipient.name), address: letter.recipient.email },
    ...(letter.replyTo && { replyTo: letter.replyTo }),
    subject: words.subject,
    messageId: letter.messageId,
    // A text would be written as it stands; a Date is written as RFC 5322 has it.
    date: new Date(nowIso),
    // No holiday answer is wanted (RFC 3834); the language of both parts is named (RFC 3282).
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': language,
      ...unsubscribeHeaders(letter.unsubscribeUrl),
    },
    text: plainText(words, letterTexts[language], letter.organizer?.name ?? null),
    html: html(words, letter, { hasQr: ticket !== null, hasLogo: (letter.organizer?.logo ?? null) !== null }),
    attachments: attachmentsOf(letter, nowIso, qrPng),
    // All content of a mail comes from us: nothing is to be read from disk or fetched because a field says so.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
