/** The registry follows the log: a subscriber is called when what its tenant has changes, and no registry is read until then. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TenantRecord } from '#server/core/tenants/control.ts';
import { openRegistryTail, type RegistryTail } from '#server/core/tenants/registry-tail.ts';
import { type Assembly, assemble } from '#server/start/assemble.ts';
import { readConfig } from '#server/start/config.ts';
import { must } from '#shared/base/assert.ts';
import { sampleModule } from '#test/fixtures/sample-module.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;
/** The same data in the hands of another process: a command on files, another server on PostgreSQL. */
let other: Assembly;
let tail: RegistryTail;
let keys: Readonly<Record<'one' | 'two', string>>;
let one: TenantRecord;
let two: TenantRecord;
/** Tenants whose registry was read, one for each time. */
let reads: string[] = [];
const calls = { one: 0, two: 0 };
const patience = { timeout: 60_000 };

beforeAll(async () => {
  house = await openTestServer();
  keys = { one: (await house.tenant('one')).apiKey, two: (await house.tenant('two')).apiKey };
  other = await assemble(readConfig({ ...house.env, PORT: '0', LOG_LEVEL: 'error' }), [sampleModule]);
  const { directory, platform } = house.admin;
  one = must(await directory.bySlug('one'), 'a tenant');
  two = must(await directory.bySlug('two'), 'a tenant');
  const counting = {
    registry(tenant: string) {
      reads.push(tenant);
      return platform.registry(tenant);
    },
  };
  tail = await openRegistryTail(counting, directory.control, (fault) => {
    throw fault;
  });
  tail.subscribe(one.id, () => (calls.one += 1), await platform.registry(one.id));
  tail.subscribe(two.id, () => (calls.two += 1), await platform.registry(two.id));
  await vi.waitFor(() => expect(reads).toHaveLength(2), patience);
});
afterAll(async () => {
  tail.close();
  await other.store.close();
  await house.close();
});

const without = (name: string) => one.modules.filter((module) => module !== name);

test.each([
  ['modules switched by this process', () => house.admin.directory.setModules(one, without('events'))],
  ['modules switched by another process', () => other.directory.setModules(one, one.modules)],
  [
    'a collection defined',
    () =>
      house.send('POST', '/api/v1/collections', {
        key: keys.one,
        json: { name: 'halls', fields: [{ name: 'title', type: 'text' }] },
      }),
  ],
  [
    'a collection changed',
    () =>
      house.send('PATCH', '/api/v1/collections/halls', {
        key: keys.one,
        json: { add: [{ name: 'seats', type: 'integer' }] },
      }),
  ],
  ['a collection dropped', () => house.send('DELETE', '/api/v1/collections/halls', { key: keys.one })],
])('%s: its subscriber is called, and the other tenant’s registry is not read', async (_, change) => {
  reads = [];
  const before = { ...calls };
  const done = await change();
  expect(done).toSatisfy((answer) => ('ok' in answer ? answer.ok : answer.status < 300));
  await expect.poll(() => calls.one, patience).toBeGreaterThan(before.one);
  expect(calls.two).toBe(before.two);
  expect(reads).not.toContain(two.id);
});

test('a change that another process could not announce is announced by the one that finds it', async () => {
  const twin = must(await other.directory.byId(one.id), 'a tenant');
  const known = await house.admin.directory.own(one);
  const store = await other.directory.open(twin);
  const definition = { name: 'rooms', module: 'custom', labels: { one: 'Room', many: 'Rooms' }, fields: [] };
  await store.reshape('system:test', { collection: 'rooms', definition, convert: null }, async (tx) => {
    await tx.create('collections', { name: 'rooms', definition });
    return { ok: true, value: null };
  });
  const before = calls.one;
  expect(await house.admin.directory.ownMoved(one, known)).toBe(true);
  await expect.poll(() => calls.one, patience).toBeGreaterThan(before);
});

test('a subscriber that has seen an older registry is called at once', async () => {
  const { directory, platform } = house.admin;
  const seen = await platform.registry(one.id);
  await directory.setModules(one, without('sample'));
  const called = new Promise<void>((resolve) => tail.subscribe(one.id, resolve, seen));
  await called;
});
