/**
 * A tenant that moves from SQLite to PostgreSQL and back: nothing is lost, keys work, tickets stay valid, kiosks load
 * again.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { createDemo, type Demo } from '#server/operations/demo/create-demo.ts';
import { must } from '#shared/base/assert.ts';
import { adminJson, adminWords } from '#test/fixtures/admin-words.ts';
import { type PairedKiosk, pairKiosk, signBy } from '#test/fixtures/paired-kiosk.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { closeClients, openClient, patient } from '../modules/documents/stock-client.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

let folder: string;
let home: TestServer;
let demo: Demo;
let key: string;
let kiosk: PairedKiosk;
let checkpoint: Body;
/** A shared text, and the copy of a client that was offline since before the export. */
let venue: string;
let away: Y.Doc;
const homeEnv = () => home.env;
const file = (name: string) => join(folder, name);

type Lines = readonly Body[];
const linesOf = (name: string): Lines =>
  gunzipSync(readFileSync(file(name)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Body);
/** What must be the same in both places: all lines after the first; the row of a credential is new. */
const essence = (name: string) =>
  linesOf(name)
    .slice(1)
    .map((line) => {
      if (line['kind'] !== 'credential') return line;
      const { createdAt: _made, updatedAt: _changed, version: _version, ...kept } = line['record'] as Body;
      return { ...line, record: kept };
    });

async function ticketOf(house: TestServer, apiKey: string, registration: string): Promise<Body> {
  const answer = await house.send('GET', `/events/${demo.eventId}/registrations/${registration}`, { key: apiKey });
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('qrCode')]);
  return (answer.body['ticket'] ?? (answer.body['data'] as Body)['ticket']) as Body;
}

async function checkIn(house: TestServer, registration: string): Promise<number> {
  const { qrCode } = await ticketOf(house, key, registration);
  const json = { qrCode, gateId: 'main-entrance' };
  return (await house.send('POST', '/events/checkin', { key, json })).status;
}

async function registrations(house: TestServer): Promise<readonly Body[]> {
  const answer = await house.send('GET', '/api/v1/registrations?sort=id&limit=200', { key });
  expect(answer.status).toBe(200);
  return answer.body['data'] as Body[];
}

const titleOf = async (house: TestServer) =>
  ((await house.send('GET', `/api/v1/venues/${venue}`, { key })).body['data'] as Body)['title'];

/** They go on where they were, and who was away brings in what he wrote meanwhile. */
async function writeOn(house: TestServer): Promise<void> {
  const name = `venues/${venue}/title`;
  const here = openClient(name, { url: house.url, key });
  await expect.poll(() => here.text.toString(), patient).toBe('Hall 2, west');
  here.text.insert(here.text.length, '!');
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(away));
  const back = openClient(name, { url: house.url, key, doc });
  for (const { text } of [here, back]) await expect.poll(() => text.toString(), patient).toBe('The Hall 2, west!');
  await expect.poll(() => titleOf(house), patient).toBe('The Hall 2, west!');
  closeClients();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  home = await openTestServer();
  const made = await home.tenant('fair');
  key = made.apiKey;
  // Tables of modules that this test does not use would only cost time, on PostgreSQL most of all.
  const record = must(await home.admin.directory.byId(made.tenant.id), 'the tenant');
  await home.admin.directory.setModules(record, ['events', 'sample']);
  demo = await createDemo(home.admin, { attendees: 6, slug: 'fair' });
  kiosk = await pairKiosk(home, demo.tenant, demo.eventId, 'main-entrance');
  const json = { title: 'a', meta: { z: 1, a: ['é😀', null] }, spot: [10.5, 59.9], tags: ['x'], ratio: 0.1 };
  expect((await home.send('POST', '/api/v1/notes', { key, json })).status).toBe(201);
  const halls = { name: 'halls', fields: [{ name: 'title', type: 'text', unique: true }] };
  expect((await home.send('POST', '/api/v1/collections', { key, json: halls })).status).toBe(201);
  expect((await home.send('POST', '/api/v1/halls', { key, json: { title: 'Great' } })).status).toBe(201);
  const venues = {
    name: 'venues',
    labels: { one: 'Venue', many: 'Venues' },
    fields: [{ name: 'title', type: 'text' }],
  };
  expect((await home.send('POST', '/api/v1/collections', { key, json: venues })).status).toBe(201);
  const hall = await home.send('POST', '/api/v1/venues', { key, json: { title: 'Hall 2' } });
  expect(hall.status).toBe(201);
  venue = String((hall.body['data'] as Body)['id']);
  const writer = openClient(`venues/${venue}/title`, { url: home.url, key });
  await vi.waitFor(() => expect(writer.provider.synced).toBe(true), patient);
  writer.text.insert(writer.text.length, ', west');
  await vi.waitFor(async () => expect(await titleOf(home)).toBe('Hall 2, west'), patient);
  closeClients();
  away = writer.doc;
  away.getText('content').insert(0, 'The ');
  const [first] = await registrations(home);
  expect(await checkIn(home, String(must(first, 'a registration')['id']))).toBe(200);
  const pulled = await kiosk.send('GET', '/api/v1/replication/pull');
  checkpoint = { log: pulled.body['log'], seq: pulled.body['seq'] };
  // The module is switched off: its data is kept, and goes along.
  await adminJson(homeEnv(), 'tenant', 'modules', 'fair', '--deactivate', 'sample');
  await adminJson(homeEnv(), 'tenant', 'export', 'fair', file('home.gz'));
});
afterAll(async () => {
  closeClients();
  await home.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the file is the owner’s alone, holds no other tenant, and is not replaced unasked', async () => {
  expect(statSync(file('home.gz')).mode & 0o777).toBe(0o600);
  await home.tenant('stranger');
  await adminJson(homeEnv(), 'tenant', 'export', 'fair', file('again.gz'));
  const lines = linesOf('again.gz');
  expect(JSON.stringify(lines)).not.toContain('stranger');
  expect(lines.filter((line) => line['kind'] === 'database')).toHaveLength(2);
  const again = await adminWords(homeEnv(), ['tenant', 'export', 'fair', file('again.gz')]);
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('--overwrite')]);
  await adminJson(homeEnv(), 'tenant', 'export', 'fair', file('again.gz'), '--overwrite');
});

