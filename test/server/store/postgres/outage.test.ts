/**
 * Tests the store while PostgreSQL crashes or connections are cut. An acknowledged commit is kept exactly once, the store
 * reports every other commit as refused or in doubt, and writers and readers continue. Also tests two processes on one
 * database: one sequence, and each wakes the other.
 */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import { CommitInDoubt, type Store, StoreFault, type TenantStore } from '#server/store/contract.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { ok } from '#shared/base/result.ts';
import { visits } from '#test/contract/store-samples.ts';
import { type PostgresServer, plainPostgres } from '#test/fixtures/postgres.ts';
import { type CuttingProxy, openCuttingProxy } from './cutting-proxy.ts';

const newId = idMaker(Date.now);
const patient = { timeout: 60_000 };
let server: PostgresServer;
let url: string;
let proxy: CuttingProxy;
const stores: Store[] = [];

function open(address: string, outcomePatienceMs = 30_000): Store {
  const store = openPostgresStore({ url: address, clock: Date.now, newId, outcomePatienceMs });
  stores.push(store);
  return store;
}
const throughProxy = () => url.replace(`:${server.port}/`, `:${proxy.port}/`);
const visit = (db: TenantStore, note: string) =>
  db.commit('user:a', async (tx) => ok(await tx.create('visits', { gadget: null, note })));
async function notes(db: TenantStore): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const page of db.walk('visits')) found.push(...page.map((one) => one['note']));
  return found;
}

beforeAll(async () => {
  server = await plainPostgres();
  url = await server.database('outage');
  proxy = await openCuttingProxy(server.port);
});
afterAll(() => proxy?.close());
beforeEach(() => proxy.stayDown(false));
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
  await server.dropSchemas('outage', 'gatehouse_%');
});

