/** A second host for ticket pages and files: every mounted route × both hosts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressPath } from '#server/modules/media/files/addresses.ts';
import { createDemo, type Demo } from '#server/operations/demo/create-demo.ts';
import { must } from '#shared/base/assert.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const pages = 'pages.example';
let house: TestServer;
let demo: Demo;

beforeAll(async () => {
  house = await openTestServer({ PUBLIC_PAGES_URL: `https://${pages}` });
  demo = await createDemo(house.admin, { attendees: 3 });
});
afterAll(() => house?.close());

/** As a browser sends it that was given this host. */
async function ask(host: string, path: string, method = 'GET', more: readonly string[] = []) {
  const head = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...more];
  const text = await house.raw(`${head.join('\r\n')}\r\n\r\n`);
  const [, status = '0'] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? [];
  return { status: Number(status), location: /^location: (.*)$/im.exec(text)?.[1]?.trim() ?? null, text };
}
const api = () => new URL(house.url).host;
const concrete = (path: string) => path.replaceAll(/:\w+/g, 'x');

test('a ticket page is linked to, and served, at the second host alone', async () => {
  const url = new URL(must(demo.ticketPages[0], 'a ticket page').url);
  expect(url.origin).toBe(`https://${pages}`);
  for (const path of [url.pathname, `${url.pathname}/codes`, '/t/sw.js']) {
    expect([path, (await ask(pages, path)).status]).toEqual([path, 200]);
    expect([path, (await ask(pages.toUpperCase(), path)).status]).toEqual([path, 200]);
    const here = await ask(api(), `${path}?lang=de`);
    expect([path, here.status, here.location]).toEqual([path, 308, `https://${pages}${path}?lang=de`]);
  }
  expect((await ask(api(), `/sandbox${url.pathname}`)).location).toBe(`https://${pages}/sandbox${url.pathname}`);
});

test('a file is served at the second host alone', async () => {
  const key = must(demo.apiKey, 'a key');
  const form = new FormData();
  form.append('file', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt');
  form.append('visibility', 'public');
  const sent = await fetch(`${house.url}/api/v1/media/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  const made = (await sent.json()) as { data: Body };
  expect([sent.status, JSON.stringify(made)]).toEqual([201, expect.any(String)]);
  const read = async () =>
    (await house.send('GET', `/api/v1/files/${String(made.data['id'])}`, { key })).body['data'] as Body;
  await expect.poll(async () => (await read())['url'], { timeout: 30_000 }).not.toBeNull();
  const path = String((await read())['url']);
  const there = await ask(pages, path);
  expect([there.status, there.text]).toEqual([200, expect.stringContaining('hello')]);
  const here = await ask(api(), path);
  expect([here.status, here.location, here.text.includes('hello\r\n')]).toEqual([
    308,
    `https://${pages}${path}`,
    false,
  ]);
});

test('every route is at one of the two hosts, and only there', async () => {
  const content = new Set([
    addressPath,
    ...house.admin.modules.all.flatMap((m) => (m.pages ?? []).map(({ path }) => path)),
  ]);
  const health = ['/healthz', '/readyz'];
  for (const { path, methods } of house.server.routes)
    for (const method of methods) {
      const asked = concrete(path);
      const there = await ask(pages, asked, method, ['Content-Length: 0']);
      if (content.has(path)) {
        expect([path, (await ask(api(), asked, method)).status]).toEqual([path, 308]);
        continue;
      }
      if (health.includes(path)) expect([path, there.status]).toEqual([path, 200]);
      else
        expect([path, method, there.status, there.text.includes('only ticket pages')]).toEqual([
          path,
          method,
          404,
          method !== 'HEAD',
        ]);
    }
  for (const path of ['/console/', '/kiosk/', '/api/docs', '/socket.io/?EIO=4&transport=polling'])
    expect([path, (await ask(pages, path)).status >= 400]).toEqual([path, true]);
});

test('the second host takes no socket, also from its own pages', async () => {
  const upgrade = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='];
  const lines = [...upgrade, `Origin: https://${pages}`, 'Connection: Upgrade'];
  for (const path of ['/graphql', '/live', '/collab/ws/pages/x/body', '/socket.io/?EIO=4&transport=websocket']) {
    const { status } = await ask(pages, path, 'GET', lines);
    expect([path, status >= 400 && status < 500]).toEqual([path, true]);
  }
});