test('to PostgreSQL and back to SQLite: every record, version and sequence number is the same', async () => {
  const server = await postgres();
  const there = { DATA_DIR: file('there'), DATABASE_URL: await server.database('moving') };
  const taken = await adminJson<Body>(there, 'tenant', 'import', file('home.gz'));
  expect(taken).toMatchObject({ tenant: demo.tenant, slug: 'fair' });
  await adminJson(there, 'tenant', 'export', 'fair', file('there.gz'));

  // A backup of all that is on PostgreSQL goes back there, in the place of what came to be since.
  await adminJson(there, 'backup', file('there.tar.gz'));
  const kept = await adminWords(there, ['restore', file('there.tar.gz')]);
  expect([kept.code, kept.err]).toEqual([2, expect.stringContaining('--overwrite')]);
  await adminJson(there, 'tenant', 'delete', 'fair');
  await adminJson(there, 'restore', file('there.tar.gz'));
  await adminJson(there, 'tenant', 'export', 'fair', file('there.gz'), '--overwrite');

  const back = { DATA_DIR: file('back') };
  await adminJson(back, 'tenant', 'import', file('there.gz'), '--as', 'fair-again');
  await adminJson(back, 'tenant', 'export', 'fair-again', file('back.gz'));
  const twice = await adminWords(back, ['tenant', 'import', file('home.gz'), '--as', 'fair-again']);
  expect([twice.code, twice.err]).toEqual([2, expect.stringContaining('already')]);
  const byId = await adminWords(back, ['tenant', 'import', file('home.gz'), '--as', 'other']);
  expect([byId.code, byId.err]).toEqual([2, expect.stringContaining('with the ID')]);

  const house = await openTestServer(there);
  await writeOn(house).finally(() => house.close());

  expect(essence('there.gz')).toEqual(essence('home.gz'));
  expect(essence('back.gz')).toEqual(essence('home.gz'));
  expect(linesOf('back.gz')[0]).toMatchObject({ slug: 'fair-again', modules: expect.not.arrayContaining(['sample']) });
});

