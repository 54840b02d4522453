/** One document on two processes of one PostgreSQL: it converges, and goes on when one of them is killed. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, type OpenHouse, openHouse } from '#test/fixtures/open-house.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { type ServerProcess, startServerProcess } from '#test/fixtures/server-process.ts';
import { closeClients, openClient, patient } from './stock-client.ts';
import { agreement, writeTogether } from './write-together.ts';

let here: OpenHouse;
let there: ServerProcess;
let key: string;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  const url = await (await postgres()).database('collab');
  env = { DATABASE_URL: url, DATABASE_CONNECTIONS: '6' };
  here = await openHouse(env);
  key = (await here.tenant('here')).apiKey;
  const json = {
    name: 'papers',
    labels: { one: 'Paper', many: 'Papers' },
    fields: [{ name: 'body', type: 'richText' }],
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

test('kill -9: what the others were shown is there, they go on, and who was there comes back with the rest', async () => {
  const id = await newPaper();
  const [mine, theirs] = [here.url, there.url].map((url) => openClient(`papers/${id}/body`, { url, key }));
  if (!mine || !theirs) throw new Error('two clients');
  for (const client of [mine, theirs]) await client.synced();
  theirs.text.insert(0, 'Shown. ');
  await expect.poll(() => mine.text.toString(), patient).toBe('Shown. Begin. ');
  await there.kill();
  theirs.text.insert(0, 'Offline. ');
  mine.text.insert(mine.text.length, 'On.');
  // Also what the other process stored and could not write into the record any more.
  await expect.poll(() => bodyOf(id), patient).toBe('Shown. Begin. On.');
  theirs.close();
  there = await startServerProcess({ ...env, DATA_DIR: here.dataDir, PORT: '0' });
  const back = openClient(`papers/${id}/body`, { url: there.url, key, doc: theirs.doc });
  expect(await agreement([mine, back], () => bodyOf(id))).toBe('Offline. Shown. Begin. On.');
}, 180_000);
