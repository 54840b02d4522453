/** All tenants on this machine: one SQLite file each in one folder. Called by main and by administration. */
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { assert } from '#shared/base/assert.ts';
import type { Clock } from '#shared/base/time.ts';
import { flushFolderSync, makeFolderSync } from '../../durable-files/durable-file.ts';
import { type Store, StoreFault } from '../contract.ts';
import { defaultBatchWorkMs, realTurns, type WriterTurns } from '../group-commit.ts';
import { readMs } from '../read-line.ts';
import { ReadThreads } from './read-threads.ts';
import { SqliteSchedule, scheduleFile } from './schedule.ts';
import { SqliteTenantStore } from './tenant-store.ts';
import { defaultPlanTimeoutMs } from './writer.ts';

export interface SqliteStoreOptions {
  /** Made when it is not there, readable by its owner alone. */
  readonly folder: string;
  readonly clock: Clock;
  /** Ids of records that no device named, and of logs. */
  readonly newId: () => string;
  /** How long a plan may take, 5 s unless told. */
  readonly planTimeoutMs?: number;
  /** How long one transaction goes on taking plans, 10 ms unless told: others wait for it, one flush serves all of it. */
  readonly batchWorkMs?: number;
  /** How long one read beside the main thread may take, 2 s unless told. */
  readonly readMs?: number;
  /** The event loop's turns unless told. */
  readonly turns?: WriterTurns;
}

const tenantPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

export function openSqliteStore(options: SqliteStoreOptions): Store {
  const folder = resolve(options.folder);
  const {
    clock,
    newId,
    planTimeoutMs = defaultPlanTimeoutMs,
    batchWorkMs = defaultBatchWorkMs,
    turns = realTurns,
  } = options;
  const tenants = new Map<string, SqliteTenantStore>();
  const threads = new ReadThreads(options.readMs ?? readMs);
  const schedule = new SqliteSchedule(join(folder, scheduleFile));
  let closed = false;
  makeFolderSync(folder);

  const fileOf = (id: string): string => {
    assert(tenantPattern.test(id), 'a tenant id is letters, digits, - and _');
    return join(folder, `${id}.db`);
  };

  return {
    schedule,
    /** One server holds the folder: there is no other process to share with. */
    leads: async (ids) => new Set(ids),
    async tenant(id) {
      if (closed) throw new StoreFault('the store is closed');
      let tenant = tenants.get(id);
      if (tenant === undefined) {
        tenant = SqliteTenantStore.open(id, fileOf(id), {
          clock,
          newId,
          planTimeoutMs,
          batchWorkMs,
          turns,
          threads,
          schedule,
        });
        tenants.set(id, tenant);
      }
      return tenant;
    },
    async drop(id) {
      const file = fileOf(id);
      await tenants.get(id)?.close();
      tenants.delete(id);
      for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
      flushFolderSync(folder);
      await schedule.forget(id);
    },
    longReads: () => threads.asked,
    waiting: () => [...tenants.values()].reduce((sum, tenant) => sum + tenant.waiting, 0),
    async close() {
      closed = true;
      await Promise.all([...tenants.values()].map((tenant) => tenant.close()));
      await threads.close();
      tenants.clear();
      schedule.close();
    },
  };
}
