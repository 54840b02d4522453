/**
 * One document on two processes of one PostgreSQL: it converges, goes on when one of them is killed, and who is there is
 * seen at both.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findEngine } from '#server/store/postgres/cluster/find-engine.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { must } from '#shared/base/assert.ts';
import { secondMs } from '#shared/base/time.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { type ServerProcess, startServerProcess } from '#test/fixtures/server-process.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { closeClients, openClient, patient, type StockClient } from './stock-client.ts';
import { agreement, writeTogether } from './write-together.ts';

let here: TestServer;
let there: ServerProcess;
let key: string;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  const url = await (await postgres()).database('collab');
  env = { DATABASE_URL: url, DATABASE_CONNECTIONS: '6' };
  here = await openTestServer(env);
  key = (await here.tenant('here')).apiKey;
  const json = {
    name: 'papers',
    labels: { one: 'Paper', many: 'Papers' },
    fields: [
      { name: 'body', type: 'richText' },
      { name: 'title', type: 'text', maxLength: 10 },
    ],
  };
  expect((await here.send('POST', '/api/v1/collections', { key, json })).status).toBe(201);
  there = await startServerProcess({ ...env, DATA_DIR: here.dataDir, PORT: '0' });
}, 300_000);
afterAll(async () => {
  closeClients();
  await there?.kill();
  await here?.close();
  if (here) rmSync(here.dataDir, { recursive: true, force: true });
});

async function newPaper(): Promise<string> {
  const made = await here.send('POST', '/api/v1/papers', { key, json: { body: 'Begin. ' } });
  expect(made.status).toBe(201);
  return String((made.body['data'] as Body)['id']);
}

const bodyOf = async (id: string) =>
  ((await here.send('GET', `/api/v1/papers/${id}`, { key })).body['data'] as Body)['body'];

test('five clients on two processes, with lines that break: they converge on what REST says', async () => {
  const id = await newPaper();
  const urls = [here.url, there.url, here.url, there.url, there.url];
  const clients = urls.map((url) => openClient(`papers/${id}/body`, { url, key }));
  for (const client of clients) await client.synced();
  const kept = await writeTogether(clients, { seed: 11, edits: 200 });
  const text = await agreement(clients, () => bodyOf(id));
  for (const mark of kept) expect(text).toContain(mark);

  // From outside, heard by both and made an edit by one: it comes in once.
  const json = { body: `${text}Once.` };
  expect((await here.send('PATCH', `/api/v1/papers/${id}`, { key, json })).status).toBe(200);
  expect(await agreement(clients, () => bodyOf(id))).toBe(json.body);
  closeClients();
});

const namesAt = ({ provider }: StockClient) =>
  [...provider.awareness.getStates().values()]
    .map((state) => state['name'])
    .filter(Boolean)
    .sort();

test('awareness: people see each other come, move and leave, at any process', async () => {
  const id = await newPaper();
  const name = `papers/${id}/body`;
  const come = async (url: string, who: string) => {
    const client = openClient(name, { url, key });
    client.provider.awareness.setLocalStateField('name', who);
    await client.synced();
    return client;
  };
  const ada = await come(here.url, 'Ada');
  const bob = await come(there.url, 'Bob');
  const cyd = await come(there.url, 'Cyd');
  for (const client of [ada, bob, cyd])
    await expect.poll(() => namesAt(client), patient).toEqual(['Ada', 'Bob', 'Cyd']);
  const cursorAt = (client: StockClient, of: StockClient) =>
    client.provider.awareness.getStates().get(of.doc.clientID)?.['cursor'];
  bob.provider.awareness.setLocalStateField('cursor', 7);
  await expect.poll(() => cursorAt(ada, bob), patient).toBe(7);
  // As long as a state may be: several notifications.
  const long = 'x'.repeat(16_000);
  ada.provider.awareness.setLocalStateField('cursor', long);
  await expect.poll(() => cursorAt(cyd, ada), patient).toBe(long);
  bob.cut();
  bob.provider.disconnect();
  for (const client of [ada, cyd]) await expect.poll(() => namesAt(client), patient).toEqual(['Ada', 'Cyd']);
  // With the same document to the other process, where it was seen before.
  bob.close();
  const back = openClient(name, { url: here.url, key, doc: bob.doc });
  back.provider.awareness.setLocalStateField('name', 'Bob');
  for (const client of [ada, cyd, back])
    await expect.poll(() => namesAt(client), patient).toEqual(['Ada', 'Bob', 'Cyd']);
  closeClients();
});

test('a problem of the record with the text is shown at both, also to clients that join later, and ends at both', async () => {
  const id = await newPaper();
  const name = `papers/${id}/title`;
  const [mine, theirs] = [here.url, there.url].map((url) => openClient(name, { url, key }));
  if (!mine || !theirs) throw new Error('two clients');
  for (const client of [mine, theirs]) await client.synced();
  const problemAt = ({ provider }: StockClient) =>
    [...provider.awareness.getStates().values()].map((state) => state['gatehouse']?.problem?.code).filter(Boolean);
  mine.text.insert(0, 'Far too long a title');
  for (const client of [mine, theirs]) await expect.poll(() => problemAt(client), patient).toEqual(['too_long']);
  const late = openClient(name, { url: there.url, key });
  await expect.poll(() => problemAt(late), patient).toEqual(['too_long']);
  theirs.text.delete(3, theirs.text.length - 3);
  for (const client of [mine, theirs, late]) await expect.poll(() => problemAt(client), patient).toEqual([]);
  closeClients();
});

test('a message reaches the same tenant at the other process, whole and in order, and no other', async () => {
  const url = await (await postgres()).database('whispers');
  const stores = [1, 2].map(() =>
    openPostgresStore({ url, clock: Date.now, newId: randomUUID, findEngine, connections: 6 }),
  );
  const heard: string[] = [];
  let [missed, ready] = [0, 0];
  try {
    for (const [n, store] of stores.entries())
      for (const tenant of ['a', 'b']) {
        const hear = (word: Uint8Array) => heard.push(`${n}${tenant} ${word.byteLength} ${word[0]}`);
        must((await store.tenant(tenant)).whispers, 'whispers').hear('topic', { hear, missed: () => missed++ });
      }
    const one = must((await must(stores[0], 'a store').tenant('a')).whispers, 'whispers');
    const other = must((await must(stores[1], 'a store').tenant('a')).whispers, 'whispers');
    other.hear('ready', { hear: () => ready++, missed: () => {} });
    const isHeard = () => {
      one.say('ready', new Uint8Array());
      return ready > 0;
    };
    await expect.poll(isHeard, patient).toBe(true);
    one.say('another', new Uint8Array([0]));
    for (const length of [1, 200_000, 5_400, 2]) one.say('topic', new Uint8Array(length).fill(length % 251));
    await expect.poll(() => heard.length, patient).toBe(4);
    expect(heard).toEqual([1, 200_000, 5_400, 2].map((length) => `1a ${length} ${length % 251}`));
    // A connection that breaks is opened again, and the listeners get `missed`.
    missed = 0;
    const ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'gatehouse wake'";
    await (await postgres()).query(`${ended} AND datname = current_database()`, 'whispers');
    await expect.poll(() => missed, patient).toBeGreaterThanOrEqual(4);
    const lastHeard = () => {
      one.say('topic', new Uint8Array([5]));
      return heard.at(-1);
    };
    await expect.poll(lastHeard, patient).toBe('1a 1 5');
  } finally {
    for (const store of stores) await store.close();
  }
});

/** The names that a client which joins now gets: from the server, not from a client's memory. */
async function namesForLateClient(url: string, id: string): Promise<unknown[]> {
  const late = openClient(`papers/${id}/body`, { url, key });
  await late.synced();
  const names = namesAt(late);
  late.close();
  return names;
}

