/** Fields for some roles only and records of one's own, over HTTP and through platform.run, on both stores. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Module } from '#server/core/collections/module.ts';
import type { Actor } from '#server/core/policy/actor.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { must } from '#shared/base/assert.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import { addMember, loggedIn } from '#test/fixtures/people.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const people = defineCollection({
  name: 'staff',
  module: 'staffing',
  labels: { one: 'Staff member', many: 'Staff' },
  fields: [
    { name: 'name', type: 'text', required: true },
    { name: 'salary', type: 'integer', readRoles: ['payroll'], writeRoles: ['payroll'], index: true },
    { name: 'grade', type: 'text', writeRoles: ['payroll'] },
    { name: 'secretNote', type: 'text', readRoles: ['payroll'] },
    { name: 'manager', type: 'relation', to: 'staff' },
    {
      name: 'contact',
      type: 'group',
      fields: [
        { name: 'city', type: 'text' },
        { name: 'phone', type: 'text', readRoles: ['payroll'], writeRoles: ['payroll'] },
      ],
    },
    {
      name: 'reviews',
      type: 'array',
      of: 'group',
      fields: [
        { name: 'year', type: 'integer' },
        { name: 'score', type: 'integer', readRoles: ['payroll'] },
      ],
    },
  ],
  searchable: ['name'],
});
const memos = defineCollection({
  name: 'memos',
  module: 'staffing',
  labels: { one: 'Memo', many: 'Memos' },
  fields: [
    { name: 'text', type: 'text', required: true, readRoles: ['payroll', 'editor'] },
    { name: 'about', type: 'relation', to: 'staff' },
  ],
  searchable: ['text'],
});
const timesheets = defineCollection({
  name: 'timesheets',
  module: 'staffing',
  labels: { one: 'Timesheet', many: 'Timesheets' },
  fields: [
    { name: 'person', type: 'text', required: true, index: true },
    { name: 'hours', type: 'integer', required: true },
  ],
  access: { own: { field: 'person', exceptRoles: ['payroll'] } },
});
const approvals = defineCollection({
  name: 'approvals',
  module: 'staffing',
  labels: { one: 'Approval', many: 'Approvals' },
  fields: [{ name: 'sheet', type: 'relation', to: 'timesheets' }],
});
/** No one but payroll may see whose they are. */
const complaints = defineCollection({
  name: 'complaints',
  module: 'staffing',
  labels: { one: 'Complaint', many: 'Complaints' },
  fields: [
    { name: 'reporter', type: 'text', index: true, readRoles: ['payroll'] },
    { name: 'text', type: 'text', required: true },
  ],
  access: { own: { field: 'reporter', exceptRoles: ['payroll'] } },
  withdrawable: ['reporter', 'text'],
  replicated: { boundBy: 'reporter' },
});
const staffing: Module = {
  name: 'staffing',
  collections: [people, memos, timesheets, approvals, complaints],
  actions: [],
};

const stores = [
  ['SQLite', async () => ({})],
  ['PostgreSQL', async () => ({ DATABASE_URL: await (await postgres()).database('visibility') })],
] as const;

