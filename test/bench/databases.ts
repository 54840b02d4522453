/**
 * D: what several databases bring, and what a tenant costs that nobody uses. D3: commits of two busy tenants in one
 * database and in two (clusters of their own), in rounds that take turns. D2: bytes and time of empty tenants with the
 * tables of the events module, made and opened again by a process that knows nothing yet.
 */
import { randomBytes } from 'node:crypto';
import { createEventsModule } from '#server/modules/events/module.ts';
import type { EventsPorts } from '#server/modules/events/ports.ts';
import type { Store, TenantStore } from '#server/store/contract.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import { type RunningPostgres, startPostgres } from '../fixtures/postgres-server.ts';
import { type BenchSetting, median, type Row } from './row.ts';

const callers = 64;
const rounds = 5;
const perRound = 4_000;
const tenantsMade = 1_000;

const newId = () => uuidv7(Date.now(), randomBytes(10));
const entries = defineCollection({
  name: 'bench_entries',
  module: 'bench',
  labels: { one: 'Entry', many: 'Entries' },
  fields: [
    { name: 'title', type: 'text', index: true },
    { name: 'count', type: 'integer' },
  ],
});

const openAt = (url: string) => openPostgresStore({ url, clock: Date.now, newId });

async function tenantIn(store: Store, id: string): Promise<TenantStore> {
  const tenant = await store.tenant(id);
  await tenant.migrate([entries]);
  return tenant;
}

/** @returns commits a second, of all tenants together */
async function write(tenants: readonly TenantStore[], count: number): Promise<number> {
  let left = count;
  const began = performance.now();
  await Promise.all(
    tenants.flatMap((tenant) =>
      Array.from({ length: callers / tenants.length }, async (_, caller) => {
        while (left-- > 0)
          await tenant.commit(`user:${caller}`, async (tx) =>
            ok(await tx.create('bench_entries', { title: `Entry ${left}`, count: left })),
          );
      }),
    ),
  );
  return (count * 1_000) / (performance.now() - began);
}

async function commits(clusters: readonly RunningPostgres[], scale: number): Promise<readonly Row[]> {
  const stores = await Promise.all(clusters.map(async (cluster) => openAt(await cluster.database('commits'))));
  const [one, two] = stores as unknown as [Store, Store];
  try {
    const together = [await tenantIn(one, 'a'), await tenantIn(one, 'b')];
    const apart = [await tenantIn(one, 'c'), await tenantIn(two, 'd')];
    const count = Math.round(perRound * scale);
    const rates: { together: number[]; apart: number[] } = { together: [], apart: [] };
    for (let round = 0; round < rounds; round++) {
      rates.together.push(await write(together, count));
      rates.apart.push(await write(apart, count));
    }
    const [here, there] = [median(rates.together), median(rates.apart)];
    return [
      {
        row: 'D3',
        name: `durable commits of two tenants in two databases, ${callers} callers, one process`,
        value: there,
        unit: '/s',
        ceiling: { name: 'both in one database', value: here },
        ratio: there / here,
      },
    ];
  } finally {
    for (const store of stores) await store.close();
  }
}

async function emptyTenants(cluster: RunningPostgres, scale: number): Promise<readonly Row[]> {
  const url = await cluster.database('empty');
  // Only its tables are of interest: it is never run.
  const ports = { payments: { mode: 'stripe', webhookSecrets: ['none'] } } as unknown as EventsPorts;
  const { collections } = createEventsModule(ports);
  const count = Math.max(10, Math.round(tenantsMade * scale));
  const bytes = async () =>
    Number((await cluster.query('SELECT pg_database_size(current_database()) AS bytes', 'empty'))[0]?.['bytes']);
  const openAll = async () => {
    const store = openAt(url);
    try {
      await store.tenant('first');
      const began = performance.now();
      for (let n = 0; n < count; n++) await (await store.tenant(`t${n}`)).migrate(collections);
      return (performance.now() - began) / count;
    } finally {
      await store.close();
    }
  };
  const before = await bytes();
  const madeMs = await openAll();
  const each = (await bytes()) - before;
  const openedMs = await openAll();
  const name = `of ${count} empty tenants with the ${collections.length} tables of events`;
  return [
    { row: 'D2', name: `making each ${name}`, value: madeMs, unit: 'ms' },
    { row: 'D2', name: `opening each ${name}, by a process that starts`, value: openedMs, unit: 'ms' },
    { row: 'D2', name: `space for each ${name}`, value: each / count / 1024 / 1024, unit: 'MB' },
  ];
}

export async function benchDatabases({ scale }: BenchSetting): Promise<readonly Row[]> {
  const clusters = [await startPostgres(), await startPostgres()];
  const [first] = clusters as [RunningPostgres];
  try {
    return [...(await commits(clusters, scale)), ...(await emptyTenants(first, scale))];
  } finally {
    for (const cluster of clusters) {
      await cluster.stop('fast');
      cluster.remove();
    }
  }
}
