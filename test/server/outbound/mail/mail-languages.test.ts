/**
 * Mails in the attendee's language: every kind in every language, through a real SMTP server and a mail parser; and a
 * registration over HTTP, whose Accept-Language decides. A new kind or language is tested without a line here.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Letter } from '#server/modules/events/letters/letter.ts';
import type { Mailer } from '#server/modules/events/ports.ts';
import { ticketQrPng } from '#server/modules/events/ticket-page/qr-picture.ts';
import { composeMail } from '#server/outbound/mail/compose-mail.ts';
import { openMailer } from '#server/outbound/mail/open-mailer.ts';
import { openWriter } from '#server/outbound/mail/open-transport.ts';
import { letterTexts } from '#server/outbound/mail/words/catalogue.ts';
import { must } from '#shared/base/assert.ts';
import { type Language, languages, languageTraits } from '#shared/base/languages.ts';
import { isoTime } from '#shared/base/time.ts';
import { settingOf } from '#shared/modules/events/letters.ts';
import { outgoingMails } from '#shared/modules/events/message.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { openingTime, sampleEvent } from '../../modules/events/events-module.ts';
import { type MailServer, openMailServer } from './mail-server.ts';

let server: MailServer;
let house: TestServer;
let post: Mailer;

beforeAll(async () => {
  server = await openMailServer();
  post = mailer();
  house = await openTestServer({ SMTP_URL: server.url });
});
afterEach(() => {
  server.received.length = 0;
});
afterAll(async () => {
  await house?.close();
  await server?.close();
});

const template = must(
  outgoingMails.fields.find(({ name }) => name === 'template'),
  'the field of the mail kinds',
);
const kinds = ('options' in template ? template.options : []) as readonly Letter['template'][];

/** One mail of every kind: names in two scripts; the end is on another day in UTC than in the zone of the event. */
const letterOf = (kind: Letter['template'], language: Language, more: Partial<Letter> = {}): Letter => ({
  template: kind,
  language,
  messageId: `<${kind}-${language}@example.net>`,
  recipient: { name: 'Zoë عمر', email: 'zoe@example.org' },
  event: {
    id: '1',
    name: 'Messe Köln 展',
    startsAt: '2026-07-01T07:05:00.000Z',
    endsAt: '2026-07-02T22:30:00.000Z',
    timezone: 'Europe/Berlin',
    venue: 'Pier 7',
  },
  ticketTypeName: 'Standard',
  registrationId: '1',
  pageUrl: 'https://tickets.example.org/t/secret',
  ticket: kind === 'ticket_confirmed' ? { qrText: 'code', number: 'ABCD1234EFGH', windowMinutes: 10 } : null,
  refund: { amount: 123_450, currency: 'EUR' },
  order: {
    number: 'K7M2Q',
    pageUrl: 'https://tickets.example.org/o/secret',
    total: { amount: 123_450, currency: 'EUR' },
    payUntil: '2026-06-30T22:30:00.000Z',
    bank: 'IBAN DE00 1234\nKonto 7',
    tickets: [{ name: 'Zoë عمر', ticketTypeName: 'Standard', pageUrl: 'https://tickets.example.org/t/secret' }],
  },
  prize: { name: 'Fahrrad', pageUrl: 'https://tickets.example.org/t/secret', until: '2026-06-30T22:30:00.000Z' },
  offer: {
    pageUrl: 'https://tickets.example.org/w/secret',
    until: '2026-06-30T22:30:00.000Z',
    price: { amount: 123_450, currency: 'EUR' },
  },
  session: kind.startsWith('session_')
    ? {
        ...{
          id: '7',
          title: 'Hafen 港 Meer',
          startsAt: '2026-07-01T09:15:00.000Z',
          endsAt: '2026-07-01T10:45:00.000Z',
        },
        ...{ room: 'Saal 3', isTaken: true, sequence: 4 },
      }
    : null,
  meeting: {
    id: '7',
    with: 'Noa 展',
    startsAt: '2026-07-01T07:05:00.000Z',
    endsAt: '2026-07-02T22:30:00.000Z',
    place: 'Tisch 7',
    answerUntil: kind === 'meeting_proposed' || kind === 'meeting_moved' ? '2026-06-30T22:30:00.000Z' : null,
    sequence: 3,
  },
  exhibitor: { name: 'Reederei 船', booth: 'A 12', pageUrl: 'https://tickets.example.org/x/secret' },
  unsubscribeUrl: kind === 'message' ? 'https://tickets.example.org/u/secret' : null,
  ...(kind === 'message' && { own: { subject: 'Messe Köln 展', body: '{name} {event} [x]({ticket_page})' } }),
  ...more,
});