test('where it came to, its keys open, its tickets are signed, and what was used stays used', async () => {
  const house = await openTestServer();
  try {
    const { env } = house;
    await adminJson(env, 'tenant', 'import', file('home.gz'));
    expect((await house.send('GET', '/api/v1/venues', { key })).text).toContain('Hall 2');
    await writeOn(house);
    const [used, fresh] = await registrations(house);
    expect((await registrations(house)).length).toBe((await registrations(home)).length);
    const halls = await house.send('GET', '/api/v1/halls?where[title][equals]=Great', { key });
    expect([halls.status, halls.body['data']]).toMatchObject([200, [{ title: 'Great' }]]);
    expect(await checkIn(house, String(used?.['id']))).toBe(409);
    expect(await checkIn(house, String(fresh?.['id']))).toBe(200);
    const page = new URL(must(demo.ticketPages[0], 'a ticket page').url).pathname;
    expect((await house.send('GET', page)).status).toBe(200);
    // A kiosk proves itself by its own key; its checkpoint is of another log, so that it loads everything again.
    const moved: PairedKiosk = { ...kiosk, send: (method, path) => house.send(method, path, { key: moved.token }) };
    const asked = await house.send('POST', '/api/v1/kiosks/challenge', { json: { kioskId: kiosk.id } });
    expect(asked.status).toBe(200);
    const nonce = String(asked.body['nonce']);
    const signature = signBy(kiosk.key, `gatehouse-kiosk-v1\n${kiosk.id}\n${nonce}`);
    const json = { kioskId: kiosk.id, nonce, signature };
    const renewed = await house.send('POST', '/api/v1/kiosks/token', { json });
    expect(renewed.status).toBe(200);
    moved.token = String(renewed.body['token']);
    const pull = await moved.send('GET', `/api/v1/replication/pull?log=${checkpoint['log']}&seq=${checkpoint['seq']}`);
    expect(pull.codes).toEqual(['log_changed']);
    expect((await moved.send('GET', '/api/v1/replication/pull')).status).toBe(200);
    // And it goes again as it came.
    await adminJson(env, 'tenant', 'delete', 'fair');
    expect((await house.send('GET', '/api/v1/registrations', { key })).status).toBe(401);
    await adminJson(env, 'tenant', 'import', file('home.gz'));
    expect((await house.send('GET', '/api/v1/registrations', { key })).status).toBe(200);
  } finally {
    await house.close();
  }
});

test('a file that is cut, changed, foreign or of a newer version is refused in a sentence, and nothing is kept', async () => {
  const env = { DATA_DIR: file('refusing') };
  const whole = readFileSync(file('home.gz'));
  const lines = gunzipSync(whole).toString().trim().split('\n');
  const packed = (changed: readonly string[]) => gzipSync(`${changed.join('\n')}\n`);
  const broken: Readonly<Record<string, Uint8Array>> = {
    empty: new Uint8Array(),
    'not a gzip': Buffer.from('hello'),
    cut: whole.subarray(0, whole.length - 40),
    'without its end': packed(lines.slice(0, -1)),
    'lacking a line': packed(lines.toSpliced(5, 1)),
    'not JSON': packed(lines.toSpliced(5, 1, 'nonsense')),
    'of another kind': packed(lines.toSpliced(5, 1, '{"kind":"surprise"}')),
    'a record without an id': packed(lines.toSpliced(-3, 1, '{"kind":"record","collection":"notes","record":{}}')),
    newer: packed(lines.toSpliced(0, 1, must(lines[0], 'a first line').replace('"format":1', '"format":99'))),
    'with a stranger’s key': packed(
      lines.map((line) => (line.includes('"api_keys"') ? line.replaceAll(demo.tenant, demo.eventId) : line)),
    ),
    'a value that does not fit': packed(lines.map((line) => line.replace('"open":false', '"open":"perhaps"'))),
    'the same row twice': packed(
      lines
        .flatMap((line) =>
          line.includes('"collection":"notes"') && line.includes('"kind":"record"') ? [line, line] : [line],
        )
        .toSpliced(-1, 1, `{"kind":"end","lines":${lines.length + 1}}`),
    ),
  };
  for (const [name, bytes] of Object.entries(broken)) {
    writeFileSync(file('broken.gz'), bytes);
    const { code, out, err } = await adminWords(env, ['tenant', 'import', file('broken.gz')]);
    expect([name, code, out]).toEqual([name, 2, '']);
    expect([name, err]).toEqual([name, expect.stringMatching(/^gatehouse: [^\n]+\.\n$/)]);
    expect(await adminJson(env, 'tenant', 'list')).toEqual([]);
  }
  const missing = await adminWords(env, ['tenant', 'import', file('nowhere.gz')]);
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('ENOENT')]);
  const nowhere = await adminWords(homeEnv(), ['tenant', 'export', 'fair', file('no/such/folder.gz')]);
  expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining('ENOENT')]);
  await adminJson(env, 'tenant', 'import', file('home.gz'));
});
