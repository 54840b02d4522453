/**
 * Data of many idle tenants, made in seconds: keys and rows of the control database by the product itself; one
 * model tenant made, opened and put to rest by it, whose file all others have under their own names (hard links, as long
 * as a server only reads them). A tenant that is to be written to gets a file of its own.
 */
import { copyFileSync, linkSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TenantRecord } from '#server/core/tenants/control.ts';
import { type CreatedTenant, createTenant } from '#server/operations/demo/create-tenant.ts';
import { type Assembly, assemble } from '#server/start/assemble.ts';
import { readConfig } from '#server/start/config.ts';
import type { TenantStore } from '#server/store/contract.ts';
import { neverMs } from '#server/store/schedule.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { catalogue } from '#shared/modules/catalogue.ts';

/** Creations under way at once: on SQLite their commits share a flush, on PostgreSQL each takes a connection of its own. */
const atOnce = { sqlite: 64, postgres: 4 };

export interface Farm {
  readonly env: Readonly<Record<string, string>>;
  /** May be written to. */
  readonly active: readonly CreatedTenant[];
  /** Only to be read. */
  readonly cold: readonly CreatedTenant[];
  remove(): void;
}

async function made(house: Assembly, count: number, lanes: number): Promise<readonly CreatedTenant[]> {
  const modules = house.modules.all.map((m) => m.name).filter((name) => !catalogue.some((m) => m.name === name));
  const all: CreatedTenant[] = [];
  let next = 0;
  const create = async () => {
    while (next < count) {
      const created = await createTenant(house, { slug: `t${next++}`, plan: 'enterprise', modules });
      if (!created.ok) throw new Error(created.errors[0].message);
      all.push(created.value);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, count) }, create));
  return all;
}

/** As a server leaves them that has followed all of their logs. */
function scheduleRows(folder: string, ids: readonly string[]): void {
  const db = new DatabaseSync(join(folder, 'schedule.sqlite'));
  db.exec('BEGIN');
  const put = db.prepare('INSERT OR REPLACE INTO schedule VALUES (?, 2, ?, ?)');
  for (const id of ids) put.run(id, neverMs, Date.now());
  db.exec('COMMIT');
  db.close();
}

/** @param activeCount of `count`, those that a bench writes to */
export async function sqliteFarm(count: number, activeCount: number): Promise<Farm> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-farm-'));
  const env = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' };
  const folder = join(dataDir, 'tenants');
  const fileOf = (id: string) => join(folder, `${id}.db`);
  const house = await assemble(readConfig(env));
  // One file is made: all get that of the model.
  let opened: Promise<TenantStore> | null = null;
  const open = (tenant: TenantRecord) => (opened ??= house.directory.open(tenant));
  const all = await made({ ...house, directory: { ...house.directory, open } }, count, atOnce.sqlite);
  const model = must(all[0], 'a tenant').tenant;
  await (await house.directory.open(model)).rest(0);
  const { control } = house.directory;
  await house.store.schedule.saveCursor(control.logId, await control.head());
  await house.store.close();
  const ids = all.flatMap(({ tenant, sandbox }) => [tenant.id, sandbox.tenant]);
  scheduleRows(folder, ids);
  const written = all.slice(1, 1 + activeCount).map(({ tenant }) => tenant.id);
  for (const id of ids) {
    if (id === model.id) continue;
    // The one that was made.
    rmSync(fileOf(id), { force: true });
    if (written.includes(id)) copyFileSync(fileOf(model.id), fileOf(id));
    else linkSync(fileOf(model.id), fileOf(id));
  }
  return {
    env,
    active: all.slice(1, 1 + activeCount),
    cold: all.slice(1 + activeCount),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

const event = {
  name: 'Bench',
  slug: 'bench',
  type: 'conference',
  status: 'upcoming',
  startsAt: '2030-01-01T09:00:00.000Z',
  endsAt: '2030-01-01T18:00:00.000Z',
  timezone: 'UTC',
};

/** Each tenant has an event, so that the table of events is there, and is put to rest. */
export async function postgresFarm(url: string, count: number, activeCount: number): Promise<Farm> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-farm-'));
  const env = { DATA_DIR: dataDir, DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'error' };
  const house = await assemble(readConfig(env));
  const all = await made(house, count, atOnce.postgres);
  const { control } = house.directory;
  await house.store.schedule.saveCursor(control.logId, await control.head());
  let next = 0;
  const open = async () => {
    for (let one = all[next++]; one; one = all[next++]) {
      const store = await house.directory.open(one.tenant);
      await store.commit('system:bench', async (tx) => ok(await tx.create('events', event)));
      await store.rest(await store.head());
    }
  };
  await Promise.all(Array.from({ length: atOnce.postgres }, open));
  for (const { tenant, turn } of await house.store.schedule.due(Date.now()))
    await house.store.schedule.rest(tenant, turn, { dueAtMs: null, nowMs: Date.now() });
  await house.store.close();
  return {
    env,
    active: all.slice(1, 1 + activeCount),
    cold: all.slice(1 + activeCount),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}
