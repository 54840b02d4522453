/** The whole server on PostgreSQL: from the order to the check-in over HTTP, and no data in a file. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError } from '#server/core/config-error.ts';
import { createDemo } from '#server/operations/demo/create-demo.ts';
import { assemble } from '#server/start/assemble.ts';
import { readConfig } from '#server/start/config.ts';
import { must } from '#shared/base/assert.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;
let key: string;
let eventId: string;

beforeAll(async () => {
  const url = await (await postgres()).database('server');
  house = await openTestServer({ DATABASE_URL: url });
  const demo = await createDemo(house.admin, { attendees: 3, slug: 'fair' });
  key = must(demo.apiKey, 'a new tenant has a key');
  eventId = demo.eventId;
});
afterAll(() => house?.close());

const post = async (path: string, json: Body, headers = {}): Promise<Body> => {
  const { status, body, text } = await house.send('POST', path, { key, json, headers });
  expect([path, status, text]).toEqual([path, expect.toBeOneOf([200, 201]), expect.any(String)]);
  return body;
};

test('register, pay, check in once; the second time it is used already', async () => {
  const attendee = { name: 'Ngozi Østergård', email: 'ngozi@example.org', company: "Night's End", role: 'Guest' };
  const place = await post(
    '/events/registrations',
    { eventId, ticketType: 'paid', attendee },
    { 'idempotency-key': '1' },
  );
  expect(place).toMatchObject({ status: 'pending', paymentStatus: 'pending' });
  const again = await post(
    '/events/registrations',
    { eventId, ticketType: 'paid', attendee },
    { 'idempotency-key': '1' },
  );
  expect(again['id']).toBe(place['id']);

  await post('/events/payments/test', { registrationId: place['id'] });
  const { body } = await house.send('GET', `/events/${eventId}/registrations/${place['id']}`, { key });
  expect(body).toMatchObject({ status: 'confirmed', paymentStatus: 'paid', attendee: { name: 'Ngozi Østergård' } });
  const { qrCode } = body['ticket'] as { qrCode: string };

  const scan = { eventId, qrCode, gateId: 'main-entrance' };
  const first = await house.send('POST', '/events/checkin', { key, json: scan });
  const second = await house.send('POST', '/events/checkin', { key, json: scan });
  expect(first).toMatchObject({ status: 200, body: { success: true } });
  expect(second.status).not.toBe(200);
  expect([first.text, second.text]).toEqual([expect.stringContaining('Ngozi'), expect.stringContaining('already')]);
});

test('filters, search, sort and pages are answered by SQL and by what SQL cannot do', async () => {
  const find = async (query: string) => {
    const { status, body } = await house.send('GET', `/api/v1/registrations?${query}`, { key });
    expect([query, status]).toEqual([query, 200]);
    return (body['data'] as Body[]).map((r) => r['name']);
  };
  expect(await find('where[name][contains]=ØSTERGÅRD')).toEqual(['Ngozi Østergård']);
  expect(await find('where[name][regex]=^Ngozi')).toEqual(['Ngozi Østergård']);
  expect(await find('search=ngozi')).toEqual(['Ngozi Østergård']);
  expect(await find('where[event.name][exists]=true&limit=2&sort=-createdAt')).toHaveLength(2);
});

test('the data is in the database, not in files; the followers have done their work', async () => {
  expect(existsSync(join(house.dataDir, 'tenants'))).toBe(false);
  const { directory } = house.admin;
  const tenant = must(await directory.bySlug('fair'), 'the tenant');
  const store = await directory.open(tenant);
  await expect.poll(async () => await store.count('outgoing_mails'), { timeout: 60_000 }).toBeGreaterThan(0);
});

test('an address that leads to no database is said in one line, without its password', async () => {
  const { port } = await postgres();
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  const env = { DATA_DIR: dataDir, DATABASE_URL: `postgres://postgres:hunter2@127.0.0.1:${port}/nowhere` };
  await expect(assemble(readConfig(env))).rejects.toThrow(
    new ConfigError('DATABASE_URL: the database cannot be used: database "nowhere" does not exist.'),
  );
  rmSync(dataDir, { recursive: true });
});
