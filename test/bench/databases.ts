/**
 * D2: bytes and time of empty tenants with the events module: made, opened again by a process that knows nothing yet,
 * and with all tables made by using each collection once.
 */
import { randomBytes } from 'node:crypto';
import { createEventsModule } from '#server/modules/events/module.ts';
import type { EventsPorts } from '#server/modules/events/ports.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { type RunningPostgres, startPostgres } from '../fixtures/postgres-server.ts';
import type { BenchSetting, Row } from './row.ts';

const tenantsMade = 1_000;
/** Of these, in which all collections are used. */
const usedShare = 0.1;

const newId = () => uuidv7(Date.now(), randomBytes(10));
const openAt = (url: string) => openPostgresStore({ url, clock: Date.now, newId });

async function emptyTenants(cluster: RunningPostgres, scale: number): Promise<readonly Row[]> {
  const url = await cluster.database('empty');
  // Only its tables are of interest: it is never run.
  const ports = { payments: { mode: 'stripe', webhookSecrets: ['none'] } } as unknown as EventsPorts;
  const { collections } = createEventsModule(ports);
  const count = Math.max(10, Math.round(tenantsMade * scale));
  const bytes = async () =>
    Number((await cluster.query('SELECT pg_database_size(current_database()) AS bytes', 'empty'))[0]?.['bytes']);
  const used = Math.ceil(count * usedShare);
  const openAll = async (of: number, names: readonly string[]) => {
    const store = openAt(url);
    try {
      await store.tenant('first');
      const began = performance.now();
      for (let n = 0; n < of; n++) {
        const db = await store.tenant(`t${n}`);
        await db.migrate(collections);
        for (const name of names) await db.count(name);
      }
      return (performance.now() - began) / of;
    } finally {
      await store.close();
    }
  };
  const before = await bytes();
  const madeMs = await openAll(count, []);
  const made = await bytes();
  const openedMs = await openAll(count, []);
  const usedMs = await openAll(
    used,
    collections.map(({ name }) => name),
  );
  const name = `of ${count} empty tenants with the module events`;
  const usedName = `of ${used} tenants that use each of its ${collections.length} collections once`;
  const mb = (bytesMore: number, tenants: number) => bytesMore / tenants / 1024 / 1024;
  return [
    { row: 'D2', name: `making each ${name}`, value: madeMs, unit: 'ms' },
    { row: 'D2', name: `opening each ${name}, by a process that starts`, value: openedMs, unit: 'ms' },
    { row: 'D2', name: `space for each ${name}`, value: mb(made - before, count), unit: 'MB' },
    { row: 'D2', name: `making the tables ${usedName}`, value: usedMs, unit: 'ms' },
    { row: 'D2', name: `space for the tables ${usedName}`, value: mb((await bytes()) - made, used), unit: 'MB' },
  ];
}

export async function benchDatabases({ scale }: BenchSetting): Promise<readonly Row[]> {
  const cluster = await startPostgres();
  try {
    return await emptyTenants(cluster, scale);
  } finally {
    await cluster.stop('fast');
    cluster.remove();
  }
}
