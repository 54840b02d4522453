/** Two servers on one PostgreSQL: either one of them sends; when it stops, the other goes on. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgres } from '#test/fixtures/postgres.ts';
import { openReceiver, type Receiver } from '#test/fixtures/receiver.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const patience = { timeout: 90_000, interval: 25 };
const perServer = 15;

let one: TestServer;
let two: TestServer;
let key: string;
let receiver: Receiver;

beforeAll(async () => {
  const env = { DATABASE_URL: await (await postgres()).database('senders'), ALLOW_PRIVATE_WEBHOOKS: '1' };
  one = await openTestServer(env);
  two = await openTestServer(env);
  key = (await one.tenant('shared')).apiKey;
  receiver = await openReceiver();
});
afterAll(async () => {
  await one?.close();
  await two?.close();
  await receiver?.close();
});

test('a message is under way from one server at a time, and none is lost with a server', async () => {
  const underWay = new Set<unknown>();
  const twice: unknown[] = [];
  receiver.answer = (response, { headers }) => {
    const id = headers['webhook-id'];
    if (underWay.has(id)) twice.push(id);
    underWay.add(id);
    setTimeout(() => {
      underWay.delete(id);
      response.writeHead(200).end();
    }, 30);
  };
  const write = async (house: TestServer, title: string) => {
    const answer = await house.send('POST', '/api/v1/notes', { key, json: { title } });
    expect(answer.status).toBe(201);
  };
  for (const path of ['/first', '/second']) {
    const json = { url: receiver.url + path, events: ['sample.note.created'] };
    expect((await two.send('POST', '/api/v1/webhooks', { key, json })).status).toBe(201);
  }
  for (let i = 0; i < perServer; i++) {
    await write(one, `one ${i}`);
    await write(two, `two ${i}`);
  }
  const ids = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size;
  await expect.poll(ids, patience).toBe(2 * 2 * perServer);
  for (let i = 0; i < perServer; i++) await write(one, `three ${i}`);
  await one.server.stop();
  await write(two, 'alone');
  const events = 3 * perServer + 1;
  await expect.poll(ids, patience).toBe(2 * events);
  for (const path of ['/first', '/second']) {
    const there = receiver.received.filter((received) => received.path === path);
    expect(new Set(there.map(({ headers }) => headers['webhook-id'])).size).toBe(events);
  }
  // Each change once for each endpoint, whichever server saw it: nothing was queued beside.
  const log = await two.send('GET', '/api/v1/webhook_deliveries?count=exact&limit=1', { key });
  expect(log.body['meta']).toMatchObject({ total: 2 * events });
  expect(twice).toEqual([]);
}, 240_000);
