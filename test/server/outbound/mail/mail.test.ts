/** Mails as a mail server and a mail program see them: the real transport, a real SMTP server and a parser. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { mailPace } from '#server/modules/events/letters/send-mails.ts';
import type { EventsPorts } from '#server/modules/events/ports.ts';
import { ticketQrPng } from '#server/modules/events/ticket-page/qr-picture.ts';
import { openMailer } from '#server/outbound/mail/open-mailer.ts';
import { openNotices } from '#server/outbound/mail/open-notices.ts';
import { createOutboxMailer } from '#server/outbound/mail/outbox-mailer.ts';
import { isoTime } from '#shared/base/time.ts';
import {
  ada,
  type EventsModule,
  openEventsModule,
  openingTime,
  sampleEvent,
  textAt,
} from '../../modules/events/events-module.ts';
import { type MailServer, openMailServer } from './mail-server.ts';

let server: MailServer;
let house: EventsModule;
let eventId: string;
/** The mailer needs the server's clock, and the server its mailer. */
const clock = () => house?.nowMs ?? openingTime;

beforeAll(async () => {
  // From the package, not from the network where the library would look for it.
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
  server = await openMailServer();
  const mailer = openMailer({
    smtpUrl: server.url,
    outboxFolder: '/nowhere',
    publicUrl: 'https://tickets.example.org',
    qrPng: ticketQrPng,
    clock,
  });
  house = await openEventsModule({ mailer });
  eventId = textAt((await house.act('events.create', sampleEvent({ venue: 'Pier 7; Hall, A' }))).body, 'id');
});
afterEach(() => {
  house.nowMs = openingTime;
  server.received.length = 0;
  server.attempts.length = 0;
  server.answer = () => null;
});
afterAll(async () => {
  await house.close();
  await server.close();
});

async function register(attendee: object = ada, event = eventId): Promise<string> {
  const made = await house.act('events.register', { eventId: event, ticketType: 'free', attendee });
  await house.follow();
  return textAt(made.body, 'id');
}

const mailOf = async (registration: string) => (await house.all('outgoing_mails', { registration }))[0]!;