/** Sums and times that this kind names. */
function saidIn({ template }: Letter, sum: string, time: (iso: string) => string): readonly string[] {
  const when = [time('2026-07-01T07:05:00.000Z'), time('2026-07-02T22:30:00.000Z')];
  const until = time('2026-06-30T22:30:00.000Z');
  const session = [time('2026-07-01T09:15:00.000Z'), time('2026-07-01T10:45:00.000Z'), 'Hafen 港 Meer', 'Saal 3'];
  const of: Readonly<Record<Letter['template'], readonly string[]>> = {
    ticket_confirmed: when,
    registration_cancelled: [sum],
    ticket_transferred: [],
    order_received: [sum, until, 'K7M2Q', 'IBAN DE00 1234', 'Konto 7'],
    order_paid: [sum, ...when, 'K7M2Q'],
    refund_sent: [sum],
    refund_failed: [sum],
    event_cancelled: [sum],
    waitlist_offer: [until, sum, ...when],
    session_promoted: session,
    session_changed: session,
    session_displaced: session,
    session_cancelled: session,
    prize_won: [until, 'Fahrrad'],
    meeting_proposed: [until, ...when, 'Noa 展', 'Tisch 7'],
    meeting_moved: [until, ...when, 'Noa 展', 'Tisch 7'],
    meeting_confirmed: [...when, 'Noa 展', 'Tisch 7'],
    meeting_kept: [...when, 'Noa 展', 'Tisch 7'],
    meeting_declined: [...when, 'Noa 展'],
    meeting_withdrawn: [...when, 'Noa 展'],
    meeting_cancelled: [...when, 'Noa 展'],
    exhibitor_invited: [...when, 'Reederei 船', 'A 12'],
    message: ['Zoë عمر'],
  };
  return of[template];
}

/** Pages that this kind leads to. */
function linksIn({ template }: Letter): readonly string[] {
  const page = (path: string) => `https://tickets.example.org/${path}/secret`;
  const of: Readonly<Record<Letter['template'], readonly string[]>> = {
    ticket_confirmed: [page('t')],
    registration_cancelled: [],
    ticket_transferred: [],
    order_received: [page('o')],
    order_paid: [page('t'), page('o')],
    refund_sent: [page('o')],
    refund_failed: [page('o')],
    event_cancelled: [],
    waitlist_offer: [page('w')],
    session_promoted: [page('t')],
    session_changed: [page('t')],
    session_displaced: [page('t')],
    session_cancelled: [page('t')],
    prize_won: [page('t')],
    meeting_proposed: [page('t')],
    meeting_moved: [page('t')],
    meeting_confirmed: [page('t')],
    meeting_kept: [page('t')],
    meeting_declined: [page('t')],
    meeting_withdrawn: [page('t')],
    meeting_cancelled: [page('t')],
    exhibitor_invited: [page('x')],
    message: [page('t'), page('u')],
  };
  return of[template];
}

const naughty = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../fixtures/naughty-strings.json'), 'utf8'),
) as { readonly strings: readonly string[] };
const hostileNames = [
  'Eve\r\nBcc: victim@example.org\r\nX-Evil: 1',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '[click](javascript:alert(1)) **bold** {ticket_page} {order_page}',
  '"><a href="https://evil.example/">',
  ...naughty.strings.filter((text) => text.trim() !== '' && text.length < 200).filter((_text, i) => i % 100 === 0),
];

/** The elements of the standard mails; any other element comes from a name. */
const ownTags = new Set('html head meta title body div p table tr th td a img strong'.split(' '));

function hostileLetter(kind: Letter['template'], language: Language, name: string, other: string): Letter {
  const letter = letterOf(kind, language);
  const body = '{name} {event} {venue} **{ticket_type}** [x]({ticket_page})';
  const pageUrl = 'https://tickets.example.org/t/secret';
  return {
    ...letter,
    recipient: { name, email: 'zoe@example.org' },
    event: { ...letter.event, name: other, venue: name },
    ticketTypeName: other,
    ...(letter.session && { session: { ...letter.session, title: name, room: other } }),
    meeting: { ...must(letter.meeting, 'a meeting'), with: name, place: other },
    exhibitor: { ...must(letter.exhibitor, 'an exhibitor'), name, booth: other },
    order: {
      ...must(letter.order, 'an order'),
      number: name,
      bank: `${name}\n${other}`,
      tickets: [{ name, ticketTypeName: other, pageUrl }],
    },
    ...(kind === 'message' && { own: { subject: '{name} {event}', body } }),
  };
}

