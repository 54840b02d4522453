/** Any collection offline: the example app in real Chromium over a collection defined at run time, and its rules over HTTP. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { createClient } from '#shared/sdk/create-client.ts';
import { buildPage, type PageFiles } from '#test/fixtures/build-page.ts';
import type { ErrandsPage } from '#test/fixtures/offline-errands/page.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { addMember, loggedIn } from '#test/fixtures/people.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

declare global {
  interface Window {
    errands: ErrandsPage;
  }
}

const limitMs = 60_000;
let house: TestServer;
let browser: Browser;
let files: PageFiles;
let tenant: string;
let apiKey: string;

beforeAll(async () => {
  [house, browser, files] = await Promise.all([
    openTestServer(),
    openBrowser(),
    buildPage('test/fixtures/offline-errands/page.ts'),
  ]);
  const made = await house.tenant('errands');
  ({ apiKey } = made);
  tenant = made.tenant.id;
  const fields = [
    { name: 'title', type: 'text', required: true, maxLength: 40 },
    { name: 'done', type: 'boolean', required: true, default: false },
    { name: 'note', type: 'text' },
    { name: 'extra', type: 'json' },
    { name: 'wage', type: 'money', readRoles: ['owner'] },
    { name: 'owner', type: 'text', index: true },
  ];
  const shared = { name: 'errands', labels: { one: 'Errand', many: 'Errands' }, fields: fields.slice(0, 4) };
  const own = {
    name: 'own_errands',
    labels: { one: 'Own errand', many: 'Own errands' },
    fields,
    access: { own: { field: 'owner' } },
  };
  for (const definition of [shared, own]) {
    const json = { ...definition, replicated: { push: 'merge' } };
    expect((await house.send('POST', '/api/v1/collections', { key: apiKey, json })).status).toBe(201);
  }
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await house?.close();
});

/**
 * A window of a browser profile of its own, with its own storage and network. The page comes from the server
 * itself: from one that a test answers for, Chromium opens no WebSocket to this machine.
 */
async function openApp(name: string): Promise<Page> {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.goto(`${house.url}/healthz`);
  const { body } = must(files.get('/page.js'), 'the page’s script');
  await page.addScriptTag({ content: String(body), type: 'module' });
  await page.waitForFunction(() => 'errands' in window, null, { timeout: limitMs });
  await page.evaluate(([at, key, db]) => window.errands.open(db!, at!, key!), [house.url, apiKey, name]);
  return page;
}

const titlesOf = (page: Page) => page.evaluate(async () => (await window.errands.all()).map((one) => one.title));
const allOf = (page: Page) => page.evaluate(() => window.errands.all());

test('two apps edit the same records offline and converge; refused rows are reported', async () => {
  const client = createClient({ baseUrl: house.url, apiKey });
  const server = client.$collection('errands' as never) as unknown as typeof client.pages;
  const [one, two] = [await openApp('one'), await openApp('two')];
  const bread = await one.evaluate(() => window.errands.add('bread'));
  const milk = await one.evaluate(() => window.errands.add('milk'));
  await expect.poll(() => titlesOf(two), { timeout: limitMs }).toEqual(['bread', 'milk']);

  await one.context().setOffline(true);
  await two.context().setOffline(true);
  await one.evaluate((id) => window.errands.change(id, { done: true }), bread);
  await two.evaluate((id) => window.errands.change(id, { note: 'of rye' }), bread);
  await one.evaluate((id) => window.errands.remove(id), milk);
  const salt = await two.evaluate(() => window.errands.add('salt'));
  await one.evaluate(() => window.errands.add('sugar'));
  expect([await titlesOf(one), await titlesOf(two)]).toEqual([
    ['bread', 'sugar'],
    ['bread', 'milk', 'salt'],
  ]);

  await one.context().setOffline(false);
  await expect
    .poll(async () => (await server.list({ sort: 'title' })).data.map(({ title }) => title), { timeout: limitMs })
    .toEqual(['bread', 'sugar']);
  await two.context().setOffline(false);
  const same = [
    { id: bread, title: 'bread', done: true, note: 'of rye' },
    { id: salt, title: 'salt', done: false, note: null },
    { id: expect.any(String), title: 'sugar', done: false, note: null },
  ];
  for (const page of [one, two])
    await expect
      .poll(async () => (await allOf(page)).map(({ id, title, done, note }) => ({ id, title, done, note })), {
        timeout: limitMs,
      })
      .toEqual(same);
  expect((await server.list({ sort: 'title' })).data).toMatchObject(same);

  await one.evaluate(() => window.errands.add('x'.repeat(41)));
  await expect.poll(() => one.evaluate(() => window.errands.refused()), { timeout: limitMs }).toEqual(['too_long']);
}, 240_000);

