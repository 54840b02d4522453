/**
 * Hostile messages on a live connection: refused or disconnected, with an error where one can be sent, and without
 * effect on others.
 */
import { connect } from 'node:net';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { frameBytesMax, liveProtocol, type ServerFrame } from '#shared/live/frames.ts';
import { type LiveClient, openLive } from '#test/fixtures/live-client.ts';
import { addMember, loggedIn } from '#test/fixtures/people.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const isId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const patient = { timeout: 60_000, interval: 50 };
let house: TestServer;
let acme: CreatedTenant;
let stranger: CreatedTenant;
/** A well-behaved client that stays connected all the time. */
let bystander: LiveClient;
const undo: (() => unknown)[] = [];

beforeAll(async () => {
  house = await openTestServer();
  acme = await house.tenant('acme');
  stranger = await house.tenant('stranger');
  bystander = openLive(house.url, acme.apiKey);
  bystander.send({ type: 'subscribe', id: 'b', collection: 'notes' });
  await bystander.heard((frame) => frame.type === 'subscribed', 'subscribed');
});
afterEach(async () => {
  for (const step of undo.splice(0)) step();
  const before = bystander.changes().length;
  const made = await house.send('POST', '/api/v1/notes', { key: acme.apiKey, json: { title: 'still here' } });
  expect(made.status).toBe(201);
  await bystander.took(before + 1);
});
afterAll(async () => {
  bystander.close();
  await house.close();
});

function open(key: string | null = acme.apiKey, ...more: [object?, string?]): LiveClient {
  const client = openLive(house.url, key, ...more);
  undo.push(() => client.socket.terminate());
  return client;
}

/** The status that a connection was answered with instead of becoming a socket; 101 where it became one. */
function statusOf(path: string, headers: Readonly<Record<string, string>>, protocols: string[] = []): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(house.url.replace('http', 'ws') + path, protocols, { headers });
    socket.on('open', () => {
      socket.terminate();
      resolve(101);
    });
    socket.on('unexpected-response', (_request, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    socket.on('error', reject);
  });
}

test('W01 no credential or a bad one is answered before there is a socket; a page may say it in its first frame', async () => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  expect(await statusOf('/live', {})).toBe(401);
  expect(await statusOf('/live', bearer('gate_sk_live_nobody'))).toBe(401);
  expect(await statusOf(`/live?token=${acme.apiKey}`, {})).toBe(401);
  expect(await statusOf('/live', bearer(acme.sandbox.apiKey))).toBe(401);
  expect(await statusOf('/sandbox/live', bearer(acme.apiKey))).toBe(401);
  expect(await statusOf('/sandbox/live', bearer(acme.sandbox.apiKey))).toBe(101);
  expect(await statusOf('/live', { ...bearer(acme.apiKey), origin: 'https://evil.example' })).toBe(403);
  expect(await statusOf('/live', {}, [liveProtocol])).toBe(101);
  const own = { headers: { origin: house.url } };
  for (const token of ['gate_sk_live_nobody', 'x']) {
    const client = open(null, own);
    client.send({ type: 'init', token });
    expect([token, await client.closed()]).toEqual([token, 4401]);
  }
  const unnamed = open(null, own);
  unnamed.send({ type: 'subscribe', id: 's', collection: 'notes' });
  expect(await unnamed.closed()).toBe(4401);
  const named = open(null, own);
  named.send({ type: 'init', token: acme.apiKey });
  named.send({ type: 'subscribe', id: 's', collection: 'notes' });
  await named.heard((frame) => frame.type === 'subscribed', 'subscribed');
});

test('W02 another tenant’s changes are never sent, with any name in the request', async () => {
  const theirs = open(stranger.apiKey);
  theirs.send({ type: 'subscribe', id: 's', collection: 'notes' });
  theirs.send({ type: 'subscribe', id: 'past', collection: 'notes', since: 0 });
  await theirs.heard((frame) => frame.type === 'subscribed' && frame.id === 'past', 'subscribed');
  await house.send('POST', '/api/v1/notes', { key: acme.apiKey, json: { title: 'not theirs' } });
  await house.send('POST', '/api/v1/notes', { key: stranger.apiKey, json: { title: 'theirs' } });
  await theirs.took(2);
  expect(theirs.changes().map(({ record }) => record['title'])).toEqual(['theirs', 'theirs']);
});