const writer = openWriter();
async function rawOf(letter: Letter): Promise<Buffer> {
  const composed = composeMail(letter, isoTime(openingTime), { from: 'tickets@example.org', qrPng: ticketQrPng });
  const { message } = await writer.sendMail(composed);
  if (!Buffer.isBuffer(message)) throw new Error('the writer answers bytes');
  return message;
}

async function sentOf(letter: Letter) {
  const before = server.received.length;
  expect(await post.send(letter)).toMatchObject({ kind: 'sent' });
  return must(server.received[before], 'a mail');
}

const mailer = () =>
  openMailer({
    smtpUrl: server.url,
    outboxFolder: '/nowhere',
    publicUrl: 'https://tickets.example.org',
    qrPng: ticketQrPng,
    clock: () => openingTime,
  });

const visible = (text: string) => text.replace(/[\u2066-\u2069]/g, '');
const textOfHtml = (html: string) => visible(html.replace(/<style.*?<\/style>|<[^>]*>/gs, ' '));
/** Words of the English texts that no other language has. */
const english = /\b(?:the|your|you|and|will|registration|begins|ends|where|hello|cancelled|opened?)\b/i;

describe.each(languages)('%s', (language) => {
  const { direction, tag } = languageTraits[language];

  test.each(kinds)('%s is whole, in one language, in its direction and in the zone of the event', async (kind) => {
    const letter = letterOf(kind, language);
    const { raw } = await sentOf(letter);
    const mail = await simpleParser(raw);
    const [head = ''] = raw.toString('latin1').split('\r\n\r\n');
    expect(head).toMatch(/^[\x20-\x7e\t\r\n]*$/);
    expect(head).toMatch(/^Subject: =\?UTF-8\?[QB]\?/m);
    expect(mail.headers.get('content-language')).toBe(language);
    expect(visible(mail.subject ?? '')).toContain('Messe Köln 展');

    const html = String(mail.html);
    expect(html).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(html).toContain(`<div lang="${language}" dir="${direction}"`);
    const parts = [visible(mail.text ?? ''), textOfHtml(html)];
    const { closing } = letterTexts[language][settingOf(kind) as 'message'];
    for (const part of parts)
      expect(part).toContain(closing instanceof Function ? visible(closing('X')).slice(0, 12) : closing);
    if (language !== 'en') for (const part of [...parts, mail.subject ?? '']) expect(part).not.toMatch(english);

    const sum = visible(new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' }).format(1_234.5));
    const clock = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle: 'short', timeZone: 'Europe/Berlin' });
    const time = (iso: string) => clock.format(new Date(iso));
    for (const said of saidIn(letter, sum, time)) for (const part of parts) expect(part).toContain(said);
    for (const url of linksIn(letter)) {
      expect(mail.text).toMatch(new RegExp(`(^|\\n| |\\()${url}(\\)|\\n|$)`));
      expect(html).toContain(`href="${url}"`);
    }
    expect(mail.headers.has('list')).toBe(kind === 'message');
    if (letter.session) {
      const [entry] = mail.attachments;
      expect(entry).toMatchObject({ filename: 'session.ics', contentType: 'text/calendar' });
      expect(entry?.content.toString('utf8')).toContain('UID:session-7@gatehouse\r\n');
      return;
    }
    if (kind === 'meeting_confirmed' || kind === 'meeting_cancelled') {
      expect(mail.attachments.map(({ filename }) => filename)).toEqual(['meeting.ics']);
      const lines = mail.attachments[0]?.content.toString().split('\r\n');
      const status = kind === 'meeting_confirmed' ? 'STATUS:CONFIRMED' : 'STATUS:CANCELLED';
      return expect(lines).toEqual(expect.arrayContaining(['UID:meeting-7@gatehouse', 'SEQUENCE:3', status]));
    }
    if (kind !== 'ticket_confirmed') return expect(mail.attachments).toEqual([]);
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['ticket-qr.png', 'event.ics']);
    expect(html).toContain(`alt="${letterTexts[language].qrCode}"`);
    const calendar = must(
      mail.attachments.find(({ filename }) => filename === 'event.ics'),
      'a calendar entry',
    );
    const entry = calendar.content.toString().replaceAll('\r\n ', '');
    expect(entry).toContain(`DESCRIPTION;LANGUAGE=${language}:${letterTexts[language].yourTicket}`);
  });

  test('every kind shows typed values as text, in one header and to one recipient', async () => {
    for (const [i, kind] of kinds.entries())
      for (let first = i % 2; first < hostileNames.length; first += 2) {
        const name = hostileNames[first] ?? '';
        const other = hostileNames[(first + 1) % hostileNames.length] ?? '';
        const mail = await simpleParser(await rawOf(hostileLetter(kind, language, name, other)));
        expect(mail.headerLines.map(({ key }) => key).filter((key) => key === 'bcc' || key === 'x-evil')).toEqual([]);
        const tags = [...String(mail.html).matchAll(/<([a-z]+)([^>]*)>/g)];
        expect(tags.map(([, tag]) => tag).filter((tag) => !ownTags.has(tag ?? ''))).toEqual([]);
        const targets = tags.flatMap(([, , inside]) => [...(inside ?? '').matchAll(/(?:href|src)="([^"]*)"/g)]);
        for (const [, target] of targets)
          expect(target).toMatch(/^(?:https:\/\/tickets\.example\.org\/|data:image\/png;)/);
      }
  });

  test('counts the minutes in every form', () => {
    const rules = new Intl.PluralRules(tag);
    const forms = new Map([1, 2, 5, 10, 11, 60, 100, 1_000_000].map((n) => [rules.select(n), n]));
    for (const n of forms.values()) expect(letterTexts[language].ticketConfirmed.picture(n)).not.toMatch(/#|undefined/);
  });

  test('has every text that English has, and no English words', () => {
    const leaves = (value: unknown, above = ''): [string, string][] => {
      if (typeof value === 'function') return [[above, String(Reflect.apply(value, null, ['7', '8']))]];
      if (typeof value === 'string') return [[above, value]];
      return Object.entries(value as object).flatMap(([name, below]) => leaves(below, `${above}.${name}`));
    };
    const [own, said] = [new Map(leaves(letterTexts[language])), leaves(letterTexts.en)];
    expect([...own.keys()]).toEqual(said.map(([key]) => key));
    const same = said.filter(([key, text]) => text.includes(' ') && text.length > 3 && own.get(key) === text);
    expect(language === 'en' ? [] : same).toEqual([]);
  });
});

