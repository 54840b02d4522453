/**
 * D1: what idle tenants cost. A server with ten tenants beside one with many (each row says how many), three of
 * them in use: time to ready, CPU and memory while idle, the first request of a tenant that is closed, and what stays in
 * memory of tenants that were opened and closed again.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { readConfig } from '#server/start/config.ts';
import { startServer } from '#server/start/open-server.ts';
import { must } from '#shared/base/assert.ts';
import { type ServerProcess, startServerProcess } from '../fixtures/server-process.ts';
import { type BenchSetting, median, type Row, scaled } from './row.ts';
import { openDatabases, type StoreKind, storeKinds } from './tenant-databases.ts';
import { type Farm, postgresFarm, sqliteFarm } from './tenant-farm.ts';

const few = 10;
const manySqlite = 10_000;
/** Each takes its schema with the tables of what it used, made by the product: ten minutes for all on a quiet machine. */
const manyPostgres = 10_000;
/** Each table is made on the coordinator and on a worker, in two phases. */
const manyCluster = 300;
const activeCount = 3;
const rounds = 3;
const settleMs = 2_000;
const idleMs = 5_000;
/** Requests to tenants that are closed, in a round. */
const coldAsked = 5;
/** Tenants opened and closed again by one server. */
const openedMax = 1_000;
/** How long a server keeps a tenant that is not in use, where its memory is looked at. */
const shortIdleMs = 1_000;
/** No tenant has used it: on PostgreSQL it has no table. */
const unusedCollection = 'sessions';
const ticksPerSecond = 100;

const event = {
  name: 'Bench',
  type: 'conference',
  startsAt: '2030-01-01T09:00:00Z',
  endsAt: '2030-01-01T18:00:00Z',
  timezone: 'UTC',
};

interface Figures {
  readonly readyMs: number;
  readonly idleCpuMs: number;
  readonly idleMb: number;
  readonly coldMs: number;
  readonly unusedMs: number;
  readonly warmMs: number;
}

function cpuMs({ pid }: ServerProcess): number {
  const fields = must(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1], 'the fields after the name').split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
}

function residentMb({ pid }: ServerProcess): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

