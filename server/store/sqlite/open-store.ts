/** All tenants on this machine: one SQLite file each in one folder. Called by start/open-data.ts. */
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { assert } from '#shared/base/assert.ts';
import type { Clock } from '#shared/base/time.ts';
import { type Store, StoreFault } from '../contract.ts';
import { flushFolderSync, makeFolderSync } from '../durable-files/durable-file.ts';
import { defaultBatchWorkMs, realTurns, type WriterTurns } from '../group-commit.ts';
import { type OnMoved, OpenTenants } from '../open-tenants.ts';
import { readMs } from '../read-line.ts';
import { writeNewDatabase } from './new-databases.ts';
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
  /** Time limit of a plan, 5 s unless given. */
  readonly planTimeoutMs?: number;
  /** Time for which one transaction takes plans, 10 ms unless given: others wait for it, one flush serves all of it. */
  readonly batchWorkMs?: number;
  /** Time limit of one read beside the main thread, 2 s unless given. */
  readonly readMs?: number;
  /** The event loop's turns unless given. */
  readonly turns?: WriterTurns;
  /** Number of tenants that may be open without being in use, and the time for which one stays open: open-tenants.ts. */
  readonly openTenants?: number;
  readonly tenantIdleMs?: number;
  readonly onMoved?: OnMoved;
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
  const threads = new ReadThreads(options.readMs ?? readMs);
  const schedule = new SqliteSchedule(join(folder, scheduleFile));
  makeFolderSync(folder);

  const fileOf = (id: string): string => {
    assert(tenantPattern.test(id), 'a tenant id is letters, digits, - and _');
    return join(folder, `${id}.db`);
  };

  const setting = { clock, newId, planTimeoutMs, batchWorkMs, turns, threads, schedule };
  const tenants = new OpenTenants<SqliteTenantStore>({
    async open(id, initial) {
      const file = fileOf(id);
      // A log that a database left here would be read into the new one; SQLite removes it beside an empty file.
      const isNew = !existsSync(file) && !existsSync(`${file}-wal`);
      if (initial && isNew) await writeNewDatabase(file, await initial());
      return SqliteTenantStore.open(id, file, setting);
    },
    reopen(id) {
      if (!existsSync(fileOf(id))) throw new StoreFault('the file of the tenant is gone');
      return SqliteTenantStore.open(id, fileOf(id), setting);
    },
    max: options.openTenants,
    idleMs: options.tenantIdleMs,
    onMoved: options.onMoved,
  });

  return {
    schedule,
    /** One server holds the folder: there is no other process to share with. */
    leads: async (ids) => new Set(ids),
    tenant: (id, initial) => tenants.tenant(id, initial),
    async drop(id) {
      const file = fileOf(id);
      await tenants.forget(id);
      for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
      flushFolderSync(folder);
      await schedule.forget(id);
    },
    longReads: () => threads.asked,
    waiting: () => [...tenants.all()].reduce((sum, tenant) => sum + tenant.waiting, 0),
    async close() {
      await tenants.close();
      await threads.close();
      schedule.close();
    },
  };
}