async function push(
  collection: string,
  key: string,
  newDocumentState: object,
  assumedMasterState: object | null = null,
) {
  const json = { rows: [{ newDocumentState, assumedMasterState }] };
  const { body } = await house.send('POST', `/api/v1/replication/${collection}/push`, { key, json });
  const [item] = body['items'] as readonly {
    readonly outcome: string;
    readonly code: string;
    readonly record: unknown;
  }[];
  return must(item, 'an item');
}

test('SY19 a row changes only what differs, deletes, and is a conflict where the record is gone', async () => {
  const id = '01970000-0000-7000-8000-00000000e001';
  const first = { id, title: 'tea', done: false, note: null, extra: { a: 1, b: 2 } };
  expect(await push('errands', apiKey, first)).toMatchObject({ outcome: 'accepted' });
  expect(await push('errands', apiKey, first)).toMatchObject({ outcome: 'duplicate' });
  const second = { ...first, extra: { a: 1 } };
  expect(await push('errands', apiKey, second, first)).toMatchObject({ outcome: 'accepted' });
  const { body } = await house.send('GET', `/api/v1/errands/${id}`, { key: apiKey });
  expect(body['data']).toMatchObject({ extra: { a: 1 }, version: 2 });
  expect((body['data'] as { readonly extra: object }).extra).toEqual({ a: 1 });
  expect(await push('errands', apiKey, { ...first, note: 'green' }, first)).toMatchObject({
    code: 'conflict',
    record: second,
  });
  expect(await push('errands', apiKey, { ...second, _deleted: true }, second)).toMatchObject({ outcome: 'accepted' });
  expect(await push('errands', apiKey, { ...second, _deleted: true }, second)).toMatchObject({ outcome: 'duplicate' });
  expect(await push('errands', apiKey, { ...second, note: 'late' }, second)).toMatchObject({
    code: 'conflict',
    record: null,
  });
});

test('a person’s replica holds what the person may see: own records, no fields of other roles, no conflicts of others', async () => {
  await addMember(house, tenant, 'ada@example.org', 'editor');
  await addMember(house, tenant, 'bob@example.org', 'editor');
  const [ada, bob] = [await loggedIn(house, 'ada@example.org'), await loggedIn(house, 'bob@example.org')];
  const id = '01970000-0000-7000-8000-00000000e002';
  const mine = { id, title: 'my errand' };
  expect(await push('own_errands', ada.accessToken, mine)).toMatchObject({ outcome: 'accepted' });
  const stolen = await push('own_errands', bob.accessToken, { ...mine, title: 'his' }, { id, title: 'guess' });
  expect(stolen).toMatchObject({ outcome: 'refused', code: 'conflict', record: null });
  const pulled = async (key: string) => {
    const { body } = await house.send('GET', '/api/v1/replication/own_errands/pull', { key });
    return (body['documents'] as readonly { readonly record: object }[]).map(({ record }) => record);
  };
  expect(await pulled(bob.accessToken)).toEqual([]);
  const [held] = await pulled(ada.accessToken);
  expect(held).toMatchObject(mine);
  expect(held).not.toHaveProperty('wage', expect.anything());
  const { body } = await house.send('GET', '/api/v1/replication/snapshot', { key: bob.accessToken });
  expect(body).toMatchObject({ rows: expect.any(Number) });
  const chunks = Array.from(
    { length: Number(body['chunks']) },
    (_, n) => `/api/v1/replication/snapshot/${String(body['snapshot'])}/${n}`,
  );
  for (const path of chunks)
    expect((await house.send('GET', path, { key: bob.accessToken })).text).not.toContain('own_errands');
  const limited = await house.send('POST', '/api/v1/api-keys', {
    key: apiKey,
    json: { name: 'other', scopes: ['events:read'] },
  });
  const { apiKey: other } = limited.body['data'] as { readonly apiKey: string };
  expect((await house.send('GET', '/api/v1/replication/own_errands/pull', { key: other })).status).toBe(404);
});