describe.each(stores)('on %s', (_name, environment) => {
  let house: TestServer;
  let acme: CreatedTenant;
  let editor: string;
  let editorId: string;
  let payroll: string;
  let bareKey: string;
  let ada: string;

  const send = (key: string, method: string, path: string, json?: unknown) =>
    house.send(method, `/api/v1/${path}`, { key, ...(json === undefined ? {} : { json }) });
  const dataOf = (answer: { body: Body }) => answer.body['data'] as Body;
  const made = async (key: string, path: string, json: Body) => {
    const answer = await send(key, 'POST', path, json);
    expect([path, answer.status, answer.text]).toEqual([path, 201, expect.any(String)]);
    return String(dataOf(answer)['id']);
  };

  beforeAll(async () => {
    house = await openTestServer(await environment(), [staffing]);
    acme = await house.tenant('acme');
    await made(acme.apiKey, 'roles', { name: 'payroll', scopes: ['staffing:read', 'staffing:write'] });
    editorId = await addMember(house, acme.tenant.id, 'ed@example.org', 'editor');
    await addMember(house, acme.tenant.id, 'pay@example.org', 'payroll');
    editor = (await loggedIn(house, 'ed@example.org')).accessToken;
    payroll = (await loggedIn(house, 'pay@example.org')).accessToken;
    const scopes = ['staffing:read', 'staffing:write'];
    bareKey = (await house.admin.credentials.createKey(acme.tenant, { name: 'bare', scopes, roles: [] })).apiKey;
    ada = await made(payroll, 'staff', {
      name: 'Ada',
      salary: 9_000,
      grade: 'A',
      secretNote: 'raise',
      contact: { city: 'Oslo', phone: '+47 1' },
      reviews: [{ year: 2025, score: 5 }],
    });
  });
  afterAll(() => house?.close());

  test('a field that may not be read is absent everywhere, also inside groups and lists of groups', async () => {
    for (const key of [editor, bareKey]) {
      for (const path of [`staff/${ada}`, 'staff']) {
        const data = (await send(key, 'GET', path)).body['data'];
        const record = [data].flat()[0] as Body;
        expect(Object.keys(record)).not.toContain('salary');
        expect(Object.keys(record)).not.toContain('secretNote');
        expect(record).toMatchObject({ grade: 'A', contact: { city: 'Oslo' }, reviews: [{ year: 2025 }] });
        expect(JSON.stringify(record)).not.toMatch(/9000|raise|phone|score/);
      }
      const patched = await send(key, 'PATCH', `staff/${ada}`, { name: 'Ada L.' });
      expect(patched.status).toBe(200);
      expect(patched.text).not.toMatch(/9000|raise|phone|score/);
    }
    for (const key of [payroll, acme.apiKey])
      expect(dataOf(await send(key, 'GET', `staff/${ada}`))).toMatchObject({
        salary: 9_000,
        secretNote: 'raise',
        contact: { city: 'Oslo', phone: '+47 1' },
        reviews: [{ year: 2025, score: 5 }],
      });
  });

  test('R12 nor can it be found out by filter, sort, search, or through a relation', async () => {
    await made(payroll, 'staff', { name: 'Bob', manager: ada });
    await made(payroll, 'memos', { text: 'private', about: ada });
    const asks = [
      'staff?where[salary][greater_than]=1',
      'staff?where[or][0][salary][equals]=9000',
      'staff?where[not][salary][equals]=9000',
      'staff?sort=salary',
      'staff?sort=-name,salary',
      'staff?where[contact.phone][contains]=47',
      'staff?where[manager.salary][equals]=9000',
      'staff?where[manager][some][salary][equals]=9000',
      'staff?where[reviews][elem_match][score][equals]=5',
      'memos?where[about.salary][equals]=9000',
      'memos?where[about.manager.salary][equals]=9000',
      'memos?sort=about.salary',
    ];
    for (const ask of asks) {
      const answer = await send(bareKey, 'GET', ask);
      expect([ask, answer.status, answer.text.includes('"data"')]).toEqual([ask, 400, false]);
      expect([ask, (await send(editor, 'GET', ask)).status]).toEqual([ask, 400]);
    }
    expect((await send(payroll, 'GET', asks[0]!)).body['data']).toHaveLength(1);
    expect((await send(payroll, 'GET', 'memos?search=private')).body['data']).toHaveLength(1);
    expect((await send(editor, 'GET', 'memos?search=private')).body['data']).toHaveLength(1);
    expect((await send(bareKey, 'GET', 'memos?search=private')).codes).toEqual(['invalid_value']);
  });

  test('a query that a surface put together itself is looked at all the same', async () => {
    const { platform } = house.admin;
    const actor: Actor = {
      tenant: acme.tenant.id,
      kind: 'user',
      id: editorId,
      scopes: new Set(['*:read']),
      roles: new Set(['editor']),
    };
    const ask = (where: never) =>
      platform.run(actor, { verb: 'list', collection: 'staff', query: { limit: 5, where } });
    const secret = { kind: 'field', path: 'salary', op: 'equals', value: 9_000 };
    for (const where of [
      secret,
      { kind: 'not', of: secret },
      { kind: 'and', of: [{ kind: 'or', of: [secret] }] },
      { kind: 'field', path: 'manager', op: 'some', value: secret },
      { kind: 'field', path: 'manager.salary', op: 'equals', value: 1 },
    ])
      expect(await ask(where as never)).toMatchObject({ kind: 'refused', errors: [{ code: 'unknown_field' }] });
    expect(await ask({ kind: 'field', path: 'name', op: 'contains', value: 'Ada' } as never)).toMatchObject({
      kind: 'page',
    });
  });

  test('the log shows neither the field nor what stood in it', async () => {
    await send(payroll, 'PATCH', `staff/${ada}`, { salary: 9_001, grade: 'B' });
    const { platform } = house.admin;
    const follow = async (roles: readonly string[]) => {
      const actor: Actor = {
        tenant: acme.tenant.id,
        kind: 'user',
        id: editorId,
        scopes: new Set(['*:read']),
        roles: new Set(roles),
      };
      const view = await platform.follow(actor);
      return (await view.since(0, { limit: 500, collections: ['staff'] })).changes;
    };
    expect(JSON.stringify(await follow(['editor']))).not.toMatch(/9000|9001|raise/);
    expect((await follow(['editor'])).map((change) => change.previous)).toContainEqual({ grade: 'A' });
    expect(JSON.stringify(await follow(['payroll']))).toMatch(/9000/);
  });

  test('a field that may not be written is refused by its name; the rest of the record is as before', async () => {
    const tries: readonly (readonly [Body, readonly string[]])[] = [
      [{ salary: 1 }, ['salary']],
      [{ grade: 'C' }, ['grade']],
      [{ secretNote: 'x' }, ['secretNote']],
      [{ name: 'x', salary: null, grade: 'C' }, ['salary', 'grade']],
      [{ contact: { phone: '1' } }, ['contact.phone']],
      [{ reviews: [{ year: 2026 }, { year: 2027, score: 1 }] }, ['reviews[1].score']],
    ];
    for (const key of [editor, bareKey])
      for (const [json, paths] of tries) {
        const answer = await send(key, 'PATCH', `staff/${ada}`, json);
        const errors = answer.body['errors'] as Body[];
        expect([answer.status, errors.map((e) => [e['code'], e['path']])]).toEqual([
          422,
          paths.map((path) => ['read_only', path]),
        ]);
      }
    expect((await send(editor, 'POST', 'staff', { name: 'Eve', salary: 1 })).status).toBe(422);
    expect((await send(editor, 'PATCH', `staff/${ada}`, { contact: { city: 'Bergen' } })).status).toBe(200);
    expect(dataOf(await send(payroll, 'GET', `staff/${ada}`))).toMatchObject({
      salary: 9_001,
      secretNote: 'raise',
      contact: { city: 'Bergen', phone: '+47 1' },
    });
    expect((await send(payroll, 'PATCH', `staff/${ada}`, { salary: 9_002 })).status).toBe(200);
  });

  test('records of one’s own: others are not there, not for reading, counting, changing or following', async () => {
    const mine = await made(editor, 'timesheets', { hours: 8 });
    const theirs = await made(payroll, 'timesheets', { person: 'somebody', hours: 7 });
    const list = await send(editor, 'GET', 'timesheets?count=exact');
    expect((list.body['data'] as Body[]).map((row) => row['id'])).toEqual([mine]);
    expect(list.body['meta']).toMatchObject({ total: 1 });
    expect((await send(editor, 'GET', 'timesheets?where[or][0][hours][equals]=7')).body['data']).toEqual([]);
    expect((await send(editor, 'GET', `timesheets/${mine}`)).status).toBe(200);
    for (const [method, json] of [['GET'], ['PATCH', { hours: 1 }], ['DELETE']] as const)
      expect([method, (await send(editor, method, `timesheets/${theirs}`, json)).status]).toEqual([method, 404]);
    expect((await send(editor, 'PATCH', `timesheets/${mine}`, { person: 'somebody' })).codes).toEqual(['not_yours']);
    expect((await send(editor, 'POST', 'timesheets', { person: 'somebody', hours: 1 })).codes).toEqual(['not_yours']);
    expect((await send(editor, 'PATCH', `timesheets/${mine}`, { hours: 9 })).status).toBe(200);
    await made(payroll, 'approvals', { sheet: theirs });
    expect((await send(editor, 'GET', 'approvals?where[sheet.hours][equals]=7')).status).toBe(400);
    for (const key of [payroll, acme.apiKey, bareKey])
      expect(((await send(key, 'GET', 'timesheets')).body['data'] as Body[]).length).toBe(2);
    const view = await house.admin.platform.follow({
      tenant: acme.tenant.id,
      kind: 'user',
      id: editorId,
      scopes: new Set(['*:read']),
      roles: new Set(['editor']),
    });
    const { changes } = await view.since(0, { limit: 500, collections: ['timesheets'] });
    expect(new Set(changes.map((change) => change.id))).toEqual(new Set([mine]));
    expect(must(await view.head(), 'a head')).toBeGreaterThan(0);
  });

  test('whose a record is may be hidden: no description names the field, and the records of others stay out', async () => {
    await made(payroll, 'complaints', { reporter: 'somebody', text: 'too loud' });
    await made(payroll, 'complaints', { reporter: editorId, text: 'too cold' });
    for (const [method, path] of [
      ['GET', 'collections/complaints'],
      ['OPTIONS', 'complaints'],
    ] as const) {
      expect([path, (await send(payroll, method, path)).text.includes('reporter')]).toEqual([path, true]);
      const answer = await send(editor, method, path);
      expect([path, answer.status, answer.text.includes('reporter')]).toEqual([path, 200, false]);
    }
    const texts = async (key: string) =>
      ((await send(key, 'GET', 'complaints')).body['data'] as Body[]).map((row) => row['text']);
    expect((await texts(payroll)).toSorted()).toEqual(['too cold', 'too loud']);
    expect(await texts(editor)).toEqual(['too cold']);
    // A snapshot is the same for all who may have it.
    expect((await send(editor, 'GET', 'replication/snapshot')).body).toMatchObject({ rows: 0, chunks: 0 });
  });
});
