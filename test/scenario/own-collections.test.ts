/**
 * A newcomer's afternoon, by HTTP alone: a collection defined with one request works at once, is filled and asked, takes
 * another shape without losing a record, is seen the same in the sandbox, and is there after a restart.
 */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { readConfig } from '#server/start/config.ts';
import { startServer } from '#server/start/open-server.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { type Answer, type Body, isDecent, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const stores = [
  ['SQLite', async (): Promise<Record<string, string>> => ({})],
  ['PostgreSQL', async () => ({ DATABASE_URL: await (await postgres()).database('own') })],
] as const;

const owners = { name: 'owners', fields: [{ name: 'name', type: 'text', required: true, maxLength: 80 }] };
/** The contract's own example, its relation to a collection of ours. */
const venues = {
  name: 'venues',
  labels: { one: 'Venue', many: 'Venues' },
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: 80 },
    { name: 'seats', type: 'integer', index: true },
    { name: 'tags', type: 'array', of: 'text' },
    { name: 'meta', type: 'json' },
    { name: 'open', type: 'date' },
    { name: 'at', type: 'point' },
    { name: 'kind', type: 'select', options: ['hall', 'room'] },
    { name: 'owner', type: 'relation', to: 'owners' },
  ],
  searchable: ['title'],
};

type Row = Body & { readonly id: string; readonly version: number };
const dataOf = (answer: Answer) => answer.body['data'] as Row;
const rowsOf = (answer: Answer) => answer.body['data'] as readonly Row[];
const metaOf = (answer: Answer) => answer.body['meta'] as Body;
const errorsOf = (answer: Answer) => answer.body['errors'] as readonly (Body & { readonly detail?: Body })[];