describe('the confirmation', () => {
  test('arrives complete: text, page link, calendar entry, and a QR code that is admitted', async () => {
    const id = await register();
    expect(server.received).toHaveLength(1);
    const mail = await simpleParser(server.received[0]!.raw);
    const { pageSecret } = await house.get('registrations', id);
    expect(mail.subject).toBe('Your ticket for Harbour Conference');
    expect(mail.from?.text).toBe('"Gatehouse" <tickets@tickets.example.org>');
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(server.received[0]!.recipients).toEqual([ada.email]);
    for (const text of [mail.text, mail.html]) {
      expect(text).toContain('Ada Lovelace');
      expect(text).toContain('Community');
      expect(text).toContain(`https://tickets.example.org/t/${pageSecret}`);
      expect(text).toContain('Monday, 11 May 2026');
      expect(text).toContain('09:00 CEST (Europe/Oslo)');
    }

    const calendar = mail.attachments.find(({ filename }) => filename === 'event.ics');
    expect(calendar?.contentType).toBe('text/calendar');
    const entry = calendar!.content.toString('utf8');
    expect(entry).toMatch(/^BEGIN:VCALENDAR\r\n(?:[^\r\n]{1,75}\r\n)+END:VCALENDAR\r\n$/);
    expect(entry).toContain('DTSTART:20260511T070000Z\r\n');
    expect(entry).toContain('LOCATION:Pier 7\\; Hall\\, A\r\n');
    // Calendars are shared: who sees one must not be able to show the ticket.
    const unfolded = entry.replaceAll('\r\n ', '');
    expect(unfolded).not.toContain(pageSecret);
    expect(unfolded).toMatch(/\r\nURL:https:\/\/tickets\.example\.org\/e\/[^\r]+\r\n/);

    const picture = mail.attachments.find(({ filename }) => filename === 'ticket-qr.png');
    const [code] = await readBarcodes(new Uint8Array(picture!.content), { formats: ['QRCode'] });
    expect(code?.isValid).toBe(true);
    expect(await house.act('events.checkin', { qrCode: code!.text, gateId: 'door' })).toMatchObject({
      status: 200,
      body: { success: true, registration: { id } },
    });
  });

  test('a mail that is sent twice has one message id', async () => {
    const mail = await mailOf(await register());
    expect(mail).toMatchObject({ state: 'sent', attempts: 1, messageId: `<${mail.id}@tickets.example.org>` });
    expect((await simpleParser(server.received[0]!.raw)).messageId).toBe(mail['messageId']);
  });

  test('E01 line breaks in names stay in one header and add no recipient', async () => {
    const name = 'Eve\r\nBcc: victim@example.org\r\nX-Evil: 1';
    const evil = textAt(
      (await house.act('events.create', sampleEvent({ name: `Fair\r\nBcc: victim@example.org` }))).body,
      'id',
    );
    await register({ ...ada, name, email: 'eve@example.org' }, evil);
    const [one] = server.received;
    expect(one!.recipients).toEqual(['eve@example.org']);
    const mail = await simpleParser(one!.raw);
    expect(mail.headers.has('bcc')).toBe(false);
    expect(mail.headers.has('x-evil')).toBe(false);
    expect(mail.subject).toBe('Your ticket for Fair Bcc: victim@example.org');
    const calendar = mail.attachments.find(({ filename }) => filename === 'event.ics')!.content.toString();
    expect(calendar).not.toContain('\r\nBcc');
  });

  test('E01 an address with a line break or a second address in it is refused with the registration', async () => {
    for (const email of [
      'a@example.org\r\nBcc: b@example.org',
      'a@example.org,b@example.org',
      '<a@example.org>',
      'a@b@c',
    ]) {
      const answer = await house.act('events.register', { eventId, ticketType: 'free', attendee: { ...ada, email } });
      expect([email, answer.status]).toEqual([email, 422]);
    }
  });

  test('E02 mark-up and templates in names are shown as they were typed', async () => {
    const name = '<script>alert(1)</script> {{7*7}} "&\'';
    await register({ ...ada, name });
    const mail = await simpleParser(server.received[0]!.raw);
    expect(mail.text).toContain(`Hello ${name},`);
    expect(mail.html).not.toContain('<script>');
    expect(mail.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; {{7*7}} &quot;&amp;&#39;');
  });

  test('names in every script arrive as they are', async () => {
    const name = 'Zoë 李 Ångström عمر 🎟';
    await register({ ...ada, name });
    const mail = await simpleParser(server.received[0]!.raw);
    // Isolated, because a right-to-left name stands in a sentence from left to right.
    expect(mail.text).toContain(`Hello \u2068${name}\u2069,`);
    expect(server.received[0]!.raw.toString('latin1').split('\r\n\r\n')[0]).toMatch(/^[\x20-\x7e\t\r\n]*$/);
  });
});

describe('E03 a mail server that refuses', () => {
  test('E03 451: tried again after its pause, and delivered once', async () => {
    server.answer = () => ({ code: 451, message: 'greylisted' });
    const id = await register();
    expect(await mailOf(id)).toMatchObject({ state: 'queued', attempts: 1, problem: expect.stringContaining('451') });
    expect((await mailOf(id))['nextAttemptAt']).toBe(isoTime(openingTime + mailPace.retryDelaysMs[0]!));
    server.answer = () => null;
    await house.runJob('events.send-mails-again');
    expect(server.received).toHaveLength(0);
    house.nowMs += mailPace.retryDelaysMs[0]!;
    await Promise.all([house.runJob('events.send-mails-again'), house.runJob('events.send-mails-again')]);
    await house.runJob('events.send-mails-again');
    expect(server.received).toHaveLength(1);
    expect(await mailOf(id)).toMatchObject({ state: 'sent', attempts: 2, problem: null });
  });

  test('E03 550: final at once, and shown', async () => {
    server.answer = () => ({ code: 550, message: 'no such mailbox' });
    const id = await register();
    house.nowMs += 86_400_000;
    await house.runJob('events.send-mails-again');
    expect(server.attempts).toHaveLength(1);
    expect(await mailOf(id)).toMatchObject({
      state: 'failed',
      attempts: 1,
      problem: expect.stringContaining('no such mailbox'),
    });
  });

  test('E03 one bad address delays no other mail', async () => {
    server.answer = (recipient) => (recipient === 'bad@example.org' ? { code: 451, message: 'later' } : null);
    const bad = await house.act('events.register', {
      eventId,
      ticketType: 'free',
      attendee: { ...ada, email: 'bad@example.org' },
    });
    const good = await house.act('events.register', {
      eventId,
      ticketType: 'free',
      attendee: { ...ada, email: 'good@example.org' },
    });
    await house.follow();
    expect(await mailOf(textAt(bad.body, 'id'))).toMatchObject({ state: 'queued' });
    expect(await mailOf(textAt(good.body, 'id'))).toMatchObject({ state: 'sent' });
  });

  test('E03 the mail fails after the last attempt', async () => {
    server.answer = () => ({ code: 451, message: 'later' });
    const id = await register({ ...ada, email: 'never@example.org' });
    for (const delayMs of mailPace.retryDelaysMs) {
      house.nowMs += delayMs;
      await house.runJob('events.send-mails-again');
    }
    expect(server.attempts.filter((recipient) => recipient === 'never@example.org')).toHaveLength(
      mailPace.retryDelaysMs.length + 1,
    );
    expect(await mailOf(id)).toMatchObject({ state: 'failed', attempts: mailPace.retryDelaysMs.length + 1 });
  });

  test('E03 a sender that ends during an attempt: the claim expires and the mail is sent again under the same id', async () => {
    const mailer: EventsPorts['mailer'] = { send: () => new Promise(() => undefined) };
    const stuck = await openEventsModule({ mailer });
    const event = textAt((await stuck.act('events.create', sampleEvent())).body, 'id');
    await stuck.act('events.register', { eventId: event, ticketType: 'free', attendee: ada });
    void stuck.follow();
    await expect.poll(async () => (await stuck.all('outgoing_mails'))[0]?.['attempts']).toBe(1);
    Object.assign(mailer, {
      send: async (letter: { messageId: string }) => ({ kind: 'sent', messageId: letter.messageId }),
    });
    await stuck.runJob('events.send-mails-again');
    expect((await stuck.all('outgoing_mails'))[0]).toMatchObject({ state: 'queued', attempts: 1 });
    stuck.nowMs += 5 * 60_000;
    await stuck.runJob('events.send-mails-again');
    expect((await stuck.all('outgoing_mails'))[0]).toMatchObject({ state: 'sent', attempts: 2 });
    await stuck.close();
  });

  test('E03 no mail server listens: the mail is tried later, and no fault reaches the follower', async () => {
    const closed = await openMailServer();
    await closed.close();
    const mailer = openMailer({
      smtpUrl: closed.url,
      outboxFolder: '/nowhere',
      publicUrl: 'http://127.0.0.1:4000',
      qrPng: ticketQrPng,
      clock,
    });
    const alone = await openEventsModule({ mailer });
    const event = textAt((await alone.act('events.create', sampleEvent())).body, 'id');
    await alone.act('events.register', { eventId: event, ticketType: 'free', attendee: ada });
    await alone.follow();
    expect((await alone.all('outgoing_mails'))[0]).toMatchObject({
      state: 'queued',
      attempts: 1,
      problem: expect.stringContaining('ECONNREFUSED'),
    });
    await alone.close();
  });
});

test('without a mail server each mail is a whole file in the outbox, for its owner alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-outbox-'));
  const outbox = join(folder, 'outbox');
  const mailer = createOutboxMailer({ folder: outbox, from: 'tickets@example.org', qrPng: ticketQrPng, clock });
  const own = await openEventsModule({ mailer });
  const event = textAt((await own.act('events.create', sampleEvent())).body, 'id');
  await own.act('events.register', { eventId: event, ticketType: 'free', attendee: ada });
  await own.follow();
  const [mail] = await own.all('outgoing_mails');
  expect(readdirSync(outbox)).toEqual([`${mail!.id}.eml`]);
  const parsed = await simpleParser(readFileSync(join(outbox, `${mail!.id}.eml`)));
  expect(parsed.attachments.map(({ filename }) => filename)).toEqual(['ticket-qr.png', 'event.ics']);
  await own.close();
  rmSync(folder, { recursive: true });
});

