/** Leads copied to the CRM module: once each, brought up to date by a second time, and without what a visitor takes back. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isoTime } from '#shared/base/time.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { textAt } from './events-module.ts';

const hours = (n: number) => isoTime(Math.ceil(Date.now() / 86_400_000 + 7) * 86_400_000 + n * 3_600_000);
const patience = { timeout: 60_000, interval: 20 };

interface Fair {
  readonly key: string;
  readonly eventId: string;
  readonly exhibitorId: string;
}

let house: TestServer;
let fair: Fair;
let visitors: readonly string[];

const send = ({ eventId, key }: Fair, method: string, to: string, json?: object) =>
  house.send(method, `/events/${eventId}${to}`, { key, ...(json && { json }) });
const copy = (of = fair) => send(of, 'POST', `/exhibitors/${of.exhibitorId}/copy-to-crm`, {});
const rowsOf = async (collection: string) =>
  (await house.send('GET', `/api/v1/${collection}?sort=name`, { key: fair.key })).body['data'] as readonly Body[];

async function openFair(key: string): Promise<Fair> {
  const about = { name: 'Fair', type: 'tradeshow', startsAt: hours(8), endsAt: hours(18), timezone: 'Europe/Oslo' };
  const tickets = [{ id: 'free', name: 'Visitor', price: 0, currency: 'EUR' }];
  const eventId = textAt((await house.send('POST', '/events', { key, json: { ...about, tickets } })).body, 'id');
  const opened = { key, eventId, exhibitorId: '' };
  return {
    ...opened,
    exhibitorId: textAt((await send(opened, 'POST', '/exhibitors', { name: 'Nordlicht' })).body, 'id'),
  };
}

async function visitor(name: string): Promise<string> {
  const attendee = { name, email: `${name.toLowerCase()}@visitors.example`, company: `${name} & Co`, role: 'Buyer' };
  const id = textAt((await send(fair, 'POST', '/registrations', { ticketType: 'free', attendee })).body, 'id');
  const status = async () => (await send(fair, 'GET', `/registrations/${id}`)).body['status'];
  await vi.waitFor(async () => expect(await status()).toBe('confirmed'), patience);
  return id;
}

const capture = (registrationId: string | undefined, more: object = {}) =>
  send(fair, 'POST', '/leads', { exhibitorId: fair.exhibitorId, registrationId, ...more });

beforeAll(async () => {
  house = await openTestServer();
  fair = await openFair((await house.tenant('messe', 'enterprise', 'all')).apiKey);
  visitors = [await visitor('Ada'), await visitor('Bo'), await visitor('Cy')];
}, 120_000);
afterAll(() => house?.close());

test('where the CRM is not active, or the key may not write there, nothing is copied', async () => {
  const alone = await openFair((await house.tenant('alone')).apiKey);
  expect(await copy(alone)).toMatchObject({ status: 409, codes: ['crm_inactive'] });
  const asked = { name: 'events alone', scopes: ['events:read', 'events:write'] };
  const made = await house.send('POST', '/api/v1/api-keys', { key: fair.key, json: asked });
  const { apiKey } = made.body['data'] as { apiKey: string };
  expect(await copy({ ...fair, key: apiKey })).toMatchObject({ status: 403, codes: ['crm_scope'] });
});

test('each lead is one sales lead with its quality; only visitors who share contact details become contacts', async () => {
  const known = { name: 'Cy Before', email: 'cy@visitors.example', source: 'referral' };
  await house.send('POST', '/api/v1/contacts', { key: fair.key, json: known });
  await capture(visitors[0], { dwellSeconds: 600, demoScheduled: true, consent: true, notes: 'Wants a price' });
  await capture(visitors[1]);
  await capture(visitors[2], { consent: true });
  expect((await copy()).body).toMatchObject({ created: 3, updated: 0, skipped: 0, next: null });
  expect((await copy()).body).toMatchObject({ created: 0, updated: 3, skipped: 0 });
  const copies = await rowsOf('sales_leads');
  expect(copies).toMatchObject([
    {
      ...{ name: 'Ada', email: 'ada@visitors.example', companyName: 'Ada & Co', jobTitle: 'Buyer', status: 'new' },
      ...{ source: 'event', scorePercent: 55, note: 'Wants a price', contact: expect.any(String) },
    },
    { name: 'Bo', email: null, phone: null, contact: null, scorePercent: 0 },
    { name: 'Cy', email: 'cy@visitors.example', contact: expect.any(String) },
  ]);
  expect((await rowsOf('contacts')).map(({ email, name, source }) => [name, email, source])).toEqual([
    ['Ada', 'ada@visitors.example', 'event'],
    ['Cy Before', 'cy@visitors.example', 'referral'],
  ]);
});

test('a second time brings a copy up to date, but for the note of the sales team', async () => {
  const [ada] = await rowsOf('sales_leads');
  const json = { note: 'Called in March' };
  await house.send('PATCH', `/api/v1/sales_leads/${String(ada?.['id'])}`, { key: fair.key, json });
  await capture(visitors[0], { questionsAsked: 4, notes: 'Second visit' });
  await copy();
  expect((await rowsOf('sales_leads'))[0]).toMatchObject({
    id: ada?.['id'],
    scorePercent: 75,
    note: 'Called in March',
  });
});

test('what a visitor takes back goes from the copy and from the contact it made; a contact known before stays', async () => {
  for (const id of [visitors[0], visitors[2]])
    await send(fair, 'PUT', `/registrations/${id}/contact-sharing`, { sharing: 'declined' });
  await vi.waitFor(async () => {
    expect((await rowsOf('sales_leads')).map(({ email, name }) => [name, email])).toEqual([
      ['Ada', null],
      ['Bo', null],
      ['Cy', null],
    ]);
    expect((await rowsOf('contacts')).map(({ email, name }) => [name, email])).toEqual([
      ['Ada', null],
      ['Cy Before', 'cy@visitors.example'],
    ]);
  }, patience);
  await copy();
  expect((await rowsOf('sales_leads')).map(({ email }) => email)).toEqual([null, null, null]);
});
