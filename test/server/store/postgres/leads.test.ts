/** Two processes on one database: each follower runs in one of them, and in the other when that one is gone. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Module } from '#server/core/collections/module.ts';
import { followTenants } from '#server/core/log/followers/follow-tenants.ts';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import type { Store, TenantStore } from '#server/store/contract.ts';
import { findEngine } from '#server/store/postgres/cluster/find-engine.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { ok } from '#shared/base/result.ts';
import { visits } from '#test/contract/store-samples.ts';
import { type PostgresServer, postgres } from '#test/fixtures/postgres.ts';

const newId = idMaker(Date.now);
const patient = { timeout: 60_000 };
let server: PostgresServer;
let url: string;
const stores: Store[] = [];
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  server = await postgres();
  url = await server.database('leads');
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await Promise.all(stores.splice(0).map((store) => store.close()));
  await server.dropSchemas('leads', 'gatehouse_%');
});

interface Process {
  readonly store: Store;
  readonly db: TenantStore;
  /** What its follower was handed. */
  readonly seen: number[];
  stop(): Promise<void>;
}

async function startProcess(): Promise<Process> {
  const store = openPostgresStore({ url, clock: Date.now, newId, findEngine });
  stores.push(store);
  const db = await store.tenant('one');
  await db.migrate([visits]);
  const seen: number[] = [];
  const module: Module = {
    name: 'stock',
    collections: [visits],
    actions: [],
    followers: [
      {
        name: 'watch',
        collections: ['visits'],
        handle: async (changes) => void seen.push(...changes.map((c) => c.seq)),
      },
    ],
  };
  const followers = await followTenants({
    store,
    source: {
      control: 'control',
      logId: 'log',
      news: async (after) => ({ tenants: [], seq: after }),
      find: async (ids) => ids.filter((id) => id === 'one').map((id) => ({ id, modules: ['stock'] })),
      open: () => store.tenant('one'),
    },
    modules: [module],
    clock: Date.now,
    newId,
    onFault: () => {},
  });
  stops.push(followers.stop);
  return { store, db, seen, stop: followers.stop };
}

const leads = async ({ store }: Process) => (await store.leads(['one'])).has('one');

const visit = (db: TenantStore) =>
  db.commit('user:a', async (tx) => ok(await tx.create('visits', { gadget: null, note: null })));

test('one runs, the other stands by and takes over when the first is stopped', async () => {
  const [one, two] = [await startProcess(), await startProcess()];
  for (let i = 0; i < 5; i++) await visit(i % 2 === 0 ? one.db : two.db);
  await expect.poll(() => one.seen, patient).toEqual([1, 2, 3, 4, 5]);
  expect(two.seen).toEqual([]);
  expect([await leads(one), await leads(two)]).toEqual([true, false]);

  await one.stop();
  await one.store.close();
  for (let i = 0; i < 3; i++) await visit(two.db);
  await expect.poll(() => two.seen, patient).toEqual([6, 7, 8]);
});

test('one whose connection broke has lost the lead, and no change is passed over', async () => {
  const [one, two] = [await startProcess(), await startProcess()];
  await visit(one.db);
  await expect.poll(() => one.seen, patient).toEqual([1]);
  await server.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'gatehouse leads' AND datname = current_database()",
    'leads',
  );
  await visit(two.db);
  await expect.poll(() => [...one.seen, ...two.seen].includes(2), patient).toBe(true);
  await expect.poll(async () => [await leads(one), await leads(two)].filter(Boolean).length, patient).toBe(1);
});
