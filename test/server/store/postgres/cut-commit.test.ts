/**
 * A commit whose connection is cut at any question of it: to the database, to the coordinator of a cluster, and between
 * the coordinator and the node that holds the data. Acknowledged is there, refused is not, and nothing is there twice.
 */
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import { CommitInDoubt, type Store, StoreFault, type TenantStore } from '#server/store/contract.ts';
import { findEngine } from '#server/store/postgres/cluster/find-engine.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { visits } from '#test/contract/store-samples.ts';
import { byCoordinator, makeDatabase, nodesOf, query } from '#test/fixtures/cluster/databases.ts';
import { hasCluster } from '#test/fixtures/cluster/find-script.ts';
import { sharedCluster } from '#test/fixtures/cluster/shared-cluster.ts';
import { plainPostgres } from '#test/fixtures/postgres.ts';
import { type Cut, type CuttingProxy, openCuttingProxy } from './cutting-proxy.ts';

const newId = idMaker(Date.now);
const cuts: readonly Cut[] = ['before', 'after'];
const stores: Store[] = [];
const proxies: CuttingProxy[] = [];

interface Way {
  readonly db: TenantStore;
  readonly proxy: CuttingProxy;
}

const atPort = (url: string, port: number) => Object.assign(new URL(url), { port: String(port) }).href;

async function proxyTo(port: number): Promise<CuttingProxy> {
  const proxy = await openCuttingProxy(port);
  proxies.push(proxy);
  return proxy;
}

async function openTenant(url: string, tenant = 'one', now = Date.now): Promise<TenantStore> {
  const store = openPostgresStore({ url, clock: now, newId, findEngine });
  stores.push(store);
  const db = await store.tenant(tenant);
  await db.migrate([visits]);
  return db;
}

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});
afterAll(async () => {
  for (const proxy of proxies) await proxy.close();
});

async function toTheDatabase(): Promise<Way> {
  const server = await plainPostgres();
  const url = await server.database('cut');
  const proxy = await proxyTo(server.port);
  return { proxy, db: await openTenant(byCoordinator(atPort(url, proxy.port))) };
}

/** From here on, transactions of the workers have numbers that on the coordinator belong to aborted ones. */
async function partNumbers(root: string): Promise<void> {
  const [coordinator = root, ...workers] = await nodesOf(root);
  for (const worker of workers) await abortMany(worker, 3_000);
  await abortMany(coordinator, 9_000);
}

async function abortMany(url: string, count: number): Promise<void> {
  const each = `BEGIN INSERT INTO aborted VALUES (1); RAISE 'no'; EXCEPTION WHEN others THEN NULL; END;`;
  const all = `DO $$ BEGIN FOR i IN 1..${count} LOOP ${each} END LOOP; END $$`;
  await query(url, `CREATE TEMP TABLE aborted (n int); ${all}`);
}

async function toTheCoordinator(): Promise<Way> {
  const root = await sharedCluster();
  await partNumbers(root);
  const url = await makeDatabase(root, 'cut_coordinator');
  const proxy = await proxyTo(Number(new URL(url).port));
  return { proxy, db: await openTenant(byCoordinator(atPort(url, proxy.port))) };
}

async function toTheNode(): Promise<Way> {
  const root = await sharedCluster();
  await partNumbers(root);
  const worker = new URL(must((await nodesOf(root))[1] ?? null, 'a worker')).port;
  const proxy = await proxyTo(Number(worker));
  const url = await makeDatabase(root, 'cut_node', new Map([[worker, proxy.port]]));
  for (let n = 0; ; n++) {
    const db = await openTenant(url, `tenant-${n}`);
    const before = proxy.questions();
    await db.head();
    if (proxy.questions() > before) return { db, proxy };
  }
}

const visit = (db: TenantStore, note: string) =>
  db.commit('user:a', async (tx) => ok(await tx.create('visits', { gadget: null, note })));

async function notesIn(db: TenantStore): Promise<readonly string[]> {
  const changes = await db.since(0, { limit: 10_000 });
  expect(changes.map((change) => change.seq)).toEqual(changes.map((_, i) => i + 1));
  const logged = changes.map((change) => String((change.record as unknown as Record<string, unknown>)['note']));
  const rows = (await db.find('visits', { limit: 10_000 })).map((row) => String(row['note']));
  expect(rows.toSorted()).toEqual(logged.toSorted());
  return logged;
}

describe.each([
  ['a PostgreSQL', toTheDatabase, true],
  ['the coordinator of a cluster', toTheCoordinator, hasCluster],
  ['the node of a cluster that holds the data', toTheNode, hasCluster],
])('the way to %s', (_name, open, isThere) => {
  test.runIf(isThere)('ST1 cut at every question of a commit', async () => {
    const { db, proxy } = await open();
    await visit(db, 'first');
    const before = proxy.questions();
    await visit(db, 'counted');
    const questions = proxy.questions() - before;
    expect(questions).toBeGreaterThan(3);
    const said = new Map<string, 'kept' | 'refused' | 'in doubt'>();
    for (let number = 0; number < questions; number++)
      for (const cut of cuts) {
        const note = `${number} ${cut}`;
        proxy.cutAt(number, cut);
        const done = await visit(db, note).catch((error: unknown) => {
          expect(error).toBeInstanceOf(StoreFault);
          return error instanceof CommitInDoubt ? ('in doubt' as const) : ('refused' as const);
        });
        said.set(note, typeof done === 'string' ? done : 'kept');
      }
    await visit(db, 'last');
    const notes = await notesIn(db);
    expect(new Set(notes).size).toBe(notes.length);
    // One phase on every way: the log tells of each, and none stays in doubt.
    const wrong = [...said].filter(([note, what]) => what === 'in doubt' || notes.includes(note) !== (what === 'kept'));
    expect(wrong).toEqual([]);
    expect(new Set(said.values())).toEqual(new Set(['kept', 'refused']));
  });
});

test("ST1 another writer's change with the same number, record and time is not taken for ours", async () => {
  const server = await plainPostgres();
  const url = await server.database('twins');
  const proxy = await proxyTo(server.port);
  const now = () => Date.UTC(2026, 4, 1, 8);
  const ours = await openTenant(atPort(url, proxy.port), 'one', now);
  const theirs = await openTenant(url, 'one', now);
  const id = newId();
  const write = (db: TenantStore) =>
    db.commit('user:a', async (tx) => ok(await tx.create('visits', { gadget: null, note: 'same' }, id)));
  proxy.stayDown(true);
  proxy.cutNext('before');
  const lost = write(ours).catch((error: unknown) => error);
  await expect.poll(() => proxy.cuts()).toBe(1);
  expect(await write(theirs)).toMatchObject({ ok: true, value: { seq: 1 } });
  proxy.stayDown(false);
  expect(await lost).toBeInstanceOf(StoreFault);
});
