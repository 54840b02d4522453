/**
 * Tenants that earlier releases recorded in several databases: a start or a restore never shows such a tenant as empty.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadLines } from '#server/operations/archive/restore-lines.ts';
import { writeLines } from '#server/operations/transfer/line-file.ts';
import type { Line } from '#server/operations/transfer/lines.ts';
import { assemble } from '#server/start/assemble.ts';
import { readConfig } from '#server/start/config.ts';
import type { Transaction } from '#server/store/contract.ts';
import { ok } from '#shared/base/result.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

/** The earlier table, as it stands in such a database. */
const tenantHomes = defineCollection({
  name: 'tenant_homes',
  module: 'control',
  labels: { one: 'Tenant home', many: 'Tenant homes' },
  fields: [
    { name: 'resident', type: 'text', required: true, unique: true, maxLength: 128 },
    { name: 'live', type: 'text', required: true, index: true, maxLength: 128 },
    { name: 'database', type: 'text', required: true, index: true, maxLength: 40 },
    { name: 'movingTo', type: 'text', maxLength: 40 },
    { name: 'move', type: 'text', maxLength: 128 },
    { name: 'formerly', type: 'text', maxLength: 40 },
  ],
});
const here = { database: 'main', movingTo: null, move: null, formerly: null };

let house: TestServer;
let folder: string;
let live: string;
const config = () => readConfig({ ...house.env, LOG_LEVEL: 'silent' });
const starting = async () => (await assemble(config())).store.close();
const write = async (plan: (tx: Transaction) => Promise<unknown>) => {
  await house.admin.directory.control.commit('system:test', async (tx) => ok(await plan(tx)));
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-homes-'));
  house = await openTestServer();
  live = (await house.tenant('moved')).tenant.id;
  await house.admin.directory.control.migrate([tenantHomes]);
});
afterAll(async () => {
  await house?.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['is in another database', { database: 'second' }],
  ['was being moved', { movingTo: 'second', move: 'm1' }],
])('a tenant that %s: the start is refused and says what to do', async (_case, values) => {
  let id = '';
  await write(async (tx) => {
    ({ id } = await tx.create('tenant_homes', { resident: live, live, ...here, ...values }));
  });
  await expect(starting()).rejects.toThrow(/Tenant moved is in another database.*tenant move SLUG --to main/);
  await write((tx) => tx.update('tenant_homes', id, here));
  await starting();
  await write((tx) => tx.delete('tenant_homes', id));
});

test('a restore of a backup from then puts every tenant into this database', async () => {
  const at = new Date(0).toISOString();
  const system = { id: 'h1', createdAt: at, updatedAt: at, version: 1 };
  async function* lines(): AsyncGenerator<Line> {
    yield { kind: 'house', format: 1, exportedAt: at };
    yield { kind: 'database', id: 'control', sandbox: false, collections: ['databases', 'tenant_homes', 'tenants'] };
    yield { kind: 'record', collection: 'databases', record: { ...system, name: 'second', identity: 'x' } };
    const home = { ...system, resident: 't1', live: 't1', ...here, database: 'second' };
    yield { kind: 'record', collection: 'tenant_homes', record: home };
  }
  await writeLines(join(folder, 'control.gz'), lines());
  const env = { ...config(), dataDir: join(folder, 'data'), databaseUrl: null };
  const openRestored = () => assemble(env);
  const kept = { id: 'control', slug: null, sandbox: false, head: 0, path: 'control.gz' };
  const manifest = { format: 1, createdAt: at, store: 'postgres' as const, databases: [kept], files: [] };
  await loadLines({ config: env, openAssembly: openRestored }, folder, manifest);
  const restored = await openRestored();
  expect(await restored.directory.control.collections()).not.toContain('tenant_homes');
  await restored.store.close();
});
