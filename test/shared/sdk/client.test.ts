/** The SDK against the real server: what it asks for and gets, what it makes of refusals, and what it repeats. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { type Client, createClient } from '#shared/sdk/create-client.ts';
import { GatehouseError, settled } from '#shared/sdk/gatehouse-error.ts';
import { type FaultyProxy, openFaultyProxy } from '#test/fixtures/faulty-proxy.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;
let proxy: FaultyProxy;
let apiKey: string;
let client: Client;
/** Through the proxy, with short pauses between retries. */
let shaken: Client;

beforeAll(async () => {
  house = await openTestServer();
  ({ apiKey } = await house.tenant('customer', 'enterprise', 'all'));
  proxy = await openFaultyProxy(house.url);
  client = createClient({ baseUrl: house.url, apiKey });
  shaken = createClient({ baseUrl: proxy.url, apiKey, retry: { firstMs: 1 } });
}, 60_000);

afterAll(async () => {
  await proxy?.close();
  await house?.close();
});

test('records are made, found across relations, populated, changed and deleted', async () => {
  const ada = await client.authors.create({ name: 'Ada Lovelace' });
  const page = await client.pages.create({ title: 'Engines', author: ada.id });
  await client.pages.create({ title: 'Looms' });
  expect(page).toMatchObject({ title: 'Engines', slug: 'engines', status: 'draft', author: ada.id, version: 1 });

  const { data } = await client.pages.list({
    where: { 'author.name': { starts_with: 'ada' }, not: { title: { equals: 'Looms' } } },
    fields: ['title', 'author'],
    populate: ['author'],
    sort: ['-title'],
  });
  expect(data).toEqual([{ id: page.id, title: 'Engines', author: expect.objectContaining({ name: 'Ada Lovelace' }) }]);

  const changed = await client.pages.update(page.id, { summary: 'Of brass.' }, { ifVersion: 1 });
  expect(changed).toMatchObject({ summary: 'Of brass.', version: 2 });
  const late = await settled(client.pages.update(page.id, { summary: null }, { ifVersion: 1 }));
  expect(late.ok ? null : [late.error.code, late.error.status]).toEqual(['version_mismatch', 412]);

  await client.pages.delete(page.id, { ifVersion: 2 });
  await expect(client.pages.get(page.id)).rejects.toMatchObject({ code: 'not_found', status: 404 });
});

test('all records come over all pages, each once, and can be counted', async () => {
  const titles = Array.from({ length: 7 }, (_, n) => `Tag ${n}`);
  const { created } = await client.content_tags.bulk({ create: titles.map((title) => ({ title })) });
  expect(created).toHaveLength(7);
  const found: string[] = [];
  const sizes: number[] = [];
  for await (const { title } of client.content_tags.all({ limit: 3, sort: 'title' })) found.push(title);
  for await (const { data } of client.content_tags.pages({ limit: 3 })) sizes.push(data.length);
  expect(found).toEqual(titles);
  expect(sizes).toEqual([3, 3, 1]);
  expect(await client.content_tags.total({ where: { title: { in: ['Tag 1', 'Tag 2', 'Tag 9'] } } })).toBe(2);
  expect(await client.content_tags.first({ sort: '-title', fields: ['title'] })).toMatchObject({ title: 'Tag 6' });
  expect(await client.content_tags.first({ where: { title: { equals: 'none' } } })).toBeNull();
});

test('actions answer their record or their own object', async () => {
  const page = await client.pages.create({ title: 'To be seen' });
  expect(await client.content.publish_page({ pageId: page.id })).toMatchObject({ id: page.id, status: 'published' });
  const made = await client.events.create({
    name: 'Fair',
    type: 'tradeshow',
    startsAt: '2030-05-01T09:00:00.000Z',
    endsAt: '2030-05-01T18:00:00.000Z',
    tickets: [{ id: 'day', name: 'Day', price: 0, currency: 'EUR', quantity: 10 }],
  });
  expect(await client.events.get({ eventId: made.id })).toMatchObject({ name: 'Fair' });
  const { events } = await client.events.list({ status: 'upcoming' });
  expect(events.map((one) => one.id)).toEqual([made.id]);
  const refused = await settled(client.events.checkin({ eventId: made.id, qrCode: 'rubbish', gateId: 'main' }));
  expect(refused.ok ? null : refused.error.code).toBe('code_malformed');
});

