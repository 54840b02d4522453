/** Tenants in one PostgreSQL database: a schema each, and one for our functions. */
import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { assert } from '#shared/base/assert.ts';
import type { Clock } from '#shared/base/time.ts';
import { type Store, StoreFault } from '../contract.ts';
import { defaultBatchWorkMs } from '../group-commit.ts';
import { type OnMoved, OpenTenants } from '../open-tenants.ts';
import { ReadLine, readMs } from '../read-line.ts';
import { connectAlone, defaultConnections, openPool, PoolSession, patiently, poolSizes } from './connection.ts';
import { type Bulkhead, type Engine, type FindEngine, findPlainEngine } from './engine.ts';
import { asFault, sqlState } from './errors.ts';
import { makeFunctions } from './functions.ts';
import { Leads } from './leads.ts';
import { openMatchers } from './matcher.ts';
import { defaultOutcomePatienceMs } from './outcome.ts';
import { openQuota } from './quota.ts';
import { openSchedule } from './schedule.ts';
import { openShelf } from './shelf.ts';
import { openSchema, readSchema } from './system-tables.ts';
import type { TenantSetting } from './tenant-setting.ts';
import { PostgresTenantStore } from './tenant-store.ts';
import { Wake } from './wake.ts';
import { WhisperPost } from './whisper-post.ts';
import { defaultPlanTimeoutMs } from './writer.ts';

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`. The user may create schemas in it. */
  readonly url: string;
  readonly clock: Clock;
  /** Ids of records that no device named, and of logs. */
  readonly newId: () => string;
  /** What our schemas' names begin with, `gatehouse` unless told: two installations in one database need two. */
  readonly schemaPrefix?: string;
  /** How long a plan may take, 20 s unless told. */
  readonly planTimeoutMs?: number;
  /** How long one transaction goes on taking plans, 10 ms unless told: others wait for it, one flush serves all of it. */
  readonly batchWorkMs?: number;
  /** How long the outcome of a commit is asked for after its connection broke, 30 s unless told. */
  readonly outcomePatienceMs?: number;
  /** How long one long read may take, 2 s unless told. */
  readonly readMs?: number;
  /** The tenant whose schema is the control database: on a cluster it stays on the coordinator. */
  readonly control?: string;
  /** Which engine the database is, a plain PostgreSQL unless told. */
  readonly findEngine?: FindEngine;
  /** Of this process, 18 unless told, six at least; three more do what needs one alone. */
  readonly connections?: number;
  /** How many tenants may be open without being in use, and how long one stays open: open-tenants.ts. */
  readonly openTenants?: number;
  readonly tenantIdleMs?: number;
  readonly onMoved?: OnMoved;
}

const tenantPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;
const prefixPattern = /^[a-z][a-z0-9_]{0,15}$/;
/** PostgreSQL cuts longer names off without a word; the prefix has 16 of 63. */
const plainTenantMax = 46;
/** A writer waits this long for another process's writer of the same tenant, and a plan for its question. */
const writeStatementMs = 10_000;

/** Quoted. Long ids are told apart by their digest. */
function schemaOf(prefix: string, tenant: string): string {
  assert(tenantPattern.test(tenant), 'a tenant id is letters, digits, - and _');
  const digest = () =>
    createHash('sha256')
      .update(tenant)
      .digest('hex')
      .slice(0, plainTenantMax - 1);
  return `"${prefix}_${tenant.length <= plainTenantMax ? tenant : `.${digest()}`}"`;
}

export function openPostgresStore(options: PostgresStoreOptions): Store {
  const { url, clock, newId, schemaPrefix: prefix = 'gatehouse' } = options;
  const { planTimeoutMs = defaultPlanTimeoutMs, batchWorkMs = defaultBatchWorkMs } = options;
  const { readMs: longMs = readMs } = options;
  const { outcomePatienceMs = defaultOutcomePatienceMs, findEngine = findPlainEngine, control } = options;
  assert(prefixPattern.test(prefix), 'a prefix is lower-case letters, digits and _');
  const sharedSchema = `"${prefix}"`;
  const sizes = poolSizes(options.connections ?? defaultConnections);
  const pools = {
    read: openPool({ url, name: 'read', max: sizes.read }),
    write: openPool({ url, name: 'write', max: sizes.write, statementTimeoutMs: writeStatementMs }),
    scan: openPool({ url, name: 'scan', max: sizes.scan }),
    long: openPool({ url, name: 'long', max: sizes.long, statementTimeoutMs: longMs, endsWithClient: true }),
  };
  const line = new ReadLine(sizes.long, { readMs: longMs });
  const matchers = openMatchers();
  const leads = new Leads(url, prefix);
  const schedule = openSchedule(pools.read, sharedSchema, prepare);
  /** By schema. */
  const open = new Map<string, PostgresTenantStore>();
  let wake: Wake | null = null;
  const post = new WhisperPost(randomUUID(), () => wake?.said());
  let prepared: Promise<Engine> | null = null;
  let bulkhead: Bulkhead | null = null;
  let closed = false;

  /** On a connection of its own: what changes tables may take longer than a pool's statements may. */
  async function alone<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const client = await patiently([pools.read], () => connectAlone(url, 'tables'));
    try {
      return await work(client);
    } catch (error) {
      throw sqlState(error) === null ? error : asFault(`the database refused: ${(error as Error).message}`, error);
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Finds out which engine it is, and makes our functions there. */
  function prepare(): Promise<Engine> {
    prepared ??= alone(async (client) => {
      const controlSchema = control === undefined ? null : schemaOf(prefix, control);
      const setting = { alone, sharedSchema, controlSchema, schemaOf: (id: string) => schemaOf(prefix, id) };
      const engine = await findEngine(client, setting);
      await makeFunctions(client, sharedSchema, engine);
      const onHead = (schema: string, head: number) => open.get(schema)?.wake(head);
      bulkhead ??= engine.openBulkhead({ pools, sizes, openSchemas: () => [...open.keys()], onHead });
      return engine;
    }).catch((error: unknown) => {
      prepared = null;
      throw error;
    });
    return prepared;
  }

  /** On a cluster, when the tenant's node may have one more. */
  function outsideOf(tenant: string): typeof alone {
    const bulk = bulkhead;
    return bulk ? (work) => bulk.outside(tenant, schemaOf(prefix, tenant), () => alone(work)) : alone;
  }

  function made(
    tenant: string,
    known: Pick<TenantSetting, 'engine' | 'logId' | 'meta' | 'heard'>,
  ): PostgresTenantStore {
    const schema = schemaOf(prefix, tenant);
    const bulk = bulkhead;
    wake ??= new Wake({
      url,
      channel: prefix,
      post,
      listening: () => [...open.values()].filter((one) => one.isListenedTo).map((one) => one.schema),
      ...(bulk && { lookApart: (schemas: readonly string[]) => bulk.lookAtHeads(schemas) }),
      onHead: (changed, head) => open.get(changed)?.wake(head),
    });
    const store = new PostgresTenantStore({
      ...{ ...known, tenant, schema, sharedSchema, clock, newId, planTimeoutMs, batchWorkMs },
      ...{ pools, line, matchers, alone, activate: () => schedule.activate([tenant]) },
      outcome: { connect: () => connectAlone(url, 'outcome'), patienceMs: outcomePatienceMs },
      ...(bulk && { pools: bulk.poolsOf(tenant, schema), alone: outsideOf(tenant) }),
      node: () => bulk?.nodeOf(schema) ?? null,
      whispers: post.of(schema),
      onCommit: (head) => wake?.committed(schema, head),
      onClose: () => open.delete(schema),
    });
    open.set(schema, store);
    return store;
  }

  const tenants = new OpenTenants<PostgresTenantStore>({
    async open(tenant) {
      const engine = await prepare();
      const schema = schemaOf(prefix, tenant);
      await bulkhead?.locate(schema);
      const known = await readSchema(new PoolSession((bulkhead?.poolsOf(tenant, schema) ?? pools).read), schema);
      const before = engine.beforeSchema[tenant === control ? 'shared' : 'tenant'];
      const make = (client: pg.ClientBase) => openSchema(client, schema, newId, before);
      const { logId, isResting } = known ?? (await outsideOf(tenant)(make));
      // One that was just made has its node now.
      await bulkhead?.locate(schema);
      if (!isResting) await schedule.expectActive(tenant);
      return made(tenant, { engine, logId, meta: known?.meta ?? null, heard: 0 });
    },
    async reopen(tenant, last) {
      const engine = await prepare();
      await bulkhead?.locate(schemaOf(prefix, tenant));
      return made(tenant, { ...last, engine, meta: null });
    },
    max: options.openTenants,
    idleMs: options.tenantIdleMs,
    onMoved: options.onMoved,
  });

  return {
    engine: prepare,
    schedule,
    async leads(ids) {
      const schemas = new Map(ids.map((id) => [id, schemaOf(prefix, id)]));
      const led = await leads.leads([...schemas.values()]);
      return new Set([...schemas].filter(([, schema]) => led.has(schema)).map(([id]) => id));
    },
    shelf: openShelf(pools.read, sharedSchema),
    quota: openQuota(pools.write, sharedSchema),
    tenant: (id) => tenants.tenant(id),
    async drop(id) {
      await tenants.forget(id);
      post.forget(schemaOf(prefix, id));
      await alone((client) => client.query(`DROP SCHEMA IF EXISTS ${schemaOf(prefix, id)} CASCADE`));
      await schedule.forget(id);
    },
    nodeLoads: () => bulkhead?.loads() ?? [],
    longReads: () => line.asked,
    waiting: () => [...tenants.all()].reduce((sum, tenant) => sum + tenant.waiting, 0),
    async close() {
      if (closed) return;
      closed = true;
      bulkhead?.close();
      line.close(new StoreFault('the store is closed'));
      await tenants.close();
      await Promise.all([wake?.close(), leads.close()]);
      await Promise.all([matchers.close(), ...Object.values(pools).map((pool) => pool.end())]);
    },
  };
}
