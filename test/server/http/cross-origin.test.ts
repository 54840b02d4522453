/**
 * Web apps of other origins: preflights without a credential, calls with one, from origins that the tenant allows and
 * from others; by headers over every route, and in a real browser.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { openBrowser } from '../../fixtures/open-browser.ts';
import { type Answer, openTestServer, type TestServer } from '../../fixtures/test-server.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const app = 'https://app.example.org';
const stranger = 'https://other.example.org';
let house: TestServer;
let acme: CreatedTenant;
let other: CreatedTenant;

const set = (origins: readonly unknown[], key = acme.apiKey) =>
  house.send('PATCH', '/api/v1/allowed-origins', { key, json: { origins } });
const from = (origin: string, more: Readonly<Record<string, string>> = {}) => ({ headers: { origin, ...more } });
const allowed = ({ headers }: Answer) => headers.get('access-control-allow-origin');

beforeAll(async () => {
  house = await openTestServer();
  acme = await house.tenant('acme');
  other = await house.tenant('other');
  expect((await set([app])).status).toBe(200);
});
afterAll(() => house.close());

describe('the setting', () => {
  test('is shown, kept for this tenant alone, and audited', async () => {
    expect((await house.send('GET', '/api/v1/allowed-origins', { key: acme.apiKey })).body['data']).toEqual({
      origins: [app],
    });
    expect((await house.send('GET', '/api/v1/allowed-origins', { key: other.apiKey })).body['data']).toEqual({
      origins: [],
    });
    const audit = await house.send('GET', '/api/v1/audit_entries?where[action][equals]=origins.set', {
      key: acme.apiKey,
    });
    expect(audit.text).toContain(app);
  });

  test.each([
    '*',
    'null',
    'app.example.org',
    `${app}/`,
    `${app}/path`,
    'https://APP.example.org',
    'https://*.example.org',
    'https://u:p@app.example.org',
    'https://app.example.org:443',
    'file:///x',
    7,
  ])('%s is no origin', async (origin) => {
    const answer = await set([origin]);
    expect([answer.status, answer.text.includes('origins[0]')]).toEqual([422, true]);
  });

  test('is for administrators', async () => {
    const made = await house.send('POST', '/api/v1/api-keys', {
      key: acme.apiKey,
      json: { name: 'reads', scopes: ['notes:read'] },
    });
    const { apiKey } = made.body['data'] as { apiKey: string };
    expect((await set([stranger], apiKey)).codes).toEqual(['insufficient_scope']);
  });
});

test('a preflight of any origin gets the same answer on every route of the interface, and none on other routes', async () => {
  const open = /^\/(api|events|graphql)([/]|$)/;
  const paths = new Set(house.server.routes.map(({ path }) => path.replaceAll(/[:*][A-Za-z]+/g, 'x')));
  expect([...paths].filter((path) => open.test(path)).length).toBeGreaterThan(50);
  for (const path of [...paths, '/sandbox/api/v1/notes', '/sandbox/events'])
    for (const origin of [app, stranger]) {
      const asked = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization' };
      const answer = await house.send('OPTIONS', path, from(origin, asked));
      if (!open.test(path.replace('/sandbox', ''))) {
        expect([path, allowed(answer)]).toEqual([path, null]);
        continue;
      }
      expect([path, answer.status, answer.text, allowed(answer)]).toEqual([path, 204, '', origin]);
      expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH');
      expect(answer.headers.get('access-control-allow-headers')).toContain('Authorization');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(answer.headers.get('vary')).toContain('Origin');
    }
});

test('only an origin of the tenant that calls may read the answer, good or refused', async () => {
  const ask = (tenant: CreatedTenant, origin: string, path = '/api/v1/notes') =>
    house.send('GET', path, { key: tenant.apiKey, ...from(origin) });
  for (const path of ['/api/v1/notes', '/events', '/api/v1/nothing_here', '/events/x', '/graphql?query={__typename}']) {
    const answer = await ask(acme, app, path);
    expect([path, allowed(answer)]).toEqual([path, app]);
    expect(answer.headers.get('access-control-expose-headers')).toContain('ETag');
    for (const [tenant, origin] of [
      [acme, stranger],
      [acme, 'null'],
      [acme, `${app}.evil.example`],
      [other, app],
    ] as const)
      expect([path, origin, allowed(await ask(tenant, origin, path))]).toEqual([path, origin, null]);
  }
  const sandbox = await house.send('GET', '/sandbox/api/v1/notes', { key: acme.sandbox.apiKey, ...from(app) });
  expect([sandbox.status, allowed(sandbox)]).toEqual([200, null]);
});

test('that a credential is not good any page may read, and nothing more', async () => {
  const unknown = await house.send('GET', '/api/v1/notes', { key: 'gate_sk_live_none', ...from(stranger) });
  expect([unknown.status, allowed(unknown)]).toEqual([401, stranger]);
  const login = await house.send('POST', '/api/v1/auth/login', {
    json: { email: 'a@example.org', password: 'x' },
    ...from(app),
  });
  expect(allowed(login)).toBeNull();
});

test('in a browser: a page of an allowed origin works with the API, one of another origin does not', async () => {
  const pages = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<title>app</title>'),
  );
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  const { port } = pages.address() as AddressInfo;
  const [mine, foreign] = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  await set([app, mine]);
  const browser = await openBrowser();
  const page = await browser.newPage();
  const work = async (origin: string) => {
    await page.goto(origin);
    return page.evaluate(
      async ({ url, key }) => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        try {
          const body = JSON.stringify({ title: 'From a page' });
          const made = await fetch(`${url}/api/v1/notes`, {
            method: 'POST',
            headers: { ...headers, 'idempotency-key': 'k1' },
            body,
          });
          const { data } = (await made.json()) as { data: { id: string } };
          const etag = made.headers.get('etag') ?? '';
          const changed = await fetch(`${url}/api/v1/notes/${data.id}`, {
            method: 'PATCH',
            headers: { ...headers, 'if-match': etag },
            body: JSON.stringify({ seats: 3 }),
          });
          return [made.status, etag, changed.status];
        } catch (fault) {
          return String(fault);
        }
      },
      { url: house.url, key: acme.apiKey },
    );
  };
  expect(await work(mine)).toEqual([201, '"1"', 200]);
  expect(await work(foreign)).toMatch(/TypeError/);
  await browser.close();
  pages.close();
});
