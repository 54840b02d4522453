/** Tenants in one PostgreSQL database: a schema each, and one for our functions. */
import { type Store, StoreFault } from '../contract.ts';
import { ReadLine, readMs } from '../read-line.ts';
import { defaultConnections, poolSizes } from './connection.ts';
import { Database } from './database.ts';
import { findPlainEngine } from './engine.ts';
import { Leads } from './leads.ts';
import { openMatchers } from './matcher.ts';
import { openQuota } from './quota.ts';
import { openSchedule } from './schedule.ts';
import { schemaNames } from './schema-names.ts';
import { openSharedBlobs } from './shared-blobs.ts';
import type { PostgresStoreOptions } from './store-options.ts';
import type { PostgresTenantStore } from './tenant-store.ts';
import { tenantsOfDatabase } from './tenants-of-database.ts';

export function openPostgresStore(options: PostgresStoreOptions): Store {
  const { url, control, schemaPrefix = 'gatehouse', readMs: longMs = readMs } = options;
  const names = schemaNames(schemaPrefix);
  const sizes = poolSizes(options.connections ?? defaultConnections);
  /** Stores of open tenants, by schema. */
  const open = new Map<string, PostgresTenantStore>();
  const onHead = (schema: string, head: number) => open.get(schema)?.wake(head);
  const database = new Database({
    ...{ url, names, sizes, control, onHead, readMs: longMs },
    findEngine: options.findEngine ?? findPlainEngine,
    openSchemas: () => [...open.keys()],
  });
  const { pools } = database;
  const prepare = () => database.prepare();
  const line = new ReadLine(sizes.long, { readMs: longMs });
  const matchers = openMatchers();
  const leads = new Leads(url, names.prefix);
  const schedule = openSchedule(pools.read, names.shared, prepare);
  const opened = tenantsOfDatabase(options, { names, database, schedule, line, matchers, open });
  const { tenants } = opened;
  let closed = false;

  return {
    engine: prepare,
    schedule,
    async leads(ids) {
      const schemas = new Map(ids.map((id) => [id, names.of(id)]));
      const led = await leads.leads([...schemas.values()]);
      return new Set([...schemas].filter(([, schema]) => led.has(schema)).map(([id]) => id));
    },
    sharedBlobs: openSharedBlobs(pools.read, names.shared),
    quota: openQuota(pools.write, names.shared),
    tenant: (id) => tenants.tenant(id),
    async drop(id) {
      await opened.forget(id);
      await database.kept((client) => client.query(`DROP SCHEMA IF EXISTS ${names.of(id)} CASCADE`));
      await schedule.forget(id);
    },
    nodeLoads: () => database.bulkhead?.loads() ?? [],
    longReads: () => line.asked,
    waiting: () => [...tenants.all()].reduce((sum, tenant) => sum + tenant.waiting, 0),
    async close() {
      if (closed) return;
      closed = true;
      database.bulkhead?.close();
      line.close(new StoreFault('the store is closed'));
      await Promise.all([opened.close(), leads.close()]);
      await Promise.all([matchers.close(), database.close()]);
    },
  };
}
