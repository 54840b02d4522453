/** Two servers on one database: a client may reach either and finds the same data, sessions and limits. */
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { signBy } from '#test/fixtures/paired-kiosk.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { openTwoEvents, type TwoEvents } from '#test/fixtures/two-events.ts';

const patient = { timeout: 60_000 };
let one: TestServer;
let two: TestServer;
let events: TwoEvents;

beforeAll(async () => {
  const url = await (await postgres()).database('pair');
  // At the same moment, on an empty database, and each with a data folder of its own.
  [one, two] = await Promise.all([openTestServer({ DATABASE_URL: url }), openTestServer({ DATABASE_URL: url })]);
  events = await openTwoEvents(one, 'here', 30);
}, 300_000);
afterAll(async () => {
  await Promise.all([one?.close(), two?.close()]);
});

test('one secret: what one server stamps, seals and signs is valid at the other', async () => {
  const [here, there] = [one.admin.secrets, two.admin.secrets];
  expect(there.identity.publicKey).toBe(here.identity.publicKey);
  expect(there.sealKey.publicKey).toBe(here.sealKey.publicKey);
  expect(there.open('test', here.seal('test', Buffer.from('word')))).toEqual(Buffer.from('word'));

  const kiosk = await events.kiosk();
  const asked = await one.send('POST', '/api/v1/kiosks/challenge', { json: { kioskId: kiosk.id } });
  const nonce = String(asked.body['nonce']);
  const json = { kioskId: kiosk.id, nonce, signature: signBy(kiosk.key, `gatehouse-kiosk-v1\n${kiosk.id}\n${nonce}`) };
  const renewed = await two.send('POST', '/api/v1/kiosks/token', { json });
  expect(renewed.status).toBe(200);
  const token = String(renewed.body['token']);
  for (const house of [one, two])
    expect((await house.send('GET', '/api/v1/replication/snapshot', { key: token })).status).toBe(200);
  // What was proven at one server proves nothing any more at another.
  expect((await one.send('POST', '/api/v1/kiosks/token', { json })).codes).toEqual(['signature_invalid']);
});

test('a first load begun at one server is continued at the other, and not made again there', async () => {
  const { token } = await events.kiosk();
  const manifests = [];
  for (const house of [one, two]) {
    const { body } = await house.send('GET', '/api/v1/replication/snapshot', { key: token });
    manifests.push(body);
  }
  const [first, second] = manifests;
  expect(second).toMatchObject({ snapshot: first?.['snapshot'], chunks: first?.['chunks'], seq: first?.['seq'] });
  expect(first?.['chunks']).toBeGreaterThan(1);
  for (let n = 0; n < Number(first?.['chunks']); n++) {
    const path = `/api/v1/replication/snapshot/${first?.['snapshot']}/${n}`;
    const [a, b] = await Promise.all([one, two].map((house) => house.send('GET', path, { key: token })));
    expect(a?.status).toBe(200);
    expect(b?.text).toBe(a?.text);
  }
});

test('a crash of the database empties the shelf, and the next to ask fills it again', async () => {
  const { token } = await events.kiosk();
  const server = await postgres();
  await one.send('GET', '/api/v1/replication/snapshot', { key: token });
  await server.query('TRUNCATE gatehouse.shelf', 'pair');
  const { body } = await one.send('GET', '/api/v1/replication/snapshot', { key: token });
  const fresh = await two.send('GET', `/api/v1/replication/snapshot/${body['snapshot']}/0`, { key: token });
  expect(fresh.status).toBe(200);
});

test('what is revoked at one server is said at the other, and open sockets end there', async () => {
  const kiosk = await events.kiosk();
  const socket = io(two.url, { auth: { token: kiosk.token }, transports: ['websocket'], reconnection: false });
  try {
    await new Promise((resolve) => socket.once('connect', () => resolve(null)));
    const heard: string[] = [];
    two.admin.revocations.onRevoked((actor) => heard.push(actor));
    const ended = new Promise((resolve) => socket.once('closed', resolve));
    expect((await one.admin.kiosks.revoke(kiosk.id)).ok).toBe(true);
    expect(await ended).toEqual({ code: 'kiosk_revoked' });
    await expect.poll(() => heard, patient).toContain(`kiosk:${kiosk.id}`);
    const refused = await two.send('GET', '/api/v1/replication/snapshot', { key: kiosk.token });
    expect([refused.status, refused.codes]).toEqual([401, ['kiosk_revoked']]);

    const made = await one.tenant('leaver');
    const key = must(await one.admin.credentials.findKey(made.apiKey), 'the key');
    expect((await two.send('GET', '/api/v1/notes', { key: made.apiKey })).status).toBe(200);
    await one.admin.credentials.revokeKey(key.id);
    await expect.poll(() => heard, patient).toContain(`key:${key.id}`);
    expect((await two.send('GET', '/api/v1/notes', { key: made.apiKey })).codes).toEqual(['credential_revoked']);
  } finally {
    socket.disconnect();
  }
});

test('an Idempotency-Key is known at both, and a commit at one is heard by clients of the other', async () => {
  const { apiKey: key } = await one.tenant('writer');
  const socket = io(two.url, { auth: { token: key }, transports: ['websocket'], reconnection: false });
  try {
    await new Promise((resolve) => socket.once('connect', () => resolve(null)));
    const heads: number[] = [];
    socket.on('changed', ({ head }: { head: number }) => heads.push(head));
    const sent = { key, json: { title: 'Once' }, headers: { 'idempotency-key': 'n1' } };
    const answers = await Promise.all([one, two, one, two].map((house) => house.send('POST', '/api/v1/notes', sent)));
    expect(new Set(answers.map(({ body }) => (body['data'] as { id: string }).id)).size).toBe(1);
    const { body } = await two.send('GET', '/api/v1/notes', { key });
    expect(body['data']).toHaveLength(1);
    await expect.poll(() => heads.at(-1), patient).toBe(1);
    await one.send('POST', '/api/v1/notes', { key, json: { title: 'Twice' } });
    await expect.poll(() => heads.at(-1), patient).toBe(2);
  } finally {
    socket.disconnect();
  }
});
