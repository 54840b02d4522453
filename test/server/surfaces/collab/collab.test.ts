/** Collaborative documents with stock clients: they converge, the record follows and leads, permission counts all along. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { FollowerContext } from '#server/core/collections/follower.ts';
import { tablesOf } from '#server/operations/transfer/tables-of.ts';
import { must } from '#shared/base/assert.ts';
import { addMember, loggedIn } from '#test/fixtures/people.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import {
  closeClients,
  openClient,
  patient,
  refusalOf,
  type StockClient,
} from '../../modules/documents/stock-client.ts';
import { agreement, writeTogether } from '../../modules/documents/write-together.ts';

let house: TestServer;
let key: string;
let tenant: string;
let stranger: string;

beforeAll(async () => {
  house = await openTestServer();
  const made = await house.tenant('here');
  key = made.apiKey;
  tenant = made.tenant.id;
  stranger = (await house.tenant('stranger')).apiKey;
});
afterEach(closeClients);
afterAll(() => house.close());

const dataOf = (answer: { readonly body: Body }) => answer.body['data'] as Body;
const noteOf = async (id: string) => dataOf(await house.send('GET', `/api/v1/notes/${id}`, { key }));
const bodyOf = async (id: string) => (await noteOf(id))['body'];

async function newNote(values: Body = {}): Promise<string> {
  const made = await house.send('POST', '/api/v1/notes', { key, json: { title: 'One', ...values } });
  return String(dataOf(made)['id']);
}

async function join(id: string, more: { key?: string; doc?: Y.Doc; as?: 'protocol'; field?: string } = {}) {
  const { field = 'body', ...setting } = more;
  const client = openClient(`notes/${id}/${field}`, { url: house.url, key, ...setting });
  await client.synced();
  return client;
}

const newKey = async (scopes: readonly string[], roles: readonly string[] = []) => {
  const { directory, credentials } = house.admin;
  return credentials.createKey(must(await directory.byId(tenant), 'the tenant'), { name: 'k', scopes, roles });
};
const says = (client: StockClient, text: string) => expect.poll(() => client.text.toString(), patient).toBe(text);
const recordSays = (id: string, text: string | null) => expect.poll(() => bodyOf(id), patient).toBe(text);

test('five clients write at random, with lines that break, and converge on what REST says', async () => {
  const id = await newNote({ body: 'Begin. ' });
  const clients = await Promise.all([1, 2, 3, 4, 5].map(() => join(id)));
  const kept = await writeTogether(clients, { seed: 7, edits: 250 });
  const text = await agreement(clients, () => bodyOf(id));
  for (const mark of kept) expect(text).toContain(mark);
  // In the name of whose edits they are.
  const { body } = await house.send('GET', `/api/v1/notes/${id}/versions`, { key });
  expect((body['data'] as Body[])[0]?.['actor']).toMatch(/^key:/);
  // A client that joins later gets the whole text, also after the room left the memory.
  closeClients();
  await says(await join(id), text);
});

describe('the record', () => {
  test('changes from outside come in as what changed, beside what others type', async () => {
    const id = await newNote({ body: 'The doors open at nine. Bring your ticket.' });
    const [one, two] = [await join(id), await join(id, { as: 'protocol' })];
    one.text.insert(one.text.length, ' See you!');
    const json = { body: 'The doors open at ten. Bring your ticket.' };
    expect((await house.send('PATCH', `/api/v1/notes/${id}`, { key, json })).status).toBe(200);
    const both = 'The doors open at ten. Bring your ticket. See you!';
    for (const client of [one, two]) await says(client, both);
    await recordSays(id, both);
  });

  test('a change made while no client had the document open is there for the next client; an empty field is an empty text', async () => {
    const id = await newNote();
    const one = await join(id);
    expect(one.text.toString()).toBe('');
    one.text.insert(0, 'Mine');
    await recordSays(id, 'Mine');
    closeClients();
    expect((await house.send('PATCH', `/api/v1/notes/${id}`, { key, json: { body: 'Yours' } })).status).toBe(200);
    const two = await join(id, { doc: one.doc });
    await says(two, 'Yours');
    two.text.delete(0, 5);
    await recordSays(id, null);
  });

  test('an hour offline: what both sides did comes together, and nothing twice', async () => {
    const id = await newNote({ body: 'middle' });
    const [away, here] = [await join(id), await join(id)];
    away.provider.disconnect();
    for (const word of ['one ', 'two ', 'three ']) away.text.insert(0, word);
    here.text.insert(6, ' end');
    await recordSays(id, 'middle end');
    away.provider.connect();
    for (const client of [away, here]) await says(client, 'three two one middle end');
    await recordSays(id, 'three two one middle end');
  });

  test('a text that the record refuses is kept and reported; the record keeps the last valid text until the next one', async () => {
    const id = await newNote({ title: 'Good' });
    const [one, two] = [await join(id, { field: 'title' }), await join(id, { field: 'title' })];
    const titleOf = async () => (await noteOf(id))['title'];
    const problemOf = (client: StockClient) =>
      [...client.provider.awareness.getStates().values()]
        .map((state) => state['gatehouse']?.problem?.code)
        .find(Boolean);
    one.text.insert(4, '!'.repeat(100));
    for (const client of [one, two]) await expect.poll(() => problemOf(client), patient).toBe('too_long');
    expect(two.text.length).toBe(104);
    expect(await titleOf()).toBe('Good');
    // Written from outside meanwhile: it comes in, and what was typed stays.
    await house.send('PATCH', `/api/v1/notes/${id}`, { key, json: { title: 'Better' } });
    await says(two, `Better${'!'.repeat(100)}`);
    two.text.delete(6, 99);
    await expect.poll(titleOf, patient).toBe('Better!');
    for (const client of [one, two]) await expect.poll(() => problemOf(client), patient).toBeUndefined();
  });

  test('deleted: everyone is sent away for good, and the document goes with it', async () => {
    const id = await newNote({ body: 'short-lived' });
    const client = await join(id);
    await house.send('DELETE', `/api/v1/notes/${id}`, { key });
    await expect.poll(client.closed, patient).toMatch(/^4404 /);
    const { directory } = house.admin;
    const store = await directory.open(must(await directory.byId(tenant), 'the tenant'));
    await expect.poll(() => store.findOne('collab_documents', { record: id }), patient).toBeNull();
    expect(
      await refusalOf(house.url, `/collab/ws/notes/${id}/body`, { headers: { authorization: `Bearer ${key}` } }),
    ).toEqual({ status: 404, codes: ['not_found'] });
  });

  test('updates become one when there are many', async () => {
    const { directory } = house.admin;
    const store = await directory.open(must(await directory.byId(tenant), 'the tenant'));
    const id = await newNote({ body: 'x' });
    const client = await join(id);
    for (let n = 0; n < 5; n++) {
      client.text.insert(0, `${n}${'y'.repeat(40_000)}`.slice(0, 18_000));
      await expect.poll(() => bodyOf(id), patient).toBe(client.text.toString());
    }
    client.text.insert(0, 'z'.repeat(150_000));
    client.text.delete(0, 150_000);
    client.text.insert(0, 'end');
    await recordSays(id, client.text.toString());
    const document = must(await store.findOne('collab_documents', { record: id }), 'the document');
    const rows = await store.count('collab_updates', {
      kind: 'field',
      path: 'document',
      op: 'equals',
      value: document.id,
    });
    expect(rows).toBeLessThan(5);
    expect(document).toMatchObject({ ahead: false });
    expect(document['generation']).toBeGreaterThan(0);
  });
});

describe('who may', () => {
  test('W01 W02 W09: refused before the upgrade', async () => {
    const id = await newNote();
    const path = `/collab/ws/notes/${id}/body`;
    const bearer = (one: string) => ({ headers: { authorization: `Bearer ${one}` } });
    const refused = (status: number, code: string) => ({ status, codes: [code] });
    const ask = (at: string, options?: Parameters<typeof refusalOf>[2]) => refusalOf(house.url, at, options);
    expect(await ask(path)).toEqual(refused(401, 'unauthenticated'));
    expect(await ask(`${path}?apiKey=${key}`)).toEqual(refused(401, 'unauthenticated'));
    expect(await ask(path, { protocols: ['gatehouse', 'bearer.nothing'] })).toEqual(refused(401, 'unauthenticated'));
    expect(await ask(path, bearer(stranger))).toEqual(refused(404, 'not_found'));
    expect(await ask(`/sandbox${path}`, bearer(key))).toEqual(refused(401, 'unauthenticated'));
    const { apiKey } = await newKey(['media:read']);
    expect(await ask(path, bearer(apiKey))).toEqual(refused(403, 'insufficient_scope'));
    const evil = { authorization: `Bearer ${key}`, origin: 'https://evil.example' };
    expect(await ask(path, { headers: evil })).toEqual(refused(403, 'origin_refused'));
    for (const wrong of ['passwordHash', 'seats', 'key', 'nothing'])
      expect((await ask(`/collab/ws/notes/${id}/${wrong}`, bearer(key)))?.status).toBe(404);
    for (const wrong of [
      '/collab/ws/notes',
      `/collab/ws/nothing/${id}/body`,
      `${path}/more`,
      `/collab/ws/%ff/${id}/body`,
    ])
      expect((await ask(wrong, bearer(key)))?.status).toBe(404);
    expect(await ask(path, { protocols: ['gatehouse', `bearer.${key}`] })).toBeNull();
  });

  test('W05: what a reader writes is dropped, and said to be; the others never see it', async () => {
    const id = await newNote({ body: 'Read me' });
    const { apiKey } = await newKey(['sample:read']);
    const [reader, writer] = [await join(id, { key: apiKey }), await join(id)];
    const denied: string[] = [];
    reader.provider.messageHandlers[2] = () => denied.push('denied');
    reader.text.insert(0, 'Not ');
    await expect.poll(() => denied.length, patient).toBe(1);
    writer.text.insert(7, '!');
    await says(reader, 'Not Read me!');
    await recordSays(id, 'Read me!');
    expect(writer.text.toString()).toBe('Read me!');
  });

  test('a key that is revoked ends its line with 4401; one that is not goes on', async () => {
    const id = await newNote({ body: 'ab' });
    const made = await newKey(['sample:read', 'sample:write']);
    const [one, two] = [await join(id, { key: made.apiKey }), await join(id)];
    await house.admin.credentials.revokeKey(made.id);
    await expect.poll(one.closed, patient).toBe('4401 credential_revoked');
    two.text.insert(2, 'c');
    await recordSays(id, 'abc');
  });

  test('a role that is lowered makes a reader of the writer, and given back brings in what was dropped', async () => {
    const id = await newNote({ body: 'ab' });
    const member = await addMember(house, tenant, 'eve@example.org', 'editor');
    const { accessToken } = await loggedIn(house, 'eve@example.org');
    const [one, two] = [await join(id, { key: accessToken }), await join(id)];
    one.text.insert(2, 'c');
    await says(two, 'abc');
    const become = (role: string) => house.send('PATCH', `/api/v1/members/${member}`, { key, json: { role } });
    const denied: string[] = [];
    one.provider.messageHandlers[2] = () => denied.push('denied');
    expect((await become('viewer')).status).toBe(200);
    // Types until the server denies it.
    let typed = 'abc';
    await expect
      .poll(() => {
        one.text.insert(one.text.length, '.');
        typed += '.';
        return denied.length;
      }, patient)
      .toBe(1);
    expect(two.text.length).toBeLessThan(typed.length);
    expect((await become('editor')).status).toBe(200);
    await says(two, one.text.toString());
    await recordSays(id, one.text.toString());
  });
});

test('clients see who joins and who leaves', async () => {
  const id = await newNote();
  const [one, two] = [await join(id), await join(id)];
  const namesAt = (client: StockClient) =>
    [...client.provider.awareness.getStates().values()].map((state) => state['name']).filter(Boolean);
  one.provider.awareness.setLocalStateField('name', 'Ada');
  two.provider.awareness.setLocalStateField('name', 'Bob');
  for (const client of [one, two]) await expect.poll(() => namesAt(client).sort(), patient).toEqual(['Ada', 'Bob']);
  const three = await join(id);
  await expect.poll(() => namesAt(three).sort(), patient).toEqual(['Ada', 'Bob']);
  two.cut();
  two.provider.disconnect();
  for (const client of [one, three]) await expect.poll(() => namesAt(client), patient).toEqual(['Ada']);
});

test('the server names each client: a name or a server state that a client makes up reaches no other client', async () => {
  const id = await newNote();
  const [liar, other] = [await join(id), await join(id)];
  const seen = () => other.provider.awareness.getStates().get(liar.provider.awareness.clientID);
  const claims = [{ name: 'The Owner', color: '#ff0000', id: 'user:1' }, 'The Owner', null, { name: null }, ['x']];
  for (const [n, user] of claims.entries()) {
    liar.provider.awareness.setLocalState({ n, user, gatehouse: { problem: 'all is lost' }, cursor: 3 });
    await expect.poll(() => seen()?.['n'], patient).toBe(n);
    expect(JSON.stringify(seen())).not.toMatch(/The Owner|user:1|all is lost/);
    expect(seen()).toMatchObject({ cursor: 3, user: { id: expect.stringMatching(/^key:/), name: expect.any(String) } });
  }
  liar.provider.awareness.setLocalState({ n: 'last', user: claims[0] });
  await expect.poll(() => seen()?.['n'], patient).toBe('last');
  expect(seen()?.['user']).toMatchObject({ color: '#ff0000' });
});

describe('by the clock', () => {
  const storeOf = async () => {
    const { directory } = house.admin;
    return directory.open(must(await directory.byId(tenant), 'the tenant'));
  };

  async function run(job: string): Promise<void> {
    const { collab, newId } = house.admin;
    const store = await storeOf();
    const context: FollowerContext = {
      tenant,
      // Long after: by then no process is about to finish it.
      clock: () => Date.now() + 600_000,
      newId,
      reader: store,
      commit: async (plan) => {
        const done = await store.commit('system:collab', plan);
        return done.ok ? { ok: true, value: done.value.value } : done;
      },
    };
    await must(
      collab.module.jobs?.find(({ name }) => name === job),
      job,
    ).run(context);
  }

  /** A document that was open once. */
  async function left(values: Body, field: string): Promise<string> {
    const record = await newNote(values);
    (await join(record, { field })).close();
    const rooms = await house.admin.collab.rooms();
    await expect.poll(() => rooms.isOpen(tenant, { collection: 'notes', record, field }), patient).toBe(false);
    return record;
  }

  /** What a process leaves that is killed between storing edits and writing the record. */
  async function killedWith(record: string, edits: (text: Y.Text) => void): Promise<string> {
    const store = await storeOf();
    const { id } = must(await store.findOne('collab_documents', { record }), 'the document');
    const where = { kind: 'field', path: 'document', op: 'equals', value: id } as const;
    const [row] = await store.find('collab_updates', { where, limit: 1 });
    const [doc, updates] = [new Y.Doc(), [] as Uint8Array[]];
    Y.applyUpdate(doc, Buffer.from(String(row?.['data']), 'base64'));
    doc.on('update', (update: Uint8Array) => updates.push(update));
    edits(doc.getText('content'));
    await store.commit('key:somebody', async (tx) => {
      for (const [n, update] of updates.entries()) {
        const data = Buffer.from(update).toString('base64');
        await tx.create('collab_updates', { document: id, number: Number(row?.['number']) + 1 + n, data });
      }
      await tx.update('collab_documents', id, { ahead: true, editedBy: 'key:somebody' });
      return { ok: true, value: null };
    });
    return id;
  }

  test('what a crash left undone is done, in the name of whose edit it was', async () => {
    const id = await left({ body: 'stored' }, 'body');
    await killedWith(id, (text) => text.insert(6, ', not written'));
    expect(await bodyOf(id)).toBe('stored');
    await run('collab.settle');
    expect(await bodyOf(id)).toBe('stored, not written');
    const { body } = await house.send('GET', `/api/v1/notes/${id}/versions`, { key });
    expect((body['data'] as Body[])[0]?.['actor']).toBe('key:somebody');
  });

  test('many edits that the record refuses become one, and none is lost', async () => {
    const id = await left({ title: 'Short' }, 'title');
    const document = await killedWith(id, (text) => {
      for (let n = 0; n < 600; n++) text.insert(text.length, '.');
    });
    const client = await join(id, { field: 'title' });
    expect(client.text.toString()).toBe(`Short${'.'.repeat(600)}`);
    const where = { kind: 'field', path: 'document', op: 'equals', value: document } as const;
    expect(await (await storeOf()).count('collab_updates', where)).toBeLessThan(10);
    expect((await noteOf(id))['title']).toBe('Short');
    client.text.delete(6, 599);
    await expect.poll(async () => (await noteOf(id))['title'], patient).toBe('Short.');
  });

  test('they go along in exports and backups, and are on no surface', async () => {
    const tables = await tablesOf(house.admin, await storeOf());
    expect(tables).toEqual(expect.arrayContaining(['collab_documents', 'collab_updates']));
    expect((await house.send('GET', '/api/v1/collab_documents', { key })).status).toBe(404);
    expect(JSON.stringify((await house.send('GET', '/api/schema/collections', { key })).body)).not.toContain('collab_');
  });

  test('documents without a record go', async () => {
    const [kept, gone] = [await left({ body: 'kept' }, 'body'), await left({ body: 'gone' }, 'body')];
    await house.send('DELETE', `/api/v1/notes/${gone}`, { key });
    await run('collab.sweep');
    const store = await storeOf();
    expect(await store.findOne('collab_documents', { record: gone })).toBeNull();
    expect(await store.findOne('collab_documents', { record: kept })).not.toBeNull();
  });
});
