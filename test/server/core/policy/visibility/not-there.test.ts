/**
 * A record that an actor may not see is answered as one that is not there, in every operation of the API; who held a
 * record before keeps nothing of it, and a relation does not tell which records there are.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Module } from '#server/core/collections/module.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import { addMember, loggedIn } from '#test/fixtures/people.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { matrixRows } from '../../../../proof/matrix-rows.ts';
import { idsOf } from '../../../../proof/matrix-site.ts';

const cases = defineCollection({
  name: 'cases',
  module: 'desk',
  labels: { one: 'Case', many: 'Cases' },
  fields: [
    { name: 'person', type: 'text', index: true },
    { name: 'text', type: 'text' },
    { name: 'duplicateOf', type: 'relation', to: 'cases' },
    { name: 'state', type: 'select', options: ['open', 'closed'], readRoles: ['boss'], default: 'open' },
  ],
  lifecycle: {
    field: 'state',
    initial: 'open',
    transitions: [{ from: 'open', to: 'closed', emits: 'closed' }],
  },
  access: { own: { field: 'person', exceptRoles: ['boss'] } },
  replicated: { push: 'merge' },
});
const remarks = defineCollection({
  name: 'remarks',
  module: 'notes',
  labels: { one: 'Remark', many: 'Remarks' },
  fields: [
    { name: 'text', type: 'text' },
    { name: 'about', type: 'relation', to: 'cases' },
    { name: 'others', type: 'array', of: 'group', fields: [{ name: 'about', type: 'relation', to: 'cases' }] },
    { name: 'self', type: 'relation', to: 'remarks' },
  ],
  replicated: { push: 'merge' },
});
const modules: readonly Module[] = [
  { name: 'desk', collections: [cases], actions: [] },
  { name: 'notes', collections: [remarks], actions: [] },
];

const missing = '01970000-0000-7000-8000-00000000abcd';
let house: TestServer;
let acme: CreatedTenant;
let [ada, bob, writer] = ['', '', ''];
let [adaId, bobId] = ['', ''];
const send = (key: string, method: string, path: string, json?: unknown) =>
  house.send(method, path, { key, ...(json === undefined ? {} : { json }) });
const made = async (key: string, collection: string, json: Body) => {
  const answer = await send(key, 'POST', `/api/v1/${collection}`, json);
  expect([collection, answer.status, answer.text]).toEqual([collection, 201, expect.any(String)]);
  return String((answer.body['data'] as Body)['id']);
};

beforeAll(async () => {
  house = await openTestServer({}, modules);
  acme = await house.tenant('acme');
  const scopes = ['desk:read', 'desk:write', 'notes:read', 'notes:write'];
  await made(acme.apiKey, 'roles', { name: 'agent', scopes });
  adaId = await addMember(house, acme.tenant.id, 'ada@example.org', 'agent');
  bobId = await addMember(house, acme.tenant.id, 'bob@example.org', 'agent');
  ada = (await loggedIn(house, 'ada@example.org')).accessToken;
  bob = (await loggedIn(house, 'bob@example.org')).accessToken;
  const { credentials } = house.admin;
  writer = (await credentials.createKey(acme.tenant, { name: 'w', scopes: ['notes:write'], roles: [] })).apiKey;
}, 120_000);
afterAll(() => house?.close());

test('every operation on a record of another person answers as for one that is not there', async () => {
  const theirs = await made(ada, 'cases', { text: 'private' });
  const { directory } = house.admin;
  const tenant = await directory.byId(acme.tenant.id);
  if (!tenant) throw new Error('no tenant');
  const ids = await idsOf(house, tenant.id, await directory.open(tenant));
  const { body: document } = await send(acme.apiKey, 'GET', '/api/openapi.json');
  const rowsFor = (id: string) => {
    const all = new Map([...ids, ['cases', id], ['{version}', '1'], ['oauth-clients', id], ['api-keys', id]]);
    for (const name of ['sessions', 'grants']) all.set(name, id);
    for (const name of ['name', 'group', 'n', 'collection', 'action', 'snapshot', 'file', 'hash', 'slug'])
      all.set(`{${name}}`, 'x');
    return matrixRows(document, all).rows.filter((row) => row.toRecord && row.path.startsWith('/api/v1/cases/'));
  };
  const [seen, lost] = [rowsFor(theirs), rowsFor(missing)];
  expect(seen.length).toBeGreaterThanOrEqual(5);
  for (const [n, { body, method, path, type }] of seen.entries()) {
    const ask = (at: string, raw: string | undefined) =>
      house.send(method, at, { key: bob, ...(raw === undefined ? {} : { raw, headers: { 'content-type': type } }) });
    const there = await ask(path, body);
    const gone = await ask(lost[n]?.path ?? '', lost[n]?.body);
    expect([path, there.status, there.text.replaceAll(theirs, missing)]).toEqual([path, gone.status, gone.text]);
    expect(there.status).toBe(404);
  }
  for (const n of [1, 2, 99]) {
    const at = (id: string) => `/api/v1/cases/${id}/versions/${n}/restore`;
    const [there, gone] = [await send(bob, 'POST', at(theirs)), await send(bob, 'POST', at(missing))];
    expect(there.text.replaceAll(theirs, missing)).toBe(gone.text);
  }
  const push = async (id: string, more: Body, assumedMasterState: unknown) => {
    const rows = [{ newDocumentState: { id, text: 'x', ...more }, assumedMasterState }];
    const { text } = await send(bob, 'POST', '/api/v1/replication/cases/push', { rows });
    return text.replaceAll(id, missing).replace(/"time":.*/, '');
  };
  for (const [more, assumed] of [
    [{ _deleted: true }, { id: missing, text: 'x' }],
    [{ text: 'y' }, { id: missing, text: 'x' }],
  ] as const)
    expect(await push(theirs, more, assumed)).toBe(await push(missing, more, assumed));
  // Clients make the ids: a create with an existing id is answered only that the id is taken.
  expect(await push(theirs, {}, null)).toContain('"id_reused"');
});