test('a file is answered as it is; a refusal of one has its code, and a lost answer is asked for again', async () => {
  const { events } = await client.events.list({ status: 'upcoming' });
  const path = `/events/${must(events[0], 'the event of the test before').id}/export?dataset=registrations&format=`;
  proxy.fail(/^GET .*export/, { kind: 'cut-answer' });
  const file = await shaken.$download(`${path}csv`);
  if (!(file instanceof Blob)) throw new Error('a file is a Blob');
  expect(await file.text()).toMatch(/^\uFEFF?[^{]*email/i);
  expect(proxy.seen.filter((line) => line.includes('/export'))).toHaveLength(2);
  expect((await client.$download(`${path}xlsx`)).type).toContain('spreadsheetml');
  await expect(client.$download(`${path}pdf`)).rejects.toMatchObject({ code: 'format_unsupported' });
});

test('a refusal is an error with its codes, one for each field, and the request’s id', async () => {
  const made = await settled(client.pages.create({ title: '', summary: 'x'.repeat(501) }));
  const error = must(made.ok ? null : made.error, 'a refusal');
  expect(error).toBeInstanceOf(GatehouseError);
  expect(error.errors.map((one) => [one.path, one.code])).toEqual(expect.arrayContaining([['summary', 'too_long']]));
  expect(error.requestId).toEqual(expect.any(String));
  const stranger = createClient({ baseUrl: house.url, apiKey: 'gate_sk_live_nobody' });
  await expect(stranger.pages.list()).rejects.toMatchObject({ code: 'unauthenticated', status: 401 });
  const unreachable = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey, retry: { retriesMax: 0 } });
  await expect(unreachable.pages.list()).rejects.toMatchObject({ code: 'connection_failed', status: 0 });
});

test('a create is repeated until it is answered, and done once', async () => {
  proxy.fail(
    /^POST .*companies/,
    { kind: 'refuse', status: 503, retryAfter: '0' },
    { kind: 'cut' },
    { kind: 'refuse', status: 429, retryAfter: '0' },
    { kind: 'cut-answer' },
  );
  const made = await shaken.companies.create({ name: 'Once' });
  const { data } = await client.companies.list({ where: { name: { equals: 'Once' } } });
  expect(data.map((one) => one.id)).toEqual([made.id]);
  expect(proxy.seen.filter((line) => line === 'POST /api/v1/companies')).toHaveLength(5);
});

test('a deletion whose answer was lost is done; a conditional change whose answer was lost is not repeated', async () => {
  const { id } = await client.companies.create({ name: 'To change' });
  proxy.fail(/^PATCH /, { kind: 'cut-answer' });
  const changed = await settled(shaken.companies.update(id, { name: 'Changed' }, { ifVersion: 1 }));
  expect(changed.ok ? null : changed.error.code).toBe('connection_failed');
  expect(await client.companies.get(id)).toMatchObject({ name: 'Changed', version: 2 });
  proxy.fail(/^PATCH /, { kind: 'cut-answer' });
  expect(await shaken.companies.update(id, { name: 'Again' })).toMatchObject({ name: 'Again' });
  proxy.fail(/^DELETE /, { kind: 'cut-answer' });
  await shaken.companies.delete(id);
  await expect(shaken.companies.delete(id)).rejects.toMatchObject({ code: 'not_found' });
});

test('a server that asks to wait longer than allowed, and one that always fails, end in their own error', async () => {
  proxy.fail(/^GET /, { kind: 'refuse', status: 429, retryAfter: '3600' });
  await expect(shaken.pages.list()).rejects.toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
  proxy.fail(/^GET /, ...Array.from({ length: 5 }, () => ({ kind: 'refuse', status: 503 }) as const));
  await expect(shaken.pages.list()).rejects.toMatchObject({ status: 503, code: 'unreadable_answer' });
});

test('a signal ends a call, also while it waits to be repeated', async () => {
  const gone = new AbortController();
  gone.abort();
  await expect(client.pages.list({ signal: gone.signal })).rejects.toMatchObject({ code: 'aborted' });
  const waits = new AbortController();
  proxy.fail(/^GET .*quotes/, { kind: 'refuse', status: 503, retryAfter: '50' });
  const call = shaken.quotes.list({ signal: waits.signal });
  const ended = expect(call).rejects.toMatchObject({ code: 'aborted' });
  await expect.poll(() => proxy.seen.some((line) => line.includes('quotes')), { timeout: 30_000 }).toBe(true);
  waits.abort();
  await ended;
});