/** RFC 5322, section 3.3, without the obsolete forms. */
const mailDate =
  /^Date: (Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} [+-]\d{4}\r?$/m;

test.each(['smtp', 'outbox'])('every mail by %s is dated as RFC 5322 has it', async (way) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-dated-'));
  const setting = {
    smtpUrl: way === 'smtp' ? server.url : null,
    outboxFolder: folder,
    publicUrl: 'https://tickets.example.org',
    clock: () => openingTime,
  };
  const own = await openEventsModule({ mailer: openMailer({ ...setting, qrPng: ticketQrPng }) });
  const eventId = textAt((await own.act('events.create', sampleEvent())).body, 'id');
  const place = await own.act('events.register', { eventId, ticketType: 'free', attendee: ada });
  await own.follow();
  await own.act('events.cancel_registration', { eventId, registrationId: place.body['id'] });
  await own.follow();
  await openNotices(setting).send({
    messageId: '<notice@example.net>',
    recipient: { name: 'Ada', email: ada.email },
    subject: 'Your password',
    paragraphs: ['Somebody asked for a new one.'],
    link: { label: 'Choose it', url: 'https://tickets.example.org/x' },
  });
  const mails =
    way === 'smtp'
      ? server.received.map(({ raw }) => String(raw))
      : readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(mails).toHaveLength(3);
  for (const mail of mails) {
    expect(mail).toMatch(mailDate);
    expect((await simpleParser(mail)).date).toEqual(new Date(openingTime));
  }
  await own.close();
  rmSync(folder, { recursive: true });
});