/** The tenant matrix of live lines, which the one of the document's operations leaves out. */
describe('W02 every collection, to everyone who has no business there', () => {
  let collections: readonly string[];
  const scopes = ['*:read', '*:write', 'admin:read', 'admin:write'];
  const victim = async () => must(await house.admin.directory.byId(acme.tenant.id), 'the tenant');
  const keyWith = async (name: string, given = scopes) =>
    house.admin.credentials.createKey(await victim(), { name, scopes: given });

  beforeAll(async () => {
    const registry = await house.admin.platform.registry(acme.tenant.id);
    collections = [...registry.collections.keys()];
    expect(collections.length).toBeGreaterThan(30);
  });

  /** What each subscription is answered first. */
  async function answersTo(key: string): Promise<ReadonlyMap<string, ServerFrame>> {
    const client = open(key);
    const answers = new Map<string, ServerFrame>();
    for (const collection of collections) {
      client.send({ type: 'subscribe', id: collection, collection, since: 0 });
      const isIts = (frame: ServerFrame) => 'id' in frame && frame.id === collection;
      answers.set(collection, await client.heard(isIts, `an answer for ${collection}`));
      client.send({ type: 'unsubscribe', id: collection });
    }
    return answers;
  }

  test('no credential, one that was revoked or has run out, a member who was removed: 401', async () => {
    const { credentials, directory } = house.admin;
    const [revoked, expired] = [await keyWith('revoked'), await keyWith('expired')];
    await credentials.revokeKey(revoked.id);
    await directory.control.commit('system:matrix', async (tx) =>
      ok(await tx.update('api_keys', expired.id, { expiresAt: '2020-01-01T00:00:00.000Z' })),
    );
    const member = await addMember(house, acme.tenant.id, 'removed@acme.example', 'admin');
    const { accessToken: removed } = await loggedIn(house, 'removed@acme.example');
    const gone = await house.send('DELETE', `/api/v1/members/${member}`, { key: acme.apiKey });
    expect([gone.status, gone.text]).toEqual([200, expect.any(String)]);
    for (const key of [null, revoked.apiKey, expired.apiKey, removed]) {
      expect(await statusOf('/live', key === null ? {} : { authorization: `Bearer ${key}` })).toBe(401);
      for (const collection of collections) {
        const { status } = await house.send('GET', `/api/v1/${collection}/changes?since=0`, { key });
        expect([collection, status]).toEqual([collection, 401]);
      }
    }
  });

  test('a key without the scope, a lower role: refused wherever a list is', async () => {
    await addMember(house, acme.tenant.id, 'viewer@acme.example', 'viewer');
    const { accessToken: viewer } = await loggedIn(house, 'viewer@acme.example');
    const { apiKey: without } = await keyWith('without', ['nothing:read']);
    for (const key of [without, viewer])
      for (const [collection, answer] of await answersTo(key)) {
        const { codes, status } = await house.send('GET', `/api/v1/${collection}?limit=1`, { key });
        const expected = status === 200 ? { type: 'subscribed' } : { type: 'error', code: codes[0] };
        if (key === without) expect([collection, status]).toEqual([collection, 403]);
        expect([collection, answer]).toEqual([collection, expect.objectContaining(expected)]);
      }
  });

  test('another tenant’s owner: all of its own, and no record that is ours', async () => {
    const { directory } = house.admin;
    const ours = new Set<string>();
    const store = await directory.open(await victim());
    for (const collection of collections)
      for await (const page of store.walk(collection)) for (const { id } of page) ours.add(id);
    expect(ours.size).toBeGreaterThan(0);
    const their = await directory.open(must(await directory.byId(stranger.tenant.id), 'the other tenant'));
    const head = await their.head();
    const lines = Array.from({ length: Math.ceil(collections.length / 50) }, () => open(stranger.apiKey));
    for (const [n, collection] of collections.entries()) {
      const line = lines[Math.floor(n / 50)]!;
      line.send({ type: 'subscribe', id: collection, collection, since: 0 });
      const isThrough = (frame: ServerFrame) =>
        'id' in frame && frame.id === collection && 'seq' in frame && frame.type !== 'subscribed' && frame.seq >= head;
      await line.heard(isThrough, `all of ${collection}`);
    }
    const changes = lines.flatMap((line) => line.changes());
    expect(changes.length).toBeGreaterThan(0);
    const mentioned = changes.flatMap((frame) => [...JSON.stringify(frame).matchAll(isId)].map(([id]) => id));
    expect(mentioned.filter((id) => ours.has(id))).toEqual([]);
  });
});

