/**
 * The main thread reads a bounded amount for one query, for any query: counted in rows and steps, not in time. A short
 * climb of test/soak/costliest.ts, with a seed.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quickBound } from '#server/store/sqlite/reads.ts';
import { type QuickRead, quickReads } from '#server/store/sqlite/step-guard.ts';
import { must } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import { climb, fillNotes, randomOf } from '#test/fixtures/costliest-questions.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const rows = 2_000;
const rounds = 30;
const seed = 20_261_122;
/** No fault, and nothing that is not said to be too much. */
const expected = [
  'query_too_costly',
  'query_too_large',
  'query_timeout',
  'overloaded',
  'invalid_value',
  'unknown_operator',
  'headers_too_large',
];
/** A value may be as large as its field allows: the row at which a statement is given up is counted, too. */
const largestRowSteps = 150_000;

let house: TestServer;
let key: string;
const reads: QuickRead[] = [];
const note = (read: unknown) => void reads.push(read as QuickRead);

beforeAll(async () => {
  house = await openTestServer({ DATABASE_URL: '' });
  const made = await house.tenant('quick', 'enterprise');
  key = made.apiKey;
  const { directory } = house.admin;
  const store = await directory.open(must(await directory.byId(made.tenant.id), 'the tenant'));
  await fillNotes(store, rows, randomOf(seed));
  quickReads.subscribe(note);
});
afterAll(async () => {
  quickReads.unsubscribe(note);
  await house.close();
});

test('a full table is counted, sorted and searched beside the main thread, or not at all', async () => {
  const before = house.admin.store.longReads();
  const questions = [
    'sort=-body',
    'count=exact&limit=1',
    'where[body][regex]=nothing.*here',
    'where[ratio][mod]=7,3&sort=-at',
  ];
  for (const query of questions) {
    // A long read that gets no processor in time is answered 503, and asked again.
    const ask = async () => {
      const answer = await house.send('GET', `/api/v1/notes?${query}`, { key });
      return [query, answer.status, isObject(answer.body['meta'])];
    };
    await expect.poll(ask).toEqual([query, 200, true]);
  }
  expect(Math.max(...reads.map(({ rows: looked }) => looked))).toBeLessThanOrEqual(quickBound.steps / 5);
  expect(reads.some(({ wasGivenUp }) => wasGivenUp)).toBe(true);
  expect(house.admin.store.longReads()).toBeGreaterThan(before);
});

test('no question of a climb is looked through by the main thread', async () => {
  reads.length = 0;
  const before = house.admin.store.longReads();
  const all = await climb({ url: house.url, key, rounds, random: randomOf(seed) });
  const codes = all.flatMap(({ start, status }) => (status === 200 ? [] : [/"code":"([a-z_]+)"/.exec(start)?.[1]]));
  expect(codes.filter((code) => !expected.includes(String(code)))).toEqual([]);
  // How many questions the climb leaves to the main thread depends on their times; but each answer was read by one of them.
  const answered = all.filter(({ status }) => status === 200).length;
  expect(answered).toBeGreaterThan(rounds / 2);
  expect(reads.length + house.admin.store.longReads() - before).toBeGreaterThanOrEqual(answered);
  expect(reads.filter(({ rows: looked }) => looked > quickBound.steps / 5)).toEqual([]);
  expect(reads.filter(({ steps }) => steps > quickBound.steps + largestRowSteps)).toEqual([]);
});