describe.each(stores)('own collections on %s', (_store, environment) => {
  let house: TestServer;
  let env: Record<string, string>;
  let tenant: CreatedTenant;
  let key: string;
  const ids: Record<string, string> = {};
  let stopped = false;

  const send = (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
    house.send(method, `/api/v1${path}`, { key, headers, ...(json === undefined ? {} : { json }) });
  const change = (json: unknown, headers = {}) => send('PATCH', '/collections/venues', json, headers);
  const titles = async (query: string) => {
    const answer = await send('GET', `/venues?${query}`);
    if (answer.status !== 200) throw new Error(answer.text);
    return rowsOf(answer).map((row) => row['title'] ?? row['name']);
  };
  const sandbox = (path: string, by = tenant.sandbox.apiKey) =>
    house.send('GET', `/sandbox/api/v1${path}`, { key: by });

  beforeAll(async () => {
    env = await environment();
    house = await openTestServer(env);
    tenant = await house.tenant('acme');
    key = tenant.apiKey;
  });
  afterAll(async () => {
    if (!stopped) await house.server.stop();
    rmSync(house.dataDir, { recursive: true, force: true });
  });

  test('one request defines it, and every surface has it at once', async () => {
    expect((await send('GET', '/venues')).codes).toEqual(['collection_unknown']);
    expect((await send('POST', '/collections', owners)).status).toBe(201);
    const made = await send('POST', '/collections', venues, { 'idempotency-key': 'venues-1' });
    expect([made.status, made.headers.get('location')]).toEqual([201, '/api/v1/collections/venues']);
    expect(made.body).toMatchObject({ data: { ...venues, module: 'custom' }, meta: { own: true, version: 1 } });
    const again = await send('POST', '/collections', venues, { 'idempotency-key': 'venues-1' });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect((await send('POST', '/collections', venues)).codes).toEqual(['name_taken']);
    const other = await send('POST', '/collections', { ...owners, name: 'others' }, { 'idempotency-key': 'venues-1' });
    expect([other.status, other.codes]).toEqual([409, ['idempotency_key_reused']]);
    // A key that made nothing repeats nothing, also where an equal collection stands.
    expect((await send('POST', '/collections', venues, { 'idempotency-key': 'venues-2' })).codes).toEqual([
      'name_taken',
    ]);
    const reused = await send('POST', '/collections', owners, { 'idempotency-key': 'venues-1' });
    expect([reused.status, reused.codes]).toEqual([409, ['idempotency_key_reused']]);
    expect(rowsOf(await send('GET', '/venues'))).toEqual([]);
    expect(rowsOf(await send('GET', '/collections?own=true')).map((row) => row['name'])).toEqual(['owners', 'venues']);
    expect((await house.send('OPTIONS', '/api/v1/venues', { key })).status).toBe(200);
    // No other tenant has it, and an actor that may not administer cannot make one.
    const stranger = (await house.tenant('other')).apiKey;
    expect((await house.send('GET', '/api/v1/venues', { key: stranger })).codes).toEqual(['collection_unknown']);
    const { credentials, directory } = house.admin;
    const live = (await directory.byId(tenant.tenant.id))!;
    const { apiKey } = await credentials.createKey(live, { name: 'reader', scopes: ['venues:read'] });
    const denied = await house.send('POST', '/api/v1/collections', { key: apiKey, json: { ...owners, name: 'mine' } });
    expect([denied.status, errorsOf(denied)[0]?.detail]).toEqual([403, { scope: 'admin:write' }]);
    expect((await house.send('GET', '/api/v1/venues', { key: apiKey })).status).toBe(200);
    expect((await house.send('GET', '/api/v1/collections/owners', { key: apiKey })).status).toBe(403);
  });

  test('the key of a collection that was dropped does not make it again; a new key does', async () => {
    const halls = { ...owners, name: 'halls', labels: { one: 'Hall', many: 'Halls' } };
    const define = (key: string) => send('POST', '/collections', halls, { 'idempotency-key': key });
    expect((await define('halls-1')).status).toBe(201);
    expect((await send('DELETE', '/collections/halls')).status).toBe(200);
    const again = await define('halls-1');
    expect([again.status, again.codes]).toEqual([409, ['idempotency_key_reused']]);
    expect((await send('GET', '/halls')).codes).toEqual(['collection_unknown']);
    const made = await define('halls-2');
    expect([made.status, made.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect((await send('DELETE', '/collections/halls')).status).toBe(200);
  });

  test('it is filled in one transaction and asked with nested filters through its relation', async () => {
    const people = await send('POST', '/owners/bulk', { create: [{ name: 'Ada' }, { name: 'Grace' }] });
    const [ada, grace] = (dataOf(people)['created'] as readonly Row[]).map((row) => row.id);
    Object.assign(ids, { ada, grace });
    const broken = await send('POST', '/venues/bulk', {
      create: [{ title: 'Fine' }, { title: '' }, { title: 'Odd', seats: 'many' }],
      update: [{ id: 'x' }],
      delete: [ada],
    });
    expect([broken.status, errorsOf(broken).map((e) => e['path'])]).toEqual([
      404,
      ['delete[0]', 'update[0].id', 'create[1].title', 'create[2].seats'],
    ]);
    expect(rowsOf(await send('GET', '/venues'))).toEqual([]);
    const create = [
      {
        title: 'Great hall',
        seats: 900,
        tags: ['stage', 'dock'],
        meta: { floor: { level: 1 } },
        kind: 'hall',
        owner: ada,
      },
      { title: 'Small hall', seats: 120, tags: ['stage'], meta: { floor: { level: 2 } }, kind: 'hall', owner: grace },
      { title: 'Room 1', seats: 12, meta: { floor: { level: 2 } }, kind: 'room', owner: ada, at: [10.7, 59.9] },
      { title: 'Cellar', seats: null, kind: null, owner: null, open: '2026-05-04' },
    ];
    const filled = await send('POST', '/venues/bulk', { create });
    expect([filled.status, metaOf(filled)]).toEqual([200, { created: 4, updated: 0, deleted: 0 }]);
    for (const row of dataOf(filled)['created'] as readonly Row[]) ids[String(row['title'])] = row.id;
    expect(await titles('where[owner.name][equals]=Ada&sort=title')).toEqual(['Great hall', 'Room 1']);
    expect(
      await titles('where[or][0][seats][greater_than]=500&where[or][1][and][0][kind][equals]=room&sort=-seats'),
    ).toEqual(['Great hall', 'Room 1']);
    expect(await titles('where[not][owner.name][equals]=Ada&sort=title')).toEqual(['Cellar', 'Small hall']);
    expect(await titles('where[meta.floor.level][equals]=2&where[tags][contains]=stage')).toEqual(['Small hall']);
    expect(await titles('search=hall&sort=seats')).toEqual(['Small hall', 'Great hall']);
    const whole = await send('GET', '/venues?populate=owner&sort=title&count=exact&limit=2');
    expect(rowsOf(whole).map((row) => row['owner'])).toMatchObject([null, { name: 'Ada' }]);
    expect([metaOf(whole)['total'], whole.headers.get('link')]).toEqual([4, expect.stringContaining('rel="next"')]);
    expect((await send('POST', '/venues', { title: 'X', owner: ids['Cellar'] })).codes).toEqual(['relation_unknown']);
    expect((await send('GET', '/venues?where[planet][equals]=1')).codes).toEqual(['unknown_field']);
  });

  test('what does not fit is refused with numbers and examples, and nothing has changed', async () => {
    const before = await send('GET', '/venues?sort=title');
    const narrow = await change({ change: [{ name: 'title', type: 'integer' }], searchable: null });
    expect([narrow.status, narrow.codes]).toEqual([409, ['values_do_not_fit']]);
    expect(errorsOf(narrow)[0]?.detail).toMatchObject({ count: 4, total: 4 });
    const required = await change({ change: [{ name: 'seats', required: true }] });
    expect(errorsOf(required)[0]?.detail).toMatchObject({
      count: 1,
      total: 4,
      examples: [{ id: ids['Cellar'], path: 'seats', code: 'required' }],
    });
    const unique = await change({ change: [{ name: 'kind', unique: true }] });
    expect(errorsOf(unique)[0]?.detail).toMatchObject({ count: 1, examples: [{ values: { kind: 'hall' }, times: 2 }] });
    const lost = await change({ fields: venues.fields.filter((f) => f.name !== 'tags') });
    expect([lost.status, lost.codes]).toEqual([409, ['values_would_be_lost']]);
    expect(rowsOf(await send('GET', '/venues?sort=title'))).toEqual(rowsOf(before));
    expect(metaOf(await send('GET', '/collections/venues'))['version']).toBe(1);
  });

  test('fields come, go, are called otherwise and become required; the records follow, and each says how', async () => {
    const stale = await change({ note: 'x' }, { 'if-match': '"7"' });
    expect([stale.status, stale.codes]).toEqual([412, ['version_mismatch']]);
    const changed = await change(
      {
        rename: { title: 'name' },
        add: [{ name: 'rating', type: 'number', default: 3 }],
        change: [{ name: 'seats', required: true }],
        drop: ['at'],
        backfill: { seats: 0 },
      },
      { 'if-match': '"1"' },
    );
    expect([changed.status, metaOf(changed)['version'], dataOf(changed)['searchable']]).toEqual([200, 2, ['name']]);
    const cellar = dataOf(await send('GET', `/venues/${ids['Cellar']}`));
    expect(cellar).toMatchObject({ name: 'Cellar', seats: 0, rating: 3, version: 2 });
    expect(Object.keys(cellar)).not.toContain('title');
    expect(await titles('where[seats][equals]=0&search=cel')).toEqual(['Cellar']);
    expect((await send('GET', '/venues?where[title][equals]=x')).codes).toEqual(['unknown_field']);
    expect((await send('POST', '/venues', { name: 'No seats' })).codes).toEqual(['required']);
    const retyped = await change({ change: [{ name: 'rating', type: 'text' }] });
    expect(retyped.status).toBe(200);
    expect(dataOf(await send('GET', `/venues/${ids['Cellar']}`))).toMatchObject({ rating: '3', version: 3 });
    const versions = await send('GET', `/venues/${ids['Cellar']}/versions?limit=2`);
    expect(rowsOf(versions).map((row) => [row['version'], row['op'], row['actor'], row['previous']])).toMatchObject([
      [3, 'update', expect.stringMatching(/^key:/), { rating: 3 }],
      [2, 'update', expect.stringMatching(/^key:/), { title: 'Cellar', seats: null }],
    ]);
    const rest = await send(
      'GET',
      `/venues/${ids['Cellar']}/versions?limit=2&cursor=${metaOf(versions)['nextCursor']}`,
    );
    expect(rowsOf(rest).map((row) => [row['version'], row['op']])).toEqual([[1, 'create']]);
  });

  test('an earlier version comes back as a new one, also of what was deleted', async () => {
    const id = ids['Room 1'];
    const path = `/venues/${id}`;
    const { version: start } = dataOf(await send('GET', path));
    const first = dataOf(await send('PATCH', path, { meta: { floor: { level: 9 }, wifi: true }, seats: 14 }));
    expect(first).toMatchObject({ seats: 14, meta: { floor: { level: 9 }, wifi: true }, version: start + 1 });
    const restored = await send('POST', `${path}/versions/${start}/restore`);
    expect([restored.status, dataOf(restored)['meta'], dataOf(restored).version]).toEqual([
      200,
      { floor: { level: 2 } },
      start + 2,
    ]);
    expect((await send('POST', `${path}/versions/99/restore`)).status).toBe(404);
    expect((await send('POST', `${path}/versions/1/restore`, undefined, { 'if-match': '"1"' })).status).toBe(412);
    await send('DELETE', path);
    expect((await send('GET', path)).status).toBe(404);
    const back = await send('POST', `${path}/versions/${start + 1}/restore`);
    expect([back.status, dataOf(back)]).toMatchObject([201, { id, seats: 14 }]);
    const [newest] = rowsOf(await send('GET', `${path}/versions`));
    expect([newest?.['op'], newest?.version]).toEqual(['create', 1]);
  });

  test('the sandbox has the same collections and data of its own, and each key works in one of the two', async () => {
    const definition = dataOf(await send('GET', '/collections/venues'));
    expect(dataOf(await sandbox('/collections/venues'))).toEqual(definition);
    expect(rowsOf(await sandbox('/venues'))).toEqual([]);
    expect((await sandbox('/venues', key)).status).toBe(401);
    expect((await house.send('GET', '/api/v1/venues', { key: tenant.sandbox.apiKey })).status).toBe(401);
    const inSandbox = (method: string, path: string, json: unknown) =>
      house.send(method, `/sandbox/api/v1${path}`, { key: tenant.sandbox.apiKey, json });
    expect((await inSandbox('POST', '/venues', { name: 'Test', seats: 1, rating: 'odd' })).status).toBe(201);
    expect((await inSandbox('PATCH', '/collections/venues', { note: 'x' })).codes).toEqual(['mirrored']);
    // Test data never keep the live tenant from a change: where they do not fit, they go.
    expect((await change({ change: [{ name: 'rating', type: 'integer' }] })).status).toBe(200);
    expect(dataOf(await sandbox('/collections/venues'))).toEqual(dataOf(await send('GET', '/collections/venues')));
    expect(rowsOf(await sandbox('/venues'))).toEqual([]);
    expect(dataOf(await send('GET', `/venues/${ids['Cellar']}`))).toMatchObject({ rating: 3 });
  });

  test('it is there after a restart, and goes when nothing leans on it', async () => {
    await house.server.stop();
    stopped = true;
    const config = readConfig({ ...house.env, PORT: '0', LOG_LEVEL: 'error', ...env });
    const server = await startServer(config);
    const ask = async (method: string, path: string) => {
      const response = await fetch(`${server.url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}` },
      });
      return { status: response.status, body: (await response.json()) as Body };
    };
    try {
      expect((await ask('GET', '/venues?where[owner.name][equals]=Ada&count=exact')).body['meta']).toMatchObject({
        total: 2,
      });
      expect((await ask('DELETE', '/collections/owners')).body).toMatchObject({ errors: [{ code: 'still_in_use' }] });
      expect((await ask('DELETE', '/collections/venues')).body).toMatchObject({ data: { name: 'venues' } });
      expect((await ask('GET', '/venues')).status).toBe(404);
      expect((await ask('DELETE', '/collections/owners')).status).toBe(200);
      expect((await ask('DELETE', '/collections/notes')).status).toBe(404);
    } finally {
      await server.stop();
    }
  });
});

describe('definitions that cannot be', () => {
  let house: TestServer;
  let key: string;
  beforeAll(async () => {
    house = await openTestServer();
    key = (await house.tenant('odd')).apiKey;
  });
  afterAll(() => house.close());

  const define = (json: unknown) => house.send('POST', '/api/v1/collections', { key, json });
  const text = { name: 'title', type: 'text' };
  const many = Array.from({ length: 10_000 }, (_, i) => ({ name: `f${i}`, type: 'text' }));
  const deep = (levels: number): unknown =>
    levels === 0 ? text : { name: `g${levels}`, type: 'group', fields: [deep(levels - 1)] };

  test.each<[string, unknown, number, string, string]>([
    ['no object', [], 400, 'invalid_body', ''],
    ['no name', { fields: [text] }, 422, 'required', 'name'],
    ['no fields', { name: 'a1' }, 422, 'required', 'fields'],
    ['an empty list', { name: 'a1', fields: [] }, 422, 'invalid_type', 'fields'],
    ['a number for a field', { name: 'a1', fields: [7] }, 422, 'invalid_type', 'fields[0]'],
    ['another type', { name: 'a1', fields: [{ name: 'x', type: 'blob' }] }, 422, 'invalid_option', 'fields[0].type'],
    ['__proto__', { name: '__proto__', fields: [text] }, 422, 'invalid_format', 'name'],
    ['constructor', { name: 'constructor', fields: [text] }, 422, 'name_reserved', 'name'],
    ['a path of ours', { name: 'auth', fields: [text] }, 422, 'name_reserved', 'name'],
    ['a collection of a module', { name: 'notes', fields: [text] }, 409, 'name_taken', 'name'],
    ['SQL', { name: 'a; DROP TABLE x', fields: [text] }, 422, 'invalid_format', 'name'],
    ['sqlite_x', { name: 'sqlite_x', fields: [text] }, 422, 'name_reserved', 'name'],
    [
      'a field __proto__',
      { name: 'a1', fields: [{ name: '__proto__', type: 'text' }] },
      422,
      'invalid_format',
      'fields[0].name',
    ],
    [
      'a field constructor',
      { name: 'a1', fields: [{ name: 'constructor', type: 'text' }] },
      422,
      'name_reserved',
      'fields[0].name',
    ],
    ['a field id', { name: 'a1', fields: [{ name: 'id', type: 'text' }] }, 422, 'name_reserved', 'fields[0].name'],
    [
      'the same twice',
      { name: 'a1', fields: [text, { ...text, name: 'TITLE' }] },
      422,
      'invalid_format',
      'fields[1].name',
    ],
    [
      'twice but for case',
      { name: 'a1', fields: [text, { ...text, name: 'tITLE' }] },
      422,
      'name_repeated',
      'fields[1].name',
    ],
    ['10,000 fields', { name: 'a1', fields: many }, 422, 'too_many_items', 'fields'],
    [
      'groups without end',
      { name: 'a1', fields: [deep(12)] },
      422,
      'too_large',
      'fields[0].fields[0].fields[0].fields[0].fields',
    ],
    [
      'no such relation',
      { name: 'a1', fields: [{ name: 'x', type: 'relation', to: 'nowhere' }] },
      422,
      'relation_unknown',
      'fields[0].to',
    ],
    [
      'needs itself',
      { name: 'a1', fields: [{ name: 'x', type: 'relation', to: 'a1', required: true }] },
      409,
      'relation_cycle',
      'fields',
    ],
    [
      'a pattern with back references',
      { name: 'a1', fields: [{ ...text, pattern: '(a)\\1' }] },
      422,
      'invalid_format',
      'fields[0].pattern',
    ],
    [
      'a default that does not fit',
      { name: 'a1', fields: [{ name: 'n', type: 'integer', default: 'x' }] },
      422,
      'invalid_type',
      'fields[0].default',
    ],
    [
      'an attribute of another type',
      { name: 'a1', fields: [{ ...text, options: ['a'] }] },
      422,
      'unknown_field',
      'fields[0].options',
    ],
    ['hidden', { name: 'a1', fields: [{ ...text, hidden: true }] }, 422, 'unknown_field', 'fields[0].hidden'],
    [
      'unique JSON',
      { name: 'a1', fields: [{ name: 'x', type: 'json', unique: true }] },
      422,
      'invalid_option',
      'fields[0].unique',
    ],
    [
      'search in numbers',
      { name: 'a1', fields: [{ name: 'n', type: 'integer' }], searchable: ['n'] },
      422,
      'unknown_field',
      'searchable[0]',
    ],
    [
      'a state that is none',
      {
        name: 'a1',
        fields: [{ name: 's', type: 'select', options: ['a'] }],
        lifecycle: { field: 's', initial: 'b', transitions: [] },
      },
      422,
      'invalid_option',
      'lifecycle.initial',
    ],
    ['another module', { name: 'a1', module: 'nowhere', fields: [text] }, 422, 'invalid_option', 'module'],
  ])('%s', async (_what, definition, status, code, path) => {
    const answer = await define(definition);
    expect([answer.status, answer.codes[0], errorsOf(answer)[0]?.['path'] ?? '']).toEqual([
      code === 'relation_cycle' ? 422 : code === 'unknown_field' ? 400 : status,
      code,
      path,
    ]);
    expect(isDecent(answer)).toBe(true);
    expect((await house.send('GET', '/api/v1/a1', { key })).status).toBe(404);
  });

  test('every problem has its own error', async () => {
    const answer = await define({ name: 'B', fields: [{ name: '1', type: 'text', maxLength: 0 }, { type: 'text' }] });
    expect(errorsOf(answer).map((e) => e['path'])).toEqual([
      'name',
      'fields[0].name',
      'fields[0].maxLength',
      'fields[1].name',
    ]);
  });

  test('words of SQL are names like any other', async () => {
    const words = ['select', 'from', 'where', 'order', 'group', 'table', 'index', 'values', 'null', 'default'];
    const fields = words.map((name) => ({ name, type: 'text', maxLength: 80, index: true }));
    expect((await define({ name: 'select', fields })).status).toBe(201);
    const values = Object.fromEntries(words.map((name) => [name, `it's "${name}"`]));
    expect((await house.send('POST', '/api/v1/select', { key, json: values })).status).toBe(201);
    const found = await house.send(
      'GET',
      `/api/v1/select?where[group][equals]=${encodeURIComponent(values['group']!)}&sort=order`,
      { key },
    );
    expect(rowsOf(found)).toMatchObject([values]);
  });

  test('two may lead to each other, and populate ends after three steps', async () => {
    expect((await define({ name: 'lefts', fields: [text] })).status).toBe(201);
    expect(
      (
        await define({
          name: 'rights',
          fields: [text, { name: 'left', type: 'relation', to: 'lefts', required: true }],
        })
      ).status,
    ).toBe(201);
    const patch = (json: unknown) => house.send('PATCH', '/api/v1/collections/lefts', { key, json });
    const needed = await patch({ add: [{ name: 'right', type: 'relation', to: 'rights', required: true }] });
    expect([needed.status, needed.codes]).toEqual([422, ['relation_cycle']]);
    expect((await patch({ add: [{ name: 'right', type: 'relation', to: 'rights' }] })).status).toBe(200);
    const make = async (path: string, json: unknown) =>
      dataOf(await house.send('POST', `/api/v1/${path}`, { key, json })).id;
    const left = await make('lefts', { title: 'l' });
    const right = await make('rights', { title: 'r', left });
    await house.send('PATCH', `/api/v1/lefts/${left}`, { key, json: { right } });
    const shown = await house.send('GET', `/api/v1/lefts/${left}?populate=right.left.right`, { key });
    expect(dataOf(shown)).toMatchObject({ right: { left: { right: { left } } } });
    expect((await house.send('GET', '/api/v1/lefts?populate=right.left.right.left', { key })).status).toBe(400);
  });

  test('where every change must name its version, and where replicas may follow', async () => {
    const strict = { name: 'ledgers', fields: [text], conditional: true, replicated: true };
    expect((await define(strict)).status).toBe(201);
    const path = '/api/v1/ledgers';
    const made = dataOf(await house.send('POST', path, { key, json: { title: 'a' } }));
    const unnamed = await house.send('PATCH', `${path}/${made.id}`, { key, json: { title: 'b' } });
    expect([unnamed.status, unnamed.codes]).toEqual([428, ['version_required']]);
    const change = (version: string) =>
      house.send('PATCH', `${path}/${made.id}`, { key, json: { title: 'b' }, headers: { 'if-match': version } });
    expect((await change('"7"')).status).toBe(412);
    expect((await change('"1"')).status).toBe(200);
    expect((await change('1')).status).toBe(400);
    const update = [{ id: made.id, title: 'c' }];
    expect((await house.send('POST', `${path}/bulk`, { key, json: { update } })).status).toBe(428);
    const named = [{ id: made.id, version: 2, title: 'c' }];
    expect((await house.send('POST', `${path}/bulk`, { key, json: { update: named } })).status).toBe(200);
    const pulled = await house.send('GET', '/api/v1/replication/ledgers/pull', { key });
    expect(pulled.body['documents']).toMatchObject([
      { id: made.id, deleted: false, record: { title: 'c', version: 3 } },
    ]);
    expect((await house.send('DELETE', '/api/v1/collections/ledgers', { key })).status).toBe(200);
    expect((await house.send('GET', '/api/v1/replication/ledgers/pull', { key })).status).toBe(404);
  });
});
