/** Imports in a real server process: killed at random chunks, stopped and resumed; and a file with everything wrong in it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { tenantHere } from '#test/fixtures/admin-words.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { hostilePeople } from '#test/fixtures/hostile-people.ts';
import { type ServerProcess, startServerProcess } from '#test/fixtures/server-process.ts';

type Body = Readonly<Record<string, unknown>>;

const patience = { timeout: 120_000, interval: 20 };
const kills = 2;

const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-cut-off-'));
let env: Readonly<Record<string, string>>;
let server: ServerProcess;
let key = '';

beforeAll(async () => {
  env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  key = (await tenantHere('harbour', 'events', env)).apiKey;
  server = await startServerProcess(env);
});
afterAll(async () => {
  await server?.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

async function send(method: string, path: string, json?: unknown): Promise<Body> {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  return (await response.json()) as Body;
}

async function makeEvent(): Promise<string> {
  const made = await send('POST', '/events', {
    ...{ name: 'Harbour', type: 'conference', startsAt: '2027-05-04T08:00:00Z', endsAt: '2027-05-06T18:00:00Z' },
    tickets: [{ id: 'standard', name: 'Standard', price: 20, currency: 'EUR', quantity: 10_000 }],
  });
  return String(made['id']);
}

async function upload(event: string, file: string | Uint8Array<ArrayBuffer>): Promise<Body> {
  const form = new FormData();
  form.set('file', new Blob([file]), 'people.csv');
  const headers = { authorization: `Bearer ${key}` };
  const sent = await fetch(`${server.url}/events/${event}/imports`, { method: 'POST', body: form, headers });
  return (await sent.json()) as Body;
}

const read = async (id: unknown) => (await send('GET', `/api/v1/attendee_imports/${String(id)}`))['data'] as Body;

async function until(id: unknown, isSo: (record: Body) => boolean): Promise<Body> {
  return await vi.waitFor(async () => {
    const record = await read(id);
    expect(isSo(record), JSON.stringify(record)).toBe(true);
    return record;
  }, patience);
}

async function all(collection: string, event: string): Promise<readonly Body[]> {
  const found: Body[] = [];
  let cursor = '';
  do {
    const page = await send('GET', `/api/v1/${collection}?where[event][equals]=${event}&limit=200${cursor}`);
    found.push(...(page['data'] as Body[]));
    const next = (page['meta'] as Body)['nextCursor'];
    cursor = next ? `&cursor=${String(next)}` : '';
  } while (cursor !== '');
  return found;
}

const people = (count: number) =>
  [
    'Name,Email,Order code,Code',
    ...Array.from({ length: count }, (_, n) => `P ${n},p${n}@example.org,O${n >> 1},c-${n}`),
  ].join('\n');

async function expectEachOnce(event: string, count: number): Promise<void> {
  const registrations = await all('registrations', event);
  expect(registrations).toHaveLength(count);
  expect(new Set(registrations.map(({ email }) => email)).size).toBe(count);
  expect(await all('external_codes', event)).toHaveLength(count);
  const orders = await all('ticket_orders', event);
  expect(orders).toHaveLength(Math.ceil(count / 2));
  for (const { lines } of orders) expect(lines).toHaveLength(2);
  const counts = await all('seat_counts', event);
  for (const { scope, taken } of counts) if (String(scope).startsWith('ticket_type')) expect(taken).toBe(count);
}

test('killed at random chunks, it writes each row once', async () => {
  const count = 1_500;
  const event = await makeEvent();
  const { id } = await upload(event, people(count));
  const at = Array.from({ length: kills }, () => Math.floor(Math.random() * count * 0.9)).sort((a, b) => a - b);
  for (const processed of at) {
    await until(id, (record) => record['state'] !== 'running' || Number(record['processed']) >= processed);
    await server.kill();
    server = await startServerProcess(env);
  }
  const done = await until(id, ({ state }) => state !== 'running');
  expect(done, `killed at ${at}`).toMatchObject({ state: 'done', created: count, updated: 0, refused: 0 });
  await expectEachOnce(event, count);
});

test('stopped it writes nothing more, and resumed it goes on where it stood', async () => {
  const count = 1_200;
  const event = await makeEvent();
  const { id } = await upload(event, people(count));
  await send('PATCH', `/api/v1/attendee_imports/${String(id)}`, { state: 'stopped' });
  const stopped = await read(id);
  expect(stopped['state']).toBe('stopped');
  expect(Number(stopped['processed'])).toBeLessThan(count);
  await server.kill();
  server = await startServerProcess(env);
  expect(await read(id)).toMatchObject({ state: 'stopped', processed: stopped['processed'] });
  expect(await all('registrations', event)).toHaveLength(Number(stopped['processed']));
  await send('PATCH', `/api/v1/attendee_imports/${String(id)}`, { state: 'running' });
  expect(await until(id, ({ state }) => state !== 'running')).toMatchObject({ state: 'done', created: count });
  await expectEachOnce(event, count);
});

test('of a file with everything wrong in it, the good rows come and the others are named', async () => {
  const { bytes, good, refused } = hostilePeople(800);
  const event = await makeEvent();
  const sent = await upload(event, bytes);
  expect(sent).toMatchObject({ rows: 800, refusedCount: refused });
  expect(String(sent['notes'])).toContain('Windows-1252');
  expect(await until(sent['id'], ({ state }) => state !== 'running')).toMatchObject({
    ...{ state: 'done', created: good, refused, processed: 800 },
  });
  const registrations = await all('registrations', event);
  expect(registrations).toHaveLength(good);
  expect(registrations.filter(({ name }) => String(name).includes('Gr'))).toHaveLength(good);
  for (const { name } of registrations) expect(name).toMatch(/^(?:=HYPERLINK|Jürgen Groß)/);
});
