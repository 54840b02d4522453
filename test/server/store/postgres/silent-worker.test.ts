/**
 * A worker of a cluster that is stopped and answers nothing: tenants of the others go on with what they have used. Making a
 * table needs all nodes: a plan that needs one is refused soon, holds up no other, and has it when the worker answers again.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import { NodeAway, type Store, type TenantStore } from '#server/store/contract.ts';
import { findEngine } from '#server/store/postgres/cluster/find-engine.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { ok } from '#shared/base/result.ts';
import { gadget, gadgets, visits } from '#test/contract/store-samples.ts';
import { makeDatabase, query } from '#test/fixtures/cluster/databases.ts';
import { hasCluster } from '#test/fixtures/cluster/find-script.ts';
import { type Cluster, startCluster } from '#test/fixtures/cluster/start-cluster.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const limitMs = 120_000;
const patient = { timeout: 30_000 };
const tenants = ['t1', 't2', 't3', 't4'];

/** A process for one connection may have ended since it was listed. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ESRCH') throw fault;
  }
}

/** The server of a node and all that works for it. */
function processesOf(pid: number): readonly number[] {
  const parentOf = (one: string) => {
    try {
      return Number(readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
    } catch {
      return null;
    }
  };
  return [
    pid,
    ...readdirSync('/proc')
      .filter((one) => /^\d+$/.test(one) && parentOf(one) === pid)
      .map(Number),
  ];
}

describe.runIf(hasCluster)('a silent worker', () => {
  let cluster: Cluster;
  let store: Store;
  let silent: number;
  const stores = new Map<string, TenantStore>();
  /** Of the workers that answer. */
  let others: readonly TenantStore[];
  let stopped: readonly number[] = [];
  let house: TestServer;
  /** The key of a tenant there, on a worker that answers, and the path of its notes. */
  let key: string;
  let notes: string;
  const visit = (db: TenantStore, note: string) =>
    db.commit('user:a', async (tx) => ok(await tx.create('visits', { gadget: null, note })));
  const add = (db: TenantStore, code: string) =>
    db.commit('user:a', async (tx) => ok(await tx.create('gadgets', gadget(code))));

  beforeAll(async () => {
    cluster = await startCluster();
    const url = await makeDatabase(cluster.url, 'silent');
    store = openPostgresStore({ url, clock: Date.now, newId: idMaker(Date.now), findEngine });
    for (const name of tenants) {
      const db = await store.tenant(name);
      await db.migrate([gadgets, visits]);
      await visit(db, 'before');
      stores.set(name, db);
    }
    const engine = await store.engine?.();
    const places = (await engine?.cluster?.places(tenants)) ?? new Map<string, string>();
    const port = cluster.portOf('w1');
    const answers = (place: string | undefined) => !place?.endsWith(`:${port}`);
    others = tenants.filter((name) => answers(places.get(name))).map((name) => stores.get(name)!);
    house = await openTestServer({ DATABASE_URL: await makeDatabase(cluster.url, 'silent_http') });
    const { tenant, apiKey, sandbox } = await house.tenant('one');
    const there = await (await house.admin.store.engine?.())?.cluster?.places([tenant.id, sandbox.tenant]);
    // The two stand on two workers.
    [key, notes] = answers(there?.get(tenant.id))
      ? [apiKey, '/api/v1/notes']
      : [sandbox.apiKey, '/sandbox/api/v1/notes'];
    const worker = Object.assign(new URL(url), { port: String(port), username: 'postgres' }).href;
    const [row] = await query(worker, `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`);
    silent = Number(row?.['pid']);
  }, limitMs);

  const stop = () => {
    stopped = processesOf(silent);
    for (const pid of stopped) signal(pid, 'SIGSTOP');
  };
  const goOn = () => {
    for (const pid of stopped) signal(pid, 'SIGCONT');
    stopped = [];
  };

  afterAll(async () => {
    goOn();
    await house?.close();
    await store?.close();
    await cluster?.stop();
  }, limitMs);

  test(
    'is waited for by no one but who makes a table, and by that one not for long',
    async () => {
      expect(others.length).toBe(2);
      const [first, second] = others as [TenantStore, TenantStore];
      stop();
      const making = add(first, 'a').catch((fault: unknown) => fault);
      let isOver = false;
      void making.then(() => {
        isOver = true;
      });
      // What they use is there for both; what was never used is empty, and asks no other node.
      for (let n = 0; n === 0 || !isOver; n++) {
        expect(await visit(second, `n${n}`)).toMatchObject({ ok: true });
        expect([await second.count('gadgets'), await first.count('visits')]).toEqual([0, 1]);
      }
      expect(await making).toBeInstanceOf(NodeAway);
      // As long as that one is waited for, the next do not even begin.
      for (const db of [first, second]) await expect(add(db, 'b')).rejects.toBeInstanceOf(NodeAway);
      await expect(store.tenant('new')).rejects.toBeInstanceOf(NodeAway);
      for (const db of [first, second]) expect(await visit(db, 'on')).toMatchObject({ ok: true });
      const sent = { key, json: { title: 'First of its kind' } };
      const refused = await house.send('POST', notes, sent);
      expect([refused.status, refused.codes, Number(refused.headers.get('retry-after'))]).toEqual([
        503,
        ['overloaded'],
        expect.any(Number),
      ]);
      goOn();
      for (const db of [first, second]) {
        await expect.poll(() => add(db, 'c').then(() => 'made', String), patient).toBe('made');
        expect(await db.count('gadgets')).toBe(1);
      }
      expect(await (await store.tenant('new')).head()).toBe(0);
      await expect.poll(async () => (await house.send('POST', notes, sent)).status, patient).toBe(201);
    },
    limitMs,
  );
});
