/** Two servers on one PostgreSQL: a collection defined or changed by the one is what it is for the other, without a fault. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgres } from '#test/fixtures/postgres.ts';
import { type Answer, type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let one: TestServer;
let two: TestServer;
let key: string;

beforeAll(async () => {
  const env = { DATABASE_URL: await (await postgres()).database('twins') };
  one = await openTestServer(env);
  two = await openTestServer(env);
  key = (await one.tenant('shared')).apiKey;
});
afterAll(async () => {
  await one.close();
  await two.close();
});

const dataOf = (answer: Answer) => answer.body['data'] as Body;

test('the other server follows, and what it knew before never becomes a fault', async () => {
  const fields = [{ name: 'title', type: 'text', maxLength: 80 }];
  const made = await one.send('POST', '/api/v1/collections', { key, json: { name: 'halls', fields } });
  expect(made.status).toBe(201);
  await expect
    .poll(async () => (await two.send('GET', '/api/v1/halls', { key })).status, { timeout: 60_000 })
    .toBe(200);
  const hall = await two.send('POST', '/api/v1/halls', { key, json: { title: 'Great' } });
  expect(hall.status).toBe(201);
  const id = String(dataOf(hall)['id']);
  const change = { rename: { title: 'name' }, add: [{ name: 'seats', type: 'integer', default: 1 }] };
  expect((await one.send('PATCH', '/api/v1/collections/halls', { key, json: change })).status).toBe(200);
  // Until it has heard of it, the other server answers in the old words or in the new ones.
  await expect
    .poll(
      async () => {
        const read = await two.send('GET', `/api/v1/halls/${id}`, { key });
        const written = await two.send('PATCH', `/api/v1/halls/${id}`, { key, json: { name: 'Greater' } });
        expect(read.status).toBe(200);
        expect([200, 409, 400]).toContain(written.status);
        return [dataOf(read)['name'], written.status];
      },
      { timeout: 60_000 },
    )
    .toEqual(['Greater', 200]);
  expect(dataOf(await one.send('GET', `/api/v1/halls/${id}`, { key }))).toMatchObject({ name: 'Greater', seats: 1 });
  const second = await two.send('PATCH', '/api/v1/collections/halls', {
    key,
    json: { add: [{ name: 'x', type: 'json' }] },
  });
  expect(second.status).toBe(200);
  expect((await one.send('DELETE', '/api/v1/collections/halls', { key })).status).toBe(200);
  await expect
    .poll(async () => (await two.send('GET', '/api/v1/halls', { key })).status, { timeout: 60_000 })
    .toBe(404);
});
