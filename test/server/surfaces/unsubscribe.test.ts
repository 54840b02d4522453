/** The way out of messages, over HTTP and SMTP: the headers of RFC 8058, a page that only asks, one click that does it. */
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scrub } from '#server/http/scrub.ts';
import { must } from '#shared/base/assert.ts';
import { languages, languageTraits } from '#shared/base/languages.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { sampleEvent } from '../modules/events/events-module.ts';
import { type MailServer, openMailServer } from '../outbound/mail/mail-server.ts';

let mails: MailServer;
let house: TestServer;
let key: string;
let eventId: string;

beforeAll(async () => {
  mails = await openMailServer();
  house = await openTestServer({ SMTP_URL: mails.url });
  key = (await house.tenant('hafen')).apiKey;
  const when = { startsAt: '2099-05-11T07:00:00Z', endsAt: '2099-05-11T17:00:00Z' };
  eventId = String((await house.send('POST', '/events', { key, json: sampleEvent(when) })).body['id']);
  const attendee = { name: 'Ada', email: 'ada@example.org' };
  const place = { key, json: { ticketType: 'free', attendee } };
  expect((await house.send('POST', `/events/${eventId}/registrations`, place)).status).toBe(201);
});
afterAll(async () => {
  await house?.close();
  await mails?.close();
});

async function message(): Promise<string> {
  const json = { subject: 'News', body: 'Dear {name}' };
  const sent = await house.send('POST', `/events/${eventId}/messages`, { key, json });
  expect([sent.status, sent.text]).toEqual([202, expect.stringContaining('"recipients":1')]);
  return String(sent.body['batchId']);
}

const stateOf = async (id: string) => {
  const { body } = await house.send('GET', `/api/v1/message_batches/${id}`, { key });
  const data = body['data'] as { readonly state: string; readonly suppressed: number };
  return `${data.state} ${data.suppressed}`;
};

const newest = async () => simpleParser(must(mails.received.at(-1), 'a mail').raw);

test('a message names the way out, a ticket does not; opening it changes nothing; one click from anywhere does', async () => {
  await expect.poll(() => mails.received.length, { timeout: 30_000 }).toBe(1);
  expect((await newest()).headers.has('list')).toBe(false);
  const first = await message();
  await expect.poll(() => mails.received.length, { timeout: 30_000 }).toBe(2);
  // Long headers go on after a break and a space (RFC 5322, 2.2.3).
  const raw = must(mails.received.at(-1), 'a mail')
    .raw.toString()
    .replace(/\r\n[ \t]+/g, ' ');
  const url = new URL(must(/^List-Unsubscribe: <(https?:[^>]+)>\r$/m.exec(raw)?.[1], 'the header'));
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  await expect.poll(() => stateOf(first), { timeout: 30_000 }).toBe('sent 0');

  for (const language of languages) {
    const page = await house.send('GET', `${url.pathname}?lang=${language}`);
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining("form-action 'self'"),
    ]);
    expect(page.text).toContain(`<html lang="${language}" dir="${languageTraits[language].direction}">`);
    expect(page.text).toContain('<form method="post">');
  }
  const listed = () => house.send('GET', '/api/v1/mail_suppressions', { key });
  expect((await listed()).text).toContain('"data":[]');

  // As a mail provider sends it: no origin, no cookie, a form of several parts.
  const boundary = 'xx';
  const click = await house.send('POST', url.pathname, {
    raw: `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  expect([click.status, click.text]).toEqual([200, expect.stringContaining('will receive no more messages')]);
  expect((await listed()).text).toContain('"reason":"unsubscribed"');
  expect((await house.send('GET', url.pathname)).text).not.toContain('<form');

  const second = await message();
  await expect.poll(() => stateOf(second), { timeout: 30_000 }).toBe('sent 1');
  expect(mails.received).toHaveLength(2);
  const resent = await house.send('POST', `/events/${eventId}/registrations/${await registrationId()}/resend`, { key });
  expect(resent.status).toBe(202);
  await expect.poll(() => mails.received.length, { timeout: 30_000 }).toBe(3);
});

async function registrationId(): Promise<string> {
  const { body } = await house.send('GET', '/api/v1/registrations?limit=1', { key });
  return String(must((body['data'] as readonly { readonly id: string }[])[0], 'a registration').id);
}

test('an address that is none of ours is a page that does not exist, for both', async () => {
  for (const method of ['GET', 'POST'])
    for (const path of ['/u/x', `/u/${'A'.repeat(46)}`]) {
      const answer = await house.send(method, path);
      expect([path, answer.status, answer.codes]).toEqual([path, 404, ['not_found']]);
    }
});

test('no log holds the secret of a page', () => {
  for (const page of ['t', 'o', 'u', 'w']) expect(scrub(`GET /${page}/abc-DEF?x`)).toBe(`GET /${page}/<secret>?x`);
});