test('the new owner of a record reads it from then on, and the former one reads nothing of it any more', async () => {
  const id = await made(ada, 'cases', { text: 'of Ada alone' });
  await send(ada, 'PATCH', `/api/v1/cases/${id}`, { text: 'also of Ada' });
  const handed = await send(acme.apiKey, 'PATCH', `/api/v1/cases/${id}`, { person: bobId, text: 'for Bob' });
  expect(handed.status).toBe(200);
  await send(bob, 'PATCH', `/api/v1/cases/${id}`, { text: 'by Bob' });

  const versions = await send(bob, 'GET', `/api/v1/cases/${id}/versions`);
  expect((versions.body['data'] as Body[]).map(({ version }) => version)).toEqual([4, 3]);
  expect(versions.text).not.toMatch(/of Ada/);
  const ofAll = await send(acme.apiKey, 'GET', `/api/v1/cases/${id}/versions`);
  expect((ofAll.body['data'] as Body[]).length).toBe(4);
  expect(ofAll.text).toContain('of Ada alone');

  const pulled = await send(bob, 'GET', '/api/v1/replication/cases/pull');
  expect(pulled.text).toContain('by Bob');
  expect(pulled.text).not.toMatch(/of Ada/);
  const left = (await send(ada, 'GET', '/api/v1/replication/cases/pull')).body['documents'] as Body[];
  expect(left.findLast((one) => one['id'] === id)).toMatchObject({ deleted: true, record: null });

  for (const version of [1, 2, 3])
    expect((await send(ada, 'POST', `/api/v1/cases/${id}/versions/${version}/restore`)).status).toBe(404);
  expect((await send(bob, 'POST', `/api/v1/cases/${id}/versions/1/restore`)).status).toBe(404);
  expect((await send(bob, 'DELETE', `/api/v1/cases/${id}`)).status).toBe(200);
  expect((await send(ada, 'POST', `/api/v1/cases/${id}/versions/2/restore`)).status).toBe(404);
  expect((await send(ada, 'GET', `/api/v1/cases/${id}/versions`)).status).toBe(404);
  expect((await send(bob, 'POST', `/api/v1/cases/${id}/versions/3/restore`)).status).toBe(201);
});