async function ask(
  server: { readonly url: string },
  { apiKey }: CreatedTenant,
  method = 'GET',
  collection = 'events',
): Promise<number> {
  const before = performance.now();
  const body = method === 'GET' ? null : JSON.stringify(event);
  const response = await fetch(`${server.url}/api/v1/${collection}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body,
  });
  const text = await response.text();
  if (response.status >= 300) throw new Error(`${method} was answered ${response.status}: ${text.slice(0, 200)}`);
  return performance.now() - before;
}

async function oneRound(farm: Farm, round: number): Promise<Figures> {
  const before = performance.now();
  const server = await startServerProcess(farm.env);
  const readyMs = performance.now() - before;
  try {
    for (const tenant of farm.active) await ask(server, tenant, 'POST');
    await wait(settleMs);
    const used = cpuMs(server);
    await wait(idleMs);
    const idleCpuMs = cpuMs(server) - used;
    const idleMb = residentMb(server);
    const cold: number[] = [];
    const warm: number[] = [];
    const unused: number[] = [];
    const all = farm.cold;
    for (let n = 0; n < Math.min(coldAsked, all.length); n++) {
      const tenant = must(all[(round * coldAsked + n) % all.length], 'a cold tenant');
      cold.push(await ask(server, tenant));
      warm.push(await ask(server, tenant));
      unused.push(await ask(server, tenant, 'GET', unusedCollection));
    }
    return { readyMs, idleCpuMs, idleMb, coldMs: median(cold), unusedMs: median(unused), warmMs: median(warm) };
  } finally {
    await server.stop();
  }
}

const collect = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

/** What a server in this process holds after a collection, before and after tenants were opened and closed again. */
async function keptOf(farm: Farm): Promise<{ readonly kb: number; readonly opened: number }> {
  const server = await startServer(readConfig({ ...farm.env, TENANT_IDLE_MS: String(shortIdleMs) }));
  try {
    const half = Math.floor(Math.min(openedMax, farm.cold.length) / 2);
    const open = async (some: readonly CreatedTenant[]) => {
      for (const tenant of some) await ask(server, tenant);
      // What control keeps of answers goes with its next commit.
      await ask(server, must(farm.active[0], 'an active tenant'), 'POST');
      await server.assembly.directory.setAllowedOrigins(must(farm.active[0], 'an active tenant').tenant, []);
      await wait(shortIdleMs + settleMs);
      collect();
      await wait(settleMs);
      collect();
      const { external, heapUsed } = process.memoryUsage();
      return heapUsed + external;
    };
    // The first half warms up what every server has once.
    const before = await open(farm.cold.slice(0, half));
    const after = await open(farm.cold.slice(half, 2 * half));
    return { kb: (after - before) / 1024 / half, opened: half };
  } finally {
    await server.stop();
  }
}

async function compare(kind: string, small: Farm, large: Farm, count: number): Promise<readonly Row[]> {
  const all = { small: [] as Figures[], large: [] as Figures[] };
  for (let round = 0; round < rounds; round++) {
    all.small.push(await oneRound(small, round));
    all.large.push(await oneRound(large, round));
  }
  const row = (name: string, unit: string, figure: (one: Figures) => number): Row => {
    const value = median(all.large.map(figure));
    const beside = median(all.small.map(figure));
    const ratio = beside > 0 ? { ratio: value / beside } : {};
    return {
      row: 'D1',
      name: `${kind}, ${count} tenants: ${name}`,
      value,
      unit,
      ceiling: { name: `${few} tenants`, value: beside },
      ...ratio,
    };
  };
  const cold = median(all.large.map(({ coldMs }) => coldMs));
  const warm = median(all.large.map(({ warmMs }) => warmMs));
  return [
    row('start to ready', 'ms', ({ readyMs }) => readyMs),
    row(`CPU in ${idleMs / 1_000} s without a request, three written to before`, 'ms', ({ idleCpuMs }) => idleCpuMs),
    row('memory of the process then', 'MB', ({ idleMb }) => idleMb),
    row('first request of a closed tenant', 'ms', ({ coldMs }) => coldMs),
    row('first request for records of a kind that it never used', 'ms', ({ unusedMs }) => unusedMs),
    {
      row: 'D1',
      name: `${kind}, ${count} tenants: the same beside the second request`,
      value: cold,
      unit: 'ms',
      ceiling: { name: 'second request', value: warm },
    },
  ];
}

function keptRow(kind: string, { kb, opened }: { readonly kb: number; readonly opened: number }): Row {
  return {
    ...{ row: 'D1', name: `${kind}: memory kept of each of ${opened} tenants opened and closed again`, value: kb },
    ...{ unit: 'KB', target: '≤ 20 KB', met: kb <= 20 },
  };
}

async function onSqlite(scale: number): Promise<readonly Row[]> {
  const count = Math.max(few, scaled(manySqlite, scale));
  const farms = [await sqliteFarm(few, activeCount), await sqliteFarm(count, activeCount)] as const;
  try {
    return [...(await compare('SQLite', ...farms, count)), keptRow('SQLite', await keptOf(farms[1]))];
  } finally {
    for (const farm of farms) farm.remove();
  }
}

async function onPostgres(kind: Exclude<StoreKind, 'sqlite'>, scale: number): Promise<readonly Row[]> {
  const databases = await openDatabases(kind);
  const { isCluster, name } = databases;
  const count = Math.max(few, scaled(isCluster ? manyCluster : manyPostgres, scale));
  const farms: Farm[] = [];
  try {
    farms.push(await postgresFarm(await databases.database('few'), few, activeCount));
    const before = performance.now();
    const many = await databases.database('many');
    farms.push(await databases.hurriedly(() => postgresFarm(many, count, activeCount)));
    const madeMs = (performance.now() - before) / count;
    const [small, large] = farms as [Farm, Farm];
    return [
      {
        row: 'D1',
        name: `${name}: making each of ${count} tenants`,
        value: madeMs,
        unit: 'ms',
      },
      ...(await compare(name, small, large, count)),
      keptRow(name, await keptOf(large)),
    ];
  } finally {
    for (const farm of farms) farm.remove();
    await databases.end();
  }
}

export async function benchIdleTenants({ scale }: BenchSetting): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const kind of storeKinds())
    rows.push(...(kind === 'sqlite' ? await onSqlite(scale) : await onPostgres(kind, scale)));
  return rows;
}
