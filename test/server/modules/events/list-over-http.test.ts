/** `GET /events` with the query of a collection: the same rows, cursors and refusals as `/api/v1/{collection}`, in the flat form. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { listParameters } from '#shared/query/parse.ts';
import { type Body, openTestServer, type TestServer } from '../../../fixtures/test-server.ts';

const dayMs = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

let house: TestServer;
let key: string;

beforeAll(async () => {
  house = await openTestServer();
  key = (await house.tenant('lists')).apiKey;
  // Days from now of begin and end, and the status that the organizer has set.
  const made = [
    ['Past', -9, -8, 'upcoming'],
    ['Running', -1, 1, 'upcoming'],
    ['Soon', 2, 3, 'upcoming'],
    ['Later', 20, 21, 'upcoming'],
    ['Draft', 5, 6, 'draft'],
    ['Called off', 7, 8, 'upcoming'],
  ] as const;
  for (const [name, begins, ends, status] of made) {
    const answer = await house.send('POST', '/events', {
      key,
      json: {
        name,
        type: name === 'Later' ? 'webinar' : 'conference',
        status,
        startsAt: at(begins),
        endsAt: at(ends),
        capacity: 10 + begins,
        tickets: [{ id: 'std', name: `${name} ticket`, price: 1, currency: 'EUR' }],
      },
    });
    expect(answer.status, answer.text).toBe(201);
    if (name === 'Called off') await house.send('POST', `/events/${String(answer.body['id'])}/cancel`, { key });
  }
});
afterAll(() => house.close());

const get = (query: string, path = '/events') => house.send('GET', `${path}${query}`, { key });
const names = (body: Body) => (body['events'] as Body[]).map(({ name }) => name);

const asked: readonly (readonly [string, readonly string[]])[] = [
  ['', ['Past', 'Running', 'Soon', 'Draft', 'Called off', 'Later']],
  ['?status=upcoming', ['Soon', 'Later']],
  ['?status=live', ['Running']],
  ['?status=completed', ['Past']],
  ['?status=draft', ['Draft']],
  ['?status=cancelled', ['Called off']],
  ['?where[type][equals]=webinar', ['Later']],
  ['?where[type][equals]=webinar&status=live', []],
  ['?where[or][0][name][equals]=Past&where[or][1][name][equals]=Soon', ['Past', 'Soon']],
  ['?where[capacity][between]=5,13', ['Running', 'Soon']],
  ['?sort=-startsAt&limit=2', ['Later', 'Called off']],
  ['?sort=name&status=upcoming', ['Later', 'Soon']],
  ['?search=later', ['Later']],
];

test.each(asked)('%s', async (query, expected) => {
  for (const path of ['/events', '/api/v1/events']) {
    const { status, body, text } = await get(query, path);
    expect(status, text).toBe(200);
    expect(names(body)).toEqual(expected);
    expect(body['data']).toEqual(body['events']);
    for (const event of body['events'] as Body[])
      expect((event['tickets'] as Body[]).map((ticket) => ticket['name'])).toEqual([`${String(event['name'])} ticket`]);
  }
});

test('pages by cursor, forth and back, with the links of a list', async () => {
  const seen: unknown[] = [];
  let cursor = '';
  let last: Body = {};
  do {
    const { body, headers } = await get(`?limit=2&sort=name${cursor}`);
    last = body['meta'] as Body;
    seen.push(...names(body));
    expect(headers.get('link')?.includes('rel="next"') ?? false).toBe(last['hasMore']);
    cursor = last['nextCursor'] === null ? '' : `&cursor=${encodeURIComponent(String(last['nextCursor']))}`;
  } while (cursor !== '');
  expect(seen).toEqual(['Called off', 'Draft', 'Later', 'Past', 'Running', 'Soon']);
  const back = await get(`?limit=2&sort=name&cursor=${encodeURIComponent(String(last['prevCursor']))}`);
  expect(names(back.body)).toEqual(['Later', 'Past']);
  const otherOrder = await get(`?limit=2&sort=-name&cursor=${encodeURIComponent(String(last['prevCursor']))}`);
  expect([otherOrder.status, otherOrder.codes]).toEqual([400, ['cursor_mismatch']]);
});

test('fields, count, an unchanged answer', async () => {
  const { body, headers } = await get('?fields=name,status&limit=1&sort=-startsAt');
  expect(body['events']).toEqual([{ id: expect.any(String), name: 'Later', status: 'upcoming' }]);
  expect(body['meta']).toMatchObject({ total: 6, hasMore: true, limit: 1 });
  const again = await house.send('GET', '/events?fields=name,status&limit=1&sort=-startsAt', {
    key,
    headers: { 'if-none-match': String(headers.get('etag')) },
  });
  expect(again.status).toBe(304);
  expect((await get('?count=estimated')).body['meta']).toMatchObject({ total: 6 });
});

test('an estimated count asks the store for an estimate, an exact one counts', async () => {
  const { directory } = house.admin;
  const store = await directory.open(must(await directory.bySlug('lists'), 'the tenant'));
  const [estimate, count] = [vi.spyOn(store, 'estimate'), vi.spyOn(store, 'count')];
  for (const path of ['/api/v1/events', '/api/v1/gates']) {
    expect((await get('?count=estimated&limit=1', path)).status).toBe(200);
    expect([estimate.mock.calls.length, count.mock.calls.length]).toEqual([1, 0]);
    expect((await get('?count=exact&limit=1', path)).status).toBe(200);
    expect([estimate.mock.calls.length, count.mock.calls.length]).toEqual([1, 1]);
    estimate.mockClear();
    count.mockClear();
  }
  vi.restoreAllMocks();
});

describe('invalid queries are refused', () => {
  test.each([
    ['?status=soon', 422, 'status_unknown'],
    ['?status=live&status=draft', 400, 'invalid_value'],
    ['?status[equals]=live', 400, 'invalid_value'],
    ['?where[nothing][equals]=1', 400, 'unknown_field'],
    ['?where[name][sounds_like]=1', 400, 'unknown_operator'],
    ['?sort=stripe', 400, 'invalid_value'],
    ['?populate=tickets', 400, 'unknown_field'],
    ['?limit=0', 400, 'invalid_value'],
    ['?ids=1', 400, 'unknown_parameter'],
    ['?surprise=1', 400, 'unknown_parameter'],
    ['?cursor=AAAA', 400, 'cursor_invalid'],
  ])('%s: %i %s', async (query, status, code) => {
    const answer = await get(query);
    expect([answer.status, answer.codes]).toEqual([status, [code]]);
  });
});

test('the OpenAPI document names every parameter of a list, and those of this path', async () => {
  const { body } = await get('', '/api/openapi.json');
  const paths = body['paths'] as Record<string, { get: { parameters: { name?: string; $ref?: string }[] } }>;
  for (const path of ['/events', '/api/v1/events']) {
    const given = paths[path]?.get.parameters.map(
      ({ name, $ref = '' }) => name ?? String($ref.split('/').at(-1)).toLowerCase(),
    );
    expect(given).toEqual(expect.arrayContaining(['status', ...listParameters]));
    expect(given).not.toContain('ids');
  }
});
