/** Live subscriptions over WebSocket: every change once, in order, and only what a query would show, on both stores. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Module } from '#server/core/collections/module.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import type { ServerFrame } from '#shared/live/frames.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import { type LiveClient, openLive } from '#test/fixtures/live-client.ts';
import { addMember, loggedIn } from '#test/fixtures/people.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const sheets = defineCollection({
  name: 'sheets',
  module: 'staffing',
  labels: { one: 'Sheet', many: 'Sheets' },
  fields: [
    { name: 'person', type: 'text', required: true, index: true },
    { name: 'hours', type: 'integer', required: true },
    { name: 'wage', type: 'integer', readRoles: ['payroll'], writeRoles: ['payroll'] },
  ],
  access: { own: { field: 'person', exceptRoles: ['payroll'] } },
});
const staffing: Module = { name: 'staffing', collections: [sheets], actions: [] };

const stores = [
  ['SQLite', async () => ({})],
  ['PostgreSQL', async () => ({ DATABASE_URL: await (await postgres()).database('live') })],
] as const;

const isOf = (type: ServerFrame['type'], id?: string) => (frame: ServerFrame) =>
  frame.type === type && (id === undefined || ('id' in frame && frame.id === id));

describe.each(stores)('on %s', (_name, environment) => {
  let house: TestServer;
  let acme: CreatedTenant;
  const open: LiveClient[] = [];

  beforeAll(async () => {
    house = await openTestServer(await environment(), [staffing]);
    acme = await house.tenant('acme');
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });
  afterAll(() => house?.close());

  function live(key: string | null = acme.apiKey): LiveClient {
    const client = openLive(house.url, key);
    open.push(client);
    return client;
  }

  async function send(method: string, path: string, json?: Body, key = acme.apiKey): Promise<Body> {
    const answer = await house.send(method, `/api/v1/${path}`, { key, ...(json === undefined ? {} : { json }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return (answer.body['data'] ?? {}) as Body;
  }
  const note = async (values: Body) => String((await send('POST', 'notes', values))['id']);

  test('what was and what comes, once and in order: into the filter as an update, out of it as a leave', async () => {
    const first = await note({ title: 'first', seats: 5 });
    const small = await note({ title: 'small', seats: 1 });
    const client = live();
    client.send({
      type: 'subscribe',
      id: 'large',
      collection: 'notes',
      where: { seats: { greater_than_equal: 3 } },
      since: 0,
    });
    await client.took(1);
    await send('PATCH', `notes/${small}`, { seats: 4 });
    await send('PATCH', `notes/${small}`, { title: 'still there' });
    await send('PATCH', `notes/${first}`, { seats: 2 });
    await send('PATCH', `notes/${first}`, { title: 'unheard of' });
    await send('DELETE', `notes/${first}`);
    await send('DELETE', `notes/${small}`);
    const heard = await client.took(5);
    expect(heard.map(({ id, op, record }) => ({ id, op, record }))).toEqual([
      { id: 'large', op: 'create', record: expect.objectContaining({ id: first, title: 'first' }) },
      { id: 'large', op: 'update', record: expect.objectContaining({ id: small, seats: 4 }) },
      { id: 'large', op: 'update', record: expect.objectContaining({ id: small, title: 'still there' }) },
      { id: 'large', op: 'leave', record: { id: first } },
      { id: 'large', op: 'delete', record: expect.objectContaining({ id: small }) },
    ]);
    const seqs = heard.map(({ seq }) => seq);
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
    const kept = heard[0]?.record as Body;
    expect(Object.keys(kept)).not.toContain('passwordHash');
  });

  test('a client that comes and goes while others write has every change once', async () => {
    const titles = Array.from({ length: 60 }, (_, n) => `burst ${n}`);
    let since = (await live().heard(isOf('ready'), 'ready')) && 0;
    const writing = (async () => {
      for (const title of titles) await note({ title });
    })();
    const heard: string[] = [];
    while (heard.length < titles.length) {
      const client = live();
      client.send({
        type: 'subscribe',
        id: 's',
        collection: 'notes',
        where: { title: { starts_with: 'burst' } },
        since,
      });
      // Cut off wherever it is; what had come by then counts.
      await client.took(Math.min(7, titles.length - heard.length));
      client.socket.terminate();
      for (const { record, seq } of client.changes()) {
        heard.push(String(record['title']));
        since = seq;
      }
    }
    await writing;
    expect(heard).toEqual(titles);
  });

  test('subscribers with different visibility receive different content of the same change', async () => {
    await send('POST', 'roles', { name: 'payroll', scopes: ['staffing:read', 'staffing:write'] });
    await send('POST', 'roles', { name: 'worker', scopes: ['staffing:read'] });
    const ada = await addMember(house, acme.tenant.id, 'ada@example.org', 'worker');
    const bob = await addMember(house, acme.tenant.id, 'bob@example.org', 'worker');
    await addMember(house, acme.tenant.id, 'pay@example.org', 'payroll');
    const tokenOf = async (email: string) => (await loggedIn(house, email)).accessToken;
    const [asAda, asBob, asPay] = await Promise.all(
      ['ada@example.org', 'bob@example.org', 'pay@example.org'].map(tokenOf),
    );
    const clients = [asAda, asBob, asPay].map((token) => {
      const client = live(token);
      client.send({ type: 'subscribe', id: 's', collection: 'sheets' });
      return client;
    });
    for (const client of clients) await client.heard(isOf('subscribed'), 'subscribed');
    const sheet = String((await send('POST', 'sheets', { person: ada, hours: 1, wage: 7 }, asPay))['id']);
    await send('PATCH', `sheets/${sheet}`, { hours: 2 }, asPay);
    await send('PATCH', `sheets/${sheet}`, { person: bob, wage: 8 }, asPay);
    await send('DELETE', `sheets/${sheet}`, undefined, asPay);
    // The last change each of them receives: after it, no earlier one is still on its way.
    const own = await Promise.all(
      [ada, bob, 'nobody'].map((person) => send('POST', 'sheets', { person, hours: 9, wage: 9 }, asPay)),
    );
    const [adaHeard, bobHeard, payHeard] = await Promise.all([
      clients[0]!.took(4),
      clients[1]!.took(3),
      clients[2]!.took(7),
    ]);
    const received = (frames: readonly { op: string; record: Body }[]) =>
      frames.map(({ op, record }) => [op, record['id'], record['hours'], record['wage']]);
    expect(received(adaHeard!)).toEqual([
      ['create', sheet, 1, undefined],
      ['update', sheet, 2, undefined],
      ['leave', sheet, undefined, undefined],
      ['create', own[0]!['id'], 9, undefined],
    ]);
    expect(received(bobHeard!)).toEqual([
      ['update', sheet, 2, undefined],
      ['delete', sheet, 2, undefined],
      ['create', own[1]!['id'], 9, undefined],
    ]);
    expect(received(payHeard!).slice(0, 4)).toEqual([
      ['create', sheet, 1, 7],
      ['update', sheet, 2, 7],
      ['update', sheet, 2, 8],
      ['delete', sheet, 2, 8],
    ]);
    const asked = live(asAda);
    asked.send({ type: 'subscribe', id: 'wage', collection: 'sheets', where: { wage: { greater_than_equal: 1 } } });
    expect(await asked.heard(isOf('error', 'wage'), 'a refusal')).toMatchObject({ code: 'unknown_field' });
    asked.send({ type: 'subscribe', id: 'notes', collection: 'notes' });
    expect(await asked.heard(isOf('error', 'notes'), 'a refusal')).toMatchObject({ code: 'insufficient_scope' });
  });

  test('a role that changes, a collection that changes, and a place ahead of the log end it with a word', async () => {
    await send('POST', 'roles', { name: 'reader', scopes: ['staffing:read', 'sample:read'] });
    const eve = await addMember(house, acme.tenant.id, 'eve@example.org', 'reader');
    const client = live((await loggedIn(house, 'eve@example.org')).accessToken);
    client.send({ type: 'subscribe', id: 's', collection: 'sheets' });
    client.send({ type: 'subscribe', id: 'n', collection: 'notes' });
    await client.heard(isOf('subscribed', 'n'), 'subscribed');
    await send('PATCH', `members/${eve}`, { role: 'payroll' });
    expect(await client.heard(isOf('resync', 's'), 'resync')).toMatchObject({ code: 'access_changed', since: null });
    expect(await client.heard(isOf('resync', 'n'), 'resync')).toMatchObject({ code: 'insufficient_scope' });

    const fields = [{ name: 'title', type: 'text' }];
    const halls = { name: 'halls', labels: { one: 'Hall', many: 'Halls' }, fields };
    await send('POST', 'collections', halls);
    const owner = live();
    owner.send({ type: 'subscribe', id: 'h', collection: 'halls' });
    await owner.heard(isOf('subscribed', 'h'), 'subscribed');
    await send('PATCH', 'collections/halls', { fields: [...fields, { name: 'seats', type: 'integer' }] });
    await send('POST', 'halls', { title: 'one', seats: 3 });
    const { since } = (await owner.heard(isOf('resync', 'h'), 'resync')) as { since: number };
    owner.send({ type: 'subscribe', id: 'again', collection: 'halls', since });
    expect(await owner.took(1, 'again')).toMatchObject([{ op: 'create', record: { title: 'one', seats: 3 } }]);
    owner.send({ type: 'subscribe', id: 'ahead', collection: 'notes', since: 10 ** 9 });
    expect(await owner.heard(isOf('error', 'ahead'), 'a refusal')).toMatchObject({ code: 'log_changed' });
    owner.send({ type: 'subscribe', id: 'other', collection: 'notes', since: 0, log: 'of another house' });
    expect(await owner.heard(isOf('error', 'other'), 'a refusal')).toMatchObject({ code: 'log_changed' });
    owner.send({ type: 'subscribe', id: 'none', collection: 'nowhere' });
    expect(await owner.heard(isOf('error', 'none'), 'a refusal')).toMatchObject({ code: 'collection_unknown' });
  });
});
