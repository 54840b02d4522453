/**
 * Every answer carries the security headers, on every route that is mounted: the routes are walked, so that the next
 * one is checked, too.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDemo, type Demo } from '#server/operations/demo/create-demo.ts';
import { must } from '#shared/base/assert.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let plain: TestServer;
let https: TestServer;
let demo: Demo;
/** A path for each route that answers a GET, with what stands in the place of its parameters. */
let paths: readonly string[];

/** Answers that are the same for every client and name no person. */
const forAll =
  /^\/(?:\.well-known\/jwks\.json|embed\.js|s\/hls\.js|t\/sw\.js|t\/icon-\d+\.png|api\/docs\/browser-tools.*|console.*|kiosk.*)$/;
/** Streams that do not end by themselves; their head comes from the same place. */
const streams = /\/changes$|\/mcp(?:\/sse)?$/;

beforeAll(async () => {
  plain = await openTestServer();
  https = await openTestServer({ PUBLIC_URL: 'https://gate.example' });
  demo = await createDemo(plain.admin, { attendees: 3 });
  const key = must(demo.apiKey, 'a key');
  const collections = ['members', 'registrations', 'events', 'audit_entries', 'files'];
  const idOf = async (collection: string) => {
    const listed = await plain.send('GET', `/api/v1/${collection}?limit=1`, { key });
    return String((listed.body['data'] as readonly Body[] | undefined)?.[0]?.['id'] ?? demo.eventId);
  };
  const ids = new Map(await Promise.all(collections.map(async (name) => [name, await idOf(name)] as const)));
  const secret = new URL(must(demo.ticketPages[0], 'a ticket page').url).pathname.split('/').at(-1) ?? '';
  const gets = plain.server.routes.filter(({ methods }) => methods.includes('GET')).map(({ path }) => path);
  paths = [...new Set(gets)]
    .filter((path) => !streams.test(path))
    .flatMap((path) =>
      (path.includes(':collection') ? collections : ['']).map((collection) =>
        path
          .replace(':collection', collection)
          .replace(':secret', secret)
          .replace(':slug', 'demo')
          .replace(/:eventId|:event\b/, demo.eventId)
          .replace(/:id\b/, ids.get(collection) ?? demo.eventId)
          .replaceAll(/:\w+/g, 'x'),
      ),
    );
});
afterAll(async () => {
  await plain?.close();
  await https?.close();
});

describe('every route', () => {
  test('is not cacheable, unless it is the same for every client', async () => {
    const key = must(demo.apiKey, 'a key');
    const answered: string[] = [];
    for (const path of paths) {
      const { headers, status } = await plain.send('GET', path, { key });
      if (status === 200) answered.push(path);
      if (!forAll.test(path)) expect([path, headers.get('cache-control')]).toEqual([path, 'no-store']);
      expect([path, headers.get('permissions-policy')]).toEqual([path, expect.stringContaining('geolocation=()')]);
      expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
      expect([path, headers.get('strict-transport-security')]).toEqual([path, null]);
    }
    // The walk reads records, a ticket page, the board: not only refusals.
    expect(answered.length).toBeGreaterThan(25);
    expect(answered.some((path) => path.startsWith('/api/v1/registrations/'))).toBe(true);
    expect(answered.some((path) => path.startsWith('/t/'))).toBe(true);
  });

  test('says with an https address that browsers come by https alone', async () => {
    for (const path of paths)
      expect([path, (await https.send('GET', path)).headers.get('strict-transport-security')]).toEqual([
        path,
        'max-age=31536000',
      ]);
  });
});

test('the kiosk may use the camera and nothing else does', async () => {
  const camera = async (path: string) =>
    /camera=\(\w*\)/.exec((await plain.send('GET', path)).headers.get('permissions-policy') ?? '')?.[0];
  expect(await camera('/kiosk/')).toBe('camera=(self)');
  for (const path of ['/console/', '/healthz', '/api/docs'])
    expect([path, await camera(path)]).toEqual([path, 'camera=()']);
});