test('W03 frames that are none: a word for each, and in the end the line is cut; bytes are cut at once', async () => {
  const client = open();
  await client.heard((frame) => frame.type === 'ready', 'ready');
  const garbage = ['', 'x', '[]', '"subscribe"', '{"type":99}', '{"type":"subscribe"}', `${'['.repeat(5_000)}`];
  for (const text of garbage) client.socket.send(text);
  client.socket.send('{"type":"subscribe","id":"s","collection":"__proto__"}');
  client.socket.send('{"type":"subscribe","id":"t","collection":"notes","where":{"__proto__":{"equals":1}}}');
  client.socket.send('{"type":"subscribe","id":"u","collection":"notes","since":1e309}');
  client.socket.send('{"type":"subscribe","id":"v","collection":"notes","since":-1}');
  client.send({ type: 'ping' });
  await client.heard((frame) => frame.type === 'pong', 'pong');
  const errors = client.frames.filter((frame) => frame.type === 'error');
  expect(errors.map(({ code }) => code)).toHaveLength(garbage.length + 4);
  expect(errors.filter(({ code }) => code === 'internal_error')).toEqual([]);
  for (let n = 0; n < 50; n += 1) client.socket.send('x');
  expect(await client.closed()).toBe(1008);
  const binary = open();
  await binary.heard((frame) => frame.type === 'ready', 'ready');
  binary.socket.send(Buffer.from([0, 1, 2]));
  expect(await binary.closed()).toBe(1003);
});

test('W04 a frame that is too large ends the line, and so many subscriptions are refused', async () => {
  const client = open();
  await client.heard((frame) => frame.type === 'ready', 'ready');
  for (let n = 0; n <= 100; n += 1) client.send({ type: 'subscribe', id: `s${n}`, collection: 'notes' });
  client.send({ type: 'subscribe', id: 's1', collection: 'notes' });
  const of = (id: string) => client.heard((frame) => frame.type === 'error' && frame.id === id, `a refusal of ${id}`);
  expect(await of('s100')).toMatchObject({ code: 'overloaded' });
  expect(await of('s1')).toMatchObject({ code: 'id_reused' });
  client.socket.send('x'.repeat(frameBytesMax + 1));
  expect(await client.closed()).toBe(1009);
});

test('W10 socket.io: floods, names from prototypes and announced attachments end that socket', async () => {
  const socket = io(house.url, { auth: { token: acme.apiKey }, transports: ['websocket'], reconnection: false });
  undo.push(() => socket.disconnect());
  let isOver = false;
  socket.on('disconnect', () => {
    isOver = true;
  });
  const refused: string[] = [];
  socket.on('error', ({ code }: { code: string }) => refused.push(code));
  socket.emit('__proto__', { type: 'subscribe' });
  socket.emit('constructor', 1);
  await expect.poll(() => refused, patient).toEqual(['invalid_request', 'invalid_request']);
  for (let n = 0; n < 2_000; n += 1) socket.emit('x', n, () => {});
  await expect.poll(() => isOver, patient).toBe(true);

  const raw = new WebSocket(`${house.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const ended = new Promise((resolve) => raw.once('close', resolve));
  raw.on('error', () => {});
  raw.on('message', (data) => {
    const text = String(data);
    if (text.startsWith('0')) raw.send(`40${JSON.stringify({ token: acme.apiKey })}`);
    if (text.startsWith('40')) raw.send('451000000000-["subscribe",{"_placeholder":true,"num":0}]');
  });
  await ended;
});

test('W03 a broken connection leaves no state: half a handshake, half a frame', async () => {
  const { hostname, port } = new URL(house.url);
  const half = connect(Number(port), hostname);
  undo.push(() => half.destroy());
  half.on('error', () => {});
  half.write(
    [
      'GET /live HTTP/1.1',
      `Host: ${hostname}:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      `Authorization: Bearer ${acme.apiKey}`,
      '\r\n',
    ].join('\r\n'),
  );
  await new Promise((resolve) => half.once('data', resolve));
  // A reserved opcode, unmasked: the protocol's own refusal.
  half.write(Buffer.from([0x83, 0x05, 1, 2]));
  await new Promise((resolve) => half.once('close', resolve));
});
