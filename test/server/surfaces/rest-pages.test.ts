/** Going on and going back through the pages of a list: the same rows either way, also where sort values are equal or null. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;
let key: string;
const seats = [5, null, 3, 5, 1, null, 3, 9, 9, 2, 5];

beforeAll(async () => {
  house = await openTestServer();
  key = (await house.tenant('pages')).apiKey;
  const create = seats.map((n, i) => ({ title: `${i % 3 === 0 ? 'Notebook' : 'Note'} ${i}`, seats: n }));
  expect((await house.send('POST', '/api/v1/notes/bulk', { key, json: { create } })).status).toBe(200);
});
afterAll(() => house.close());

const idsOf = (answer: Answer) => (answer.body['data'] as readonly Body[]).map((row) => row['id']);
const metaOf = (answer: Answer) => answer.body['meta'] as { nextCursor: string | null; prevCursor?: string };
const list = (query: string) => house.send('GET', `/api/v1/notes?${query}`, { key });

test.each(['sort=seats', 'sort=-seats,title', 'sort=-id', 'sort=createdAt', 'search=note'])('%s', async (question) => {
  const all = idsOf(await list(`${question}&limit=200`));
  expect(all).toHaveLength(seats.length);
  const pages: Answer[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list(`${question}&limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
    pages.push(page);
    cursor = metaOf(page).nextCursor;
  }
  expect(pages.flatMap(idsOf)).toEqual(all);
  expect(metaOf(pages[0]!).prevCursor).toBeUndefined();
  let here = pages.at(-1)!;
  for (const before of pages.slice(0, -1).toReversed()) {
    expect(here.headers.get('link')).toContain('rel="prev"');
    here = await list(`${question}&limit=3&cursor=${metaOf(here).prevCursor}`);
    expect(idsOf(here)).toEqual(idsOf(before));
    expect(metaOf(here).nextCursor).toBe(metaOf(before).nextCursor);
  }
  expect(metaOf(here).prevCursor).toBeUndefined();
});

test('a cursor back belongs to its question too', async () => {
  const first = await list('sort=seats&limit=3');
  const second = await list(`sort=seats&limit=3&cursor=${metaOf(first).nextCursor}`);
  const other = await list(`sort=-seats&limit=3&cursor=${metaOf(second).prevCursor}`);
  expect([other.status, other.codes]).toEqual([400, ['cursor_mismatch']]);
});

test('a search puts whole words before beginnings, and a sort before both', async () => {
  const titles = (answer: Answer) => (answer.body['data'] as readonly Body[]).map((row) => String(row['title']));
  const found = titles(await list('search=note&limit=200'));
  expect(found.map((title) => title.startsWith('Notebook'))).toEqual([
    ...Array.from({ length: 7 }, () => false),
    ...Array.from({ length: 4 }, () => true),
  ]);
  expect(titles(await list('search=note&sort=title&limit=200'))).toEqual(found.toSorted());
});

test.each([
  ['"*^:AND NEAR(', 200],
  ['title : note', 200],
  ['NOT note', 200],
  ['" * - ) (', 200],
  ['note\u0000', 400],
  ['x'.repeat(10_240), 400],
])('search=%j is answered', async (search, status) => {
  expect((await list(`search=${encodeURIComponent(search)}`)).status).toBe(status);
});

test('a search that is no UTF-8 is a bad request', async () => {
  expect((await list('search=%ED%A0%80')).status).toBe(400);
});
