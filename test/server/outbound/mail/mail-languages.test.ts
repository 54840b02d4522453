/**
 * Mails in the attendee's language: every kind in every language, through a real SMTP server and a mail parser; and a
 * registration over HTTP, whose Accept-Language decides. A new kind or language is tested without a line here.
 */
import { simpleParser } from 'mailparser';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Letter } from '#server/modules/events/ports.ts';
import { ticketQrPng } from '#server/modules/events/ticket-page/qr-picture.ts';
import { openMailer } from '#server/outbound/mail/open-mailer.ts';
import { letterTexts } from '#server/outbound/mail/words/catalogue.ts';
import { must } from '#shared/base/assert.ts';
import { type Language, languages, languageTraits } from '#shared/base/languages.ts';
import { outgoingMails } from '#shared/modules/events/registration.ts';
import { type OpenHouse, openHouse } from '#test/fixtures/open-house.ts';
import { openingTime, sampleEvent } from '../../modules/events/event-house.ts';
import { type MailServer, openMailServer } from './mail-server.ts';

let server: MailServer;
let house: OpenHouse;

beforeAll(async () => {
  server = await openMailServer();
  house = await openHouse({ SMTP_URL: server.url });
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

/** Names in two scripts; the end lies on another day in UTC than in the zone of the event. */
const letterOf = (kind: Letter['template'], language: Language): Letter => ({
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
  refund: kind === 'registration_cancelled' ? { amount: 123_450, currency: 'EUR' } : null,
});

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
/** Words of the English sentences that none of the other languages has. */
const english = /\b(?:the|your|you|and|will|registration|begins|ends|where|hello|cancelled|opened?)\b/i;

describe.each(languages)('%s', (language) => {
  const { direction, tag } = languageTraits[language];

  test.each(kinds)('%s is whole, in one language, in its direction and in the zone of the event', async (kind) => {
    const letter = letterOf(kind, language);
    expect(await mailer().send(letter)).toMatchObject({ kind: 'sent' });
    const { raw } = must(server.received[0], 'a mail');
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
    const texts = letterTexts[language][kind === 'ticket_confirmed' ? 'confirmed' : 'cancelled'];
    for (const part of parts) expect(part).toContain(texts.closing);
    if (language !== 'en') for (const part of [...parts, mail.subject ?? '']) expect(part).not.toMatch(english);

    if (letter.refund) {
      const sum = new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' }).format(1_234.5);
      for (const part of parts) expect(part).toContain(visible(sum));
      return;
    }
    const clock = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle: 'short', timeZone: 'Europe/Berlin' });
    for (const part of parts)
      for (const time of [letter.event.startsAt, letter.event.endsAt])
        expect(part).toContain(clock.format(new Date(time)));
    expect(mail.text).toContain(`\n${letter.pageUrl}\n`);
    expect(html).toContain(`alt="${letterTexts[language].qrCode}"`);
    const calendar = must(
      mail.attachments.find(({ filename }) => filename === 'event.ics'),
      'a calendar entry',
    );
    const entry = calendar.content.toString().replaceAll('\r\n ', '');
    expect(entry).toContain(`DESCRIPTION;LANGUAGE=${language}:${letterTexts[language].yourTicket}`);
  });

  test('counts the minutes in every form', () => {
    const rules = new Intl.PluralRules(tag);
    const forms = new Map([1, 2, 5, 10, 11, 60, 100, 1_000_000].map((n) => [rules.select(n), n]));
    for (const n of forms.values()) expect(letterTexts[language].confirmed.picture(n)).not.toMatch(/#|undefined/);
  });

  test('says everything that English says, and nothing in its words', () => {
    const leaves = (value: unknown, above = ''): [string, string][] => {
      if (typeof value === 'function') return [[above, String(Reflect.apply(value, null, ['7']))]];
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
  const { confirmed, cancelled } = letterTexts[language];
  for (const [i, texts] of [confirmed, cancelled].entries()) {
    const mail = await simpleParser(must(server.received[i], 'a mail').raw);
    expect(visible(mail.subject ?? '')).toBe(texts.subject('Harbour Conference'));
    expect(mail.html).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(mail.text).toContain(texts.closing);
  }
});