test('SMTP_URL names the sender', async () => {
  const url = `${server.url}/?from=${encodeURIComponent('Fair Office <fair@example.net>')}`;
  const mailer = openMailer({
    smtpUrl: url,
    outboxFolder: '/nowhere',
    publicUrl: 'https://tickets.example.org',
    qrPng: ticketQrPng,
    clock,
  });
  const letter = {
    template: 'registration_cancelled' as const,
    language: 'en' as const,
    messageId: '<1@example.net>',
    recipient: { name: 'Ada', email: ada.email },
    event: {
      id: '1',
      name: 'Fair',
      startsAt: isoTime(openingTime),
      endsAt: isoTime(openingTime),
      timezone: 'UTC',
      venue: null,
    },
    ticketTypeName: 'Standard',
    registrationId: '1',
    pageUrl: 'https://tickets.example.org/t/x',
    ticket: null,
    refund: { amount: 2450, currency: 'USD' },
  };
  expect(await mailer.send(letter)).toEqual({ kind: 'sent', messageId: '<1@example.net>' });
  const mail = await simpleParser(server.received[0]!.raw);
  expect(mail.from?.value).toEqual([{ name: 'Fair Office', address: 'fair@example.net' }]);
  expect(mail.text).toContain('We will refund US$24.50 to');
  expect(mail.attachments).toEqual([]);
});
