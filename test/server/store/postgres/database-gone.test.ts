/**
 * The database breaks down under a running server, in every way it can: clients get 503 or an answer, nothing
 * acknowledged is missing, nothing is there twice, and the server recovers by itself.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownPostgres, type PostgresServer } from '#test/fixtures/postgres.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const patient = { timeout: 120_000, interval: 20 };
const writers = 4;
const acksBetween = 8;
const pauseMs = 10;

let database: PostgresServer;
let house: TestServer;
let key: string;

beforeAll(async () => {
  database = await ownPostgres();
  house = await openTestServer({ DATABASE_URL: await database.database('gone'), LOG_LEVEL: 'silent' });
  key = (await house.tenant('here')).apiKey;
}, 600_000);
afterAll(() => house?.close());

const backends = (name: string) =>
  database.query(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE '${name}' AND pid <> pg_backend_pid()`,
    'gone',
  );

const breakdowns: readonly { readonly name: string; readonly happen: () => Promise<unknown> }[] = [
  {
    name: 'every connection is ended',
    happen: () =>
      database.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
        'gone',
      ),
  },
  {
    name: 'the process that writes is killed with -9, and the database goes through its recovery',
    happen: async () => {
      const [one] = await backends('gatehouse write');
      if (one) process.kill(Number(one['pid']), 'SIGKILL');
    },
  },
  {
    name: 'the database is down for a while',
    happen: async () => {
      await database.stop('immediate');
      await expect.poll(async () => (await house.send('GET', '/readyz')).status, patient).toBe(503);
      // A request meanwhile ends with 503 and Retry-After.
      const asked = await house.send('GET', '/api/v1/notes?limit=5', { key });
      expect(asked).toMatchObject({ status: 503, codes: ['storage_unavailable'] });
      expect(Number(asked.headers.get('retry-after'))).toBeGreaterThan(0);
      await database.start();
    },
  },
];

test('clients get 503 with Retry-After, and lose nothing', async () => {
  const acked = new Map<string, string>();
  const strange: unknown[] = [];
  let running = true;
  const write = async (writer: number) => {
    for (let n = 0; running; n++) {
      const title = `${writer}-${n}`;
      const sent = { key, json: { title }, headers: { 'idempotency-key': title } };
      for (;;) {
        const { status, body, headers, codes } = await house.send('POST', '/api/v1/notes', sent);
        if (status === 201) {
          acked.set(title, (body['data'] as { id: string }).id);
          break;
        }
        const isHonest = status === 503 && codes[0] === 'storage_unavailable' && Number(headers.get('retry-after')) > 0;
        if (!isHonest) strange.push({ status, codes });
        await wait(pauseMs);
      }
    }
  };
  const read = async () => {
    while (running) {
      const { status, codes } = await house.send('GET', '/api/v1/notes?limit=5', { key });
      if (status !== 200 && status !== 503) strange.push({ status, codes });
      await wait(pauseMs);
    }
  };
  const heads: number[] = [];
  const socket = io(house.url, { auth: { token: key }, transports: ['websocket'] });
  socket.on('changed', ({ head }: { head: number }) => heads.push(head));
  await new Promise((resolve) => socket.once('connect', () => resolve(null)));
  const working = Promise.all([...Array.from({ length: writers }, (_, i) => write(i)), read()]);
  for (const { happen } of breakdowns) {
    const before = acked.size;
    await expect.poll(() => acked.size, patient).toBeGreaterThan(before + acksBetween);
    await happen();
  }
  const before = acked.size;
  await expect.poll(() => acked.size, patient).toBeGreaterThan(before + acksBetween);
  running = false;
  await working;
  expect(strange).toEqual([]);

  const { directory } = house.admin;
  const tenant = await directory.bySlug('here');
  const store = await directory.open(tenant!);
  const stored = new Map<string, string>();
  for await (const page of store.walk('notes')) for (const { id, title } of page) stored.set(id, String(title));
  expect([...stored.values()].sort()).toEqual([...acked.keys()].sort());
  expect([...acked].filter(([title, id]) => stored.get(id) !== title)).toEqual([]);
  const head = await store.head();
  expect((await store.since(0, { limit: 10_000 })).map((change) => change.seq)).toEqual(
    Array.from({ length: head }, (_, i) => i + 1),
  );
  // Live clients heard of the last of it, over a new connection to the database. The server's own work may have gone on
  // meanwhile.
  await expect.poll(async () => heads.at(-1) === (await store.head()), patient).toBe(true);
  await expect.poll(async () => (await house.send('GET', '/readyz')).status, patient).toBe(200);
  socket.disconnect();
}, 600_000);
