/** W03–W08: messages that no stock client sends. The server closes the connection or ignores them; the others go on. */
import * as encoding from 'lib0/encoding';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { documentBytesMax, frameBytesMax } from '#server/modules/documents/limits.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { closeClients, openClient, patient, type StockClient } from '../../modules/documents/stock-client.ts';

let house: TestServer;
let key: string;

beforeAll(async () => {
  house = await openTestServer();
  key = (await house.tenant('here')).apiKey;
});
afterEach(closeClients);
afterAll(() => house.close());

async function newNote(body: string): Promise<string> {
  const made = await house.send('POST', '/api/v1/notes', { key, json: { title: 'One', body } });
  return String((made.body['data'] as Body)['id']);
}

async function good(id: string): Promise<StockClient> {
  const client = openClient(`notes/${id}/body`, { url: house.url, key });
  await client.synced();
  return client;
}

function raw(id: string): Promise<WebSocket> {
  const headers = { authorization: `Bearer ${key}` };
  const socket = new WebSocket(`${house.url.replace(/^http/, 'ws')}/collab/ws/notes/${id}/body`, { headers });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** The code it is closed with, having sent this. */
async function codeAfter(id: string, sent: string | Uint8Array): Promise<number> {
  const socket = await raw(id);
  // Its own side may break off while it still sends.
  socket.on('error', () => {});
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.send(sent);
  return closed;
}

function frame(kinds: readonly number[], bytes: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder();
  for (const kind of kinds) encoding.writeVarUint(encoder, kind);
  encoding.writeVarUint8Array(encoder, bytes);
  return encoding.toUint8Array(encoder);
}

function bytes(write: (encoder: encoding.Encoder) => void): Uint8Array {
  const encoder = encoding.createEncoder();
  write(encoder);
  return encoding.toUint8Array(encoder);
}

/** One structure of nothing but a length, which the client is said to have deleted. */
const collected = (clock: number, length: number) =>
  bytes((encoder) => {
    for (const n of [1, 1, 4_711, clock]) encoding.writeVarUint(encoder, n);
    encoding.writeUint8(encoder, 0);
    for (const n of [length, 0]) encoding.writeVarUint(encoder, n);
  });
const deleted = (clock: number, length: number) =>
  bytes((encoder) => {
    for (const n of [0, 1, 4_711, 1, clock, length]) encoding.writeVarUint(encoder, n);
  });

const presence = (entries: readonly (readonly [client: number, clock: number, state: string])[]) =>
  frame(
    [1],
    bytes((encoder) => {
      encoding.writeVarUint(encoder, entries.length);
      for (const [client, clock, state] of entries) {
        encoding.writeVarUint(encoder, client);
        encoding.writeVarUint(encoder, clock);
        encoding.writeVarString(encoder, state);
      }
    }),
  );

const far = 2 ** 53 - 1;

test.each<[string, string | Uint8Array, number]>([
  ['W03: text', 'hello', 1003],
  ['W03: an empty frame', new Uint8Array(), 1003],
  ['W03: a kind there is not', new Uint8Array([99]), 1003],
  ['W03: a truncated number', new Uint8Array([0x80]), 1003],
  ['W03: a length that lies', new Uint8Array([0, 2, 0xff, 0xff, 0x03, 1]), 1003],
  ['W03: a step there is not', frame([0, 7], new Uint8Array([0, 0])), 1003],
  ['W03: an update that is none', frame([0, 2], new Uint8Array([200, 1, 255, 255, 7, 9])), 1003],
  ['W03: an update cut short', frame([0, 2], Y.encodeStateAsUpdate(withText('cut short')).slice(0, 12)), 1003],
  ['W03: a state vector that is none', frame([0, 0], new Uint8Array([255, 255, 1])), 1003],
  ['W03: a state that is no JSON', presence([[1, 1, '{']]), 1003],
  ['W04: 2 MiB', new Uint8Array(frameBytesMax), 1009],
  ['W06: 10,000 clients', presence(Array.from({ length: 10_000 }, (_, n) => [n, 1, '{}'])), 1009],
  ['W06: 1 MB of state', presence([[1, 1, JSON.stringify('x'.repeat(1_000_000))]]), 1009],
  ['W07: a length of 2^53', frame([0, 2], collected(0, far)), 1003],
  ['W07: a clock of 2^53', frame([0, 2], collected(far, 1)), 1003],
  ['W07: a deletion at 2^53', frame([0, 2], deleted(far, 1)), 1003],
])('%s ends the connection, and no other', async (_what, sent, code) => {
  const id = await newNote('ab');
  const [one, two] = [await good(id), await good(id)];
  let broken = 0;
  for (const { provider } of [one, two]) provider.on('connection-close', () => broken++);
  expect(await codeAfter(id, sent)).toBe(code);
  one.text.insert(2, 'c');
  await expect.poll(() => two.text.toString(), patient).toBe('abc');
  expect(broken).toBe(0);
});

function withText(text: string): Y.Doc {
  const doc = new Y.Doc();
  doc.getText('content').insert(0, text);
  return doc;
}

test('W06: one connection holds a few presence states, for no other client, and they end with it', async () => {
  const id = await newNote('');
  const one = await good(id);
  one.provider.awareness.setLocalStateField('name', 'Ada');
  const states = () => one.provider.awareness.getStates();
  const socket = await raw(id);
  socket.send(presence(Array.from({ length: 100 }, (_, n) => [10_000 + n, 1, '{"name":"Eve"}'])));
  await expect.poll(() => states().size, patient).toBe(6);
  // The same key may; another actor may not.
  const { directory, credentials } = house.admin;
  const tenant = (await directory.list()).find(({ slug, sandboxOf }) => slug === 'here' && sandboxOf === null);
  if (!tenant) throw new Error('no tenant');
  const other = await credentials.createKey(tenant, { name: 'k', scopes: ['sample:read'], roles: [] });
  const eve = openClient(`notes/${id}/body`, { url: house.url, key: other.apiKey });
  await eve.synced();
  // A first state of clock 0 is none to y-protocols.
  eve.provider.awareness.setLocalStateField('name', 'Eve');
  await expect.poll(() => eve.provider.awareness.getStates().get(one.doc.clientID)?.['name'], patient).toBe('Ada');
  const forged = new Awareness(new Y.Doc());
  forged.clientID = one.doc.clientID;
  forged.states.set(forged.clientID, { name: 'Eve' });
  forged.meta.set(forged.clientID, { clock: 1_000, lastUpdated: 0 });
  (eve.provider.ws as unknown as WebSocket).send(frame([1], encodeAwarenessUpdate(forged, [forged.clientID])));
  forged.destroy();
  socket.close();
  await expect.poll(() => states().size, patient).toBe(2);
  one.provider.awareness.setLocalStateField('name', 'Ada still');
  await expect
    .poll(() => eve.provider.awareness.getStates().get(one.doc.clientID)?.['name'], patient)
    .toBe('Ada still');
});

test('W08: a document that is full takes no more, says so, and takes it when there is room again', async () => {
  const id = await newNote('');
  const [one, two] = [await good(id), await good(id)];
  let denied = 0;
  one.provider.messageHandlers[2] = () => {
    denied++;
  };
  const piece = 'x'.repeat(500_000);
  for (let n = 0; n < Math.ceil(documentBytesMax / piece.length); n++) one.text.insert(0, piece);
  await expect.poll(() => denied, patient).toBe(1);
  const room = documentBytesMax - piece.length;
  await expect.poll(() => two.text.length, patient).toBe(room);
  two.text.delete(0, room);
  await expect.poll(() => two.text.length, patient).toBe(piece.length);
  await expect.poll(() => one.text.length, patient).toBe(piece.length);
});