test('a relation to a record that may not be known is refused as one to a record that is not there', async () => {
  const theirs = await made(ada, 'cases', { text: 'private' });
  const own = await made(bob, 'cases', { text: 'mine' });
  const mine = await made(bob, 'remarks', { text: 'a remark', about: own });
  const shapes: readonly ((id: string) => Body)[] = [
    (id) => ({ about: id }),
    (id) => ({ others: [{ about: id }] }),
    (id) => ({ others: [{ about: own }, { about: id }] }),
  ];
  const ways: readonly ((key: string, values: Body) => Promise<string>)[] = [
    async (key, values) => (await send(key, 'POST', '/api/v1/remarks', values)).text,
    async (key, values) => (await send(key, 'PATCH', `/api/v1/remarks/${mine}`, values)).text,
    async (key, values) => (await send(key, 'POST', '/api/v1/remarks/bulk', { create: [values] })).text,
    async (key, values) =>
      (
        await send(key, 'POST', '/graphql', {
          query: 'mutation ($input: RemarkInput!) { createRemark(input: $input) { id } }',
          variables: { input: values },
        })
      ).text,
    async (key, values) => {
      const row = { newDocumentState: { id: missing, ...values }, assumedMasterState: null };
      const { text } = await send(key, 'POST', '/api/v1/replication/remarks/push', { rows: [row] });
      return text.replace(/"time":.*/, '');
    },
  ];
  for (const key of [bob, writer])
    for (const shape of shapes)
      for (const [n, way] of ways.entries()) {
        // Without reading, nothing is replicated.
        if (key === writer && n === 4) continue;
        const [there, gone] = [await way(key, shape(theirs)), await way(key, shape(missing))];
        expect([n, there]).toEqual([n, gone]);
        expect([n, there]).toEqual([n, expect.stringContaining('relation_unknown')]);
      }
  expect(await send(bob, 'PATCH', `/api/v1/remarks/${mine}`, { about: own, others: [{ about: own }] })).toMatchObject({
    status: 200,
  });
  // What stands there already may be sent back, and who writes a collection may name its records.
  expect((await send(acme.apiKey, 'PATCH', `/api/v1/remarks/${mine}`, { about: theirs })).status).toBe(200);
  expect((await send(bob, 'PATCH', `/api/v1/remarks/${mine}`, { text: 'x', about: theirs })).status).toBe(200);
  expect((await send(writer, 'PATCH', `/api/v1/remarks/${mine}`, { self: mine })).status).toBe(200);
});

test('event names do not reveal a state that only some roles may see', async () => {
  const id = await made(acme.apiKey, 'cases', { person: adaId, text: 'to be closed' });
  await send(acme.apiKey, 'PATCH', `/api/v1/cases/${id}`, { state: 'closed' });
  const { platform } = house.admin;
  const follow = async (roles: readonly string[]) => {
    const scopes = new Set(['*:read']);
    const actor = { tenant: acme.tenant.id, kind: 'user', id: adaId, scopes, roles: new Set(roles) } as const;
    const { changes } = await (await platform.follow(actor)).since(0, { limit: 500, collections: ['cases'] });
    return changes.flatMap(({ types }) => types);
  };
  expect(await follow(['agent'])).not.toContain('desk.case.closed');
  expect(await follow(['boss'])).toContain('desk.case.closed');
});

test('a field that was dropped is shown in earlier versions to owners alone; one with another name, under that name', async () => {
  const fields = [
    { name: 'title', type: 'text' },
    { name: 'wage', type: 'text', readRoles: ['boss'] },
  ];
  const json = { name: 'folders', labels: { one: 'Folder', many: 'Folders' }, fields };
  expect((await send(acme.apiKey, 'POST', '/api/v1/collections', json)).status).toBe(201);
  const id = await made(acme.apiKey, 'folders', { title: 'as it was', wage: 'much' });
  await send(acme.apiKey, 'PATCH', `/api/v1/folders/${id}`, { title: 'as it is' });
  const change = { rename: { title: 'name' }, drop: ['wage'] };
  expect((await send(acme.apiKey, 'PATCH', '/api/v1/collections/folders', change)).status).toBe(200);
  const { credentials } = house.admin;
  const key = { name: 'reader', scopes: ['*:read'], roles: [] };
  const { apiKey: reader } = await credentials.createKey(acme.tenant, key);
  const versionsFor = async (as: string) =>
    (await send(as, 'GET', `/api/v1/folders/${id}/versions`)).body['data'] as Body[];
  const seen = await versionsFor(reader);
  expect(JSON.stringify(seen)).not.toMatch(/much|wage|title/);
  expect(seen.at(-1)).toMatchObject({ version: 1, record: { name: 'as it was' } });
  expect(seen.at(-2)).toMatchObject({ version: 2, previous: { name: 'as it was' } });
  expect((await versionsFor(acme.apiKey)).at(-1)).toMatchObject({ record: { title: 'as it was', wage: 'much' } });
});