test('kill -9: what the others were shown is there, they go on, and who was there comes back with the rest', async () => {
  const id = await newPaper();
  const [mine, theirs] = [here.url, there.url].map((url) => openClient(`papers/${id}/body`, { url, key }));
  if (!mine || !theirs) throw new Error('two clients');
  for (const client of [mine, theirs]) await client.synced();
  theirs.text.insert(0, 'Shown. ');
  await expect.poll(() => mine.text.toString(), patient).toBe('Shown. Begin. ');
  theirs.provider.awareness.setLocalStateField('name', 'Bob');
  await expect.poll(() => namesAt(mine), patient).toEqual(['Bob']);
  await there.kill();
  theirs.text.insert(0, 'Offline. ');
  mine.text.insert(mine.text.length, 'On.');
  // Also what the other process stored and could not write into the record any more.
  await expect.poll(() => bodyOf(id), patient).toBe('Shown. Begin. On.');
  // Half a minute later, by the server's clock, no client of the other process is present any more.
  Object.assign(here.admin.config, { nowOffsetMs: 31 * secondMs });
  await expect.poll(() => namesForLateClient(here.url, id), { timeout: 60_000, interval: 500 }).toEqual([]);
  await expect.poll(() => namesAt(mine), patient).toEqual([]);
  theirs.close();
  there = await startServerProcess({ ...env, DATA_DIR: here.dataDir, PORT: '0' });
  const back = openClient(`papers/${id}/body`, { url: there.url, key, doc: theirs.doc });
  expect(await agreement([mine, back], () => bodyOf(id))).toBe('Offline. Shown. Begin. On.');
}, 180_000);