async function openTenant(address: string, outcomePatienceMs?: number): Promise<TenantStore> {
  const db = await open(address, outcomePatienceMs).tenant('one');
  await db.migrate([visits]);
  // Makes the table, so that the next commit is the one that is cut.
  const undone = db.commit('user:a', async (tx) => {
    await tx.create('visits', { gadget: null, note: 'undone' }, newId());
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  return db;
}

test('ST1 crash after crash of the database: nothing acknowledged is lost, nothing doubled, nothing refused is kept', async () => {
  const db = await openTenant(url);
  const acknowledged = new Map<string, number>();
  let doubts = 0;
  let running = true;
  const write = async (writer: number) => {
    for (let i = 0; running; i++) {
      const note = `${writer}-${i}`;
      const result = await visit(db, note).catch((error: unknown) => {
        expect(error).toBeInstanceOf(StoreFault);
        if (error instanceof CommitInDoubt) doubts += 1;
        return null;
      });
      if (result?.ok) acknowledged.set(note, result.value.seq);
    }
  };
  const read = async () => {
    while (running) await db.count('visits').catch((error: unknown) => expect(error).toBeInstanceOf(StoreFault));
  };
  const working = Promise.all([...[0, 1, 2, 3, 4, 5].map(write), read()]);
  for (let crash = 0; crash < 3; crash++) {
    const before = acknowledged.size;
    await expect.poll(() => acknowledged.size, patient).toBeGreaterThan(before + 20);
    await server.stop('immediate');
    await server.start();
  }
  const before = acknowledged.size;
  await expect.poll(() => acknowledged.size, patient).toBeGreaterThan(before + 20);
  running = false;
  await working;

  const rows = await notes(db);
  const changes = await db.since(0, { limit: 10_000 });
  expect(changes.map((c) => c.seq)).toEqual(changes.map((_, i) => i + 1));
  expect(new Set(rows)).toEqual(new Set(changes.map((c) => c.record['note' as keyof typeof c.record])));
  expect(rows).toHaveLength(changes.length);
  const kept = new Map(changes.map((c) => [(c.record as unknown as { note: string }).note, c.seq]));
  expect([...acknowledged].filter(([note, seq]) => kept.get(note) !== seq)).toEqual([]);
  // What was refused was not kept: the store asked the database what became of each commit.
  expect(rows.length).toBeGreaterThanOrEqual(acknowledged.size);
  expect(rows.length).toBeLessThanOrEqual(acknowledged.size + doubts);
});

test('ST1 a commit whose answer is lost is acknowledged, because the database says that it was kept', async () => {
  const db = await openTenant(throughProxy());
  proxy.cutNext('after');
  expect(await visit(db, 'done')).toMatchObject({ ok: true, value: { seq: 1 } });
  expect(await visit(db, 'next')).toMatchObject({ ok: true, value: { seq: 2 } });
  expect(await notes(db)).toEqual(['done', 'next']);
});

test('ST1 a commit that never reached the database is refused, and nothing of it is there', async () => {
  const db = await openTenant(throughProxy());
  proxy.cutNext('before');
  const error = await visit(db, 'lost').catch((e: unknown) => e);
  expect(error).toBeInstanceOf(StoreFault);
  expect(error).not.toBeInstanceOf(CommitInDoubt);
  expect(await visit(db, 'next')).toMatchObject({ ok: true, value: { seq: 1 } });
  expect(await notes(db)).toEqual(['next']);
});

test('ST1 where the database does not come back in time, the commit is said to be in doubt', async () => {
  const db = await openTenant(throughProxy(), 500);
  proxy.stayDown(true);
  proxy.cutNext('after');
  await expect(visit(db, 'perhaps')).rejects.toBeInstanceOf(CommitInDoubt);
  proxy.stayDown(false);
  expect(await visit(db, 'next')).toMatchObject({ ok: true, value: { seq: 2 } });
  expect(await notes(db)).toEqual(['perhaps', 'next']);
});

test('ST1 a transaction number that another transaction got after a crash does not confirm ours', async () => {
  const db = await openTenant(throughProxy());
  expect(await visit(db, 'before')).toMatchObject({ ok: true });
  const nextNumber = async () => Number((await server.query('SELECT pg_current_xact_id()::text AS n'))[0]?.['n']);
  // Nothing of ours may reach the disk by itself before the crash.
  await server.query("ALTER SYSTEM SET wal_writer_delay = '10s'");
  await server.query('SELECT pg_reload_conf()');
  const first = await nextNumber();
  const cuts = proxy.cuts();
  proxy.stayDown(true);
  proxy.cutNext('before');
  const lost = visit(db, 'lost').catch((error: unknown) => error);
  await expect.poll(() => proxy.cuts(), patient).toBeGreaterThan(cuts);
  await server.stop('immediate');
  await server.start();
  // The number that ours had is given out again, and its new transaction commits.
  while ((await nextNumber()) < first + 20);
  proxy.stayDown(false);
  await server.query('ALTER SYSTEM RESET wal_writer_delay');
  expect(await lost).toBeInstanceOf(StoreFault);
  expect(await visit(db, 'next')).toMatchObject({ ok: true, value: { seq: 2 } });
  expect(await notes(db)).toEqual(['before', 'next']);
});

test('ST2 two processes that write in turns share one dense sequence, and each is woken by the other', async () => {
  const [one, two] = [await openTenant(url), await openTenant(url)];
  const heads = new Map([
    [one, [] as number[]],
    [two, [] as number[]],
  ]);
  for (const [db, list] of heads) db.onCommit((head) => list.push(head));
  await Promise.all(
    [one, two].flatMap((db, w) =>
      Array.from({ length: 40 }, async (_, i) => expect((await visit(db, `${w}-${i}`)).ok).toBe(true)),
    ),
  );
  const changes = await one.since(0, { limit: 1_000 });
  expect(changes.map((c) => c.seq)).toEqual(Array.from({ length: 80 }, (_, i) => i + 1));
  for (const list of heads.values()) {
    await expect.poll(() => list.at(-1), patient).toBe(80);
    expect(list).toEqual([...new Set(list)].sort((a, b) => a - b));
  }
});

test('ST2 a process that listens is notified of a load, as of any commit', async () => {
  const from = await openTenant(url);
  const [to, listening] = await Promise.all([open(url).tenant('copy'), open(url).tenant('copy')]);
  for (const db of [to, listening]) await db.migrate([visits]);
  await visit(from, 'a');
  const told: string[] = [];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    client.on('notification', ({ payload }) => told.push(payload ?? ''));
    await client.query('LISTEN "gatehouse"');
    const heads: number[] = [];
    listening.onCommit((head) => heads.push(head));
    await to.load(from.dump(['visits']));
    await expect.poll(() => told.filter((one) => one.includes('copy')), patient).toEqual(['"gatehouse_copy" 1']);
    await expect.poll(() => heads, patient).toEqual([1]);
  } finally {
    await client.end();
  }
});

test('ST2 a process that did not listen for a while hears of what happened meanwhile', async () => {
  const [writing, listening] = [await openTenant(url), await openTenant(throughProxy())];
  const heads: number[] = [];
  listening.onCommit((head) => heads.push(head));
  await visit(writing, 'a');
  await expect.poll(() => heads, patient).toEqual([1]);
  await server.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'gatehouse wake'",
  );
  await visit(writing, 'b');
  await expect.poll(() => heads, patient).toEqual([1, 2]);
});
