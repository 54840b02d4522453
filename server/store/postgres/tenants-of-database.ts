/** The open tenants of a PostgreSQL database, and what wakes their listeners: commits and whispers, of any process. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { OpenTenants } from '../open-tenants.ts';
import type { ReadLine } from '../read-line.ts';
import { connectAlone, PoolSession } from './connection.ts';
import type { Database } from './database.ts';
import type { Matchers } from './matcher.ts';
import { defaultOutcomePatienceMs } from './outcome.ts';
import type { PostgresSchedule } from './schedule.ts';
import type { SchemaNames } from './schema-names.ts';
import type { PostgresStoreOptions } from './store-options.ts';
import { openSchema, readSchema, upgradeSchema } from './system-tables.ts';
import type { TenantSetting } from './tenant-setting.ts';
import { PostgresTenantStore } from './tenant-store.ts';
import { Wake } from './wake.ts';
import { WhisperPost } from './whisper-post.ts';
import { defaultBatchWorkMs, defaultPlanTimeoutMs } from './writer.ts';

export interface TenantsParts {
  readonly names: SchemaNames;
  readonly database: Database;
  readonly schedule: PostgresSchedule;
  readonly line: ReadLine;
  readonly matchers: Matchers;
  /** Stores of open tenants, by schema; kept up to date here. */
  readonly open: Map<string, PostgresTenantStore>;
}

export interface TenantsOfDatabase {
  readonly tenants: OpenTenants<PostgresTenantStore>;
  /** Forgets a tenant whose schema is dropped. */
  forget(tenant: string): Promise<void>;
  close(): Promise<void>;
}

export function tenantsOfDatabase(
  options: PostgresStoreOptions,
  { database, line, matchers, names, open, schedule }: TenantsParts,
): TenantsOfDatabase {
  const { url, clock, newId, control } = options;
  const { planTimeoutMs = defaultPlanTimeoutMs, batchWorkMs = defaultBatchWorkMs } = options;
  const { outcomePatienceMs = defaultOutcomePatienceMs } = options;
  let wake: Wake | null = null;
  const post = new WhisperPost(randomUUID(), () => wake?.said());

  /** Opened with the first tenant: it listens to the commits of other processes. */
  function openWake(): Wake {
    const { bulkhead } = database;
    return new Wake({
      url,
      channel: names.prefix,
      post,
      listening: () => [...open.values()].filter((one) => one.isListenedTo).map((one) => one.schema),
      ...(bulkhead && { lookApart: (schemas: readonly string[]) => bulkhead.lookAtHeads(schemas) }),
      onHead: (schema, head) => open.get(schema)?.wake(head),
    });
  }

  function made(
    tenant: string,
    known: Pick<TenantSetting, 'engine' | 'logId' | 'meta' | 'heard' | 'unmade'>,
  ): PostgresTenantStore {
    const schema = names.of(tenant);
    const { bulkhead } = database;
    wake ??= openWake();
    const store = new PostgresTenantStore({
      ...{ ...known, tenant, schema, sharedSchema: names.shared, clock, newId, planTimeoutMs, batchWorkMs },
      makesLate: tenant !== control,
      ...{
        pools: database.poolsOf(tenant),
        alone: database.aloneFor(tenant),
        making: database.makingFor(tenant),
        line,
        matchers,
      },
      activate: () => schedule.activate([tenant]),
      outcome: { connect: () => connectAlone(url, 'outcome'), patienceMs: outcomePatienceMs },
      node: () => bulkhead?.nodeOf(schema) ?? null,
      whispers: post.of(schema),
      onCommit: (head) => wake?.committed(schema, head),
      onClose: () => open.delete(schema),
    });
    open.set(schema, store);
    return store;
  }

  const tenants = new OpenTenants<PostgresTenantStore>({
    async open(tenant) {
      const engine = await database.prepare();
      const schema = names.of(tenant);
      await database.bulkhead?.locate(schema);
      const known = await readSchema(new PoolSession(database.poolsOf(tenant).read), schema);
      const before = engine.beforeSchema[tenant === control ? 'shared' : 'tenant'];
      const make = (client: pg.ClientBase) => openSchema(client, schema, newId, before);
      const upgrade = (client: pg.ClientBase) => upgradeSchema(client, schema);
      const { isResting, logId, meta } =
        known ?? (await database.makingFor(tenant)(make)) ?? (await database.aloneFor(tenant)(upgrade));
      // One that was just made has its node now.
      await database.bulkhead?.locate(schema);
      if (!isResting) await schedule.expectActive(tenant);
      return made(tenant, { engine, logId, meta, heard: 0, unmade: new Set() });
    },
    async reopen(tenant, last) {
      const engine = await database.prepare();
      await database.bulkhead?.locate(names.of(tenant));
      return made(tenant, { unmade: new Set(), ...last, engine, meta: null });
    },
    max: options.openTenants,
    idleMs: options.tenantIdleMs,
    onMoved: options.onMoved,
  });

  return {
    tenants,
    async forget(tenant) {
      await tenants.forget(tenant);
      post.forget(names.of(tenant));
    },
    async close() {
      await tenants.close();
      await wake?.close();
    },
  };
}