test.each<[string | null, Language]>([
  ['ar-EG,ar;q=0.9,en;q=0.5', 'ar'],
  ['ja, de-AT;q=0.7', 'de'],
  ['ja', 'en'],
  ['*', 'en'],
  [null, 'en'],
])('a registration over HTTP with Accept-Language %j leads to mails in %s', async (accepted, language) => {
  const { apiKey: key } = await house.tenant(`mail-${language}-${String(accepted).replace(/\W/g, '').toLowerCase()}`);
  const send = async (method: string, path: string, json: object, headers: Readonly<Record<string, string>> = {}) => {
    const { body, status, text } = await house.send(method, path, { key, json, headers });
    expect([200, 201], text).toContain(status);
    return String(body['id']);
  };
  const [startsAt, endsAt] = ['2099-05-11T07:00:00Z', '2099-05-11T17:00:00Z'];
  const event = await send('POST', '/events', sampleEvent({ startsAt, endsAt }));
  const registration = await send(
    'POST',
    `/events/${event}/registrations`,
    { ticketType: 'free', attendee: { name: 'Ada', email: 'ada@example.org' } },
    accepted === null ? {} : { 'accept-language': accepted },
  );
  await expect.poll(() => server.received.length, { timeout: 30_000 }).toBe(1);
  // The organizer cancels, and reads another language.
  await send('DELETE', `/events/${event}/registrations/${registration}`, {}, { 'accept-language': 'es' });
  await expect.poll(() => server.received.length, { timeout: 30_000 }).toBe(2);
  const { direction } = languageTraits[language];
  const { ticketConfirmed, registrationCancelled } = letterTexts[language];
  for (const [i, texts] of [ticketConfirmed, registrationCancelled].entries()) {
    const mail = await simpleParser(must(server.received[i], 'a mail').raw);
    expect(visible(mail.subject ?? '')).toBe(texts.subject('Harbour Conference'));
    expect(mail.html).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(mail.text).toContain(texts.closing);
  }
});
