/**
 * One tenant's database: a writer connection, which the Writer and work in its line use, changes of the tables, and the
 * listeners. tenant-reader.ts reads. Opened by open-store.ts.
 */
import type { Result } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import {
  type CommitOptions,
  type Committed,
  type DumpPart,
  type MovedCollection,
  type Plan,
  type Reshape,
  releaseActor,
  StoreFault,
} from '../contract.ts';
import type { OpenTenant } from '../open-tenants.ts';
import { Statistics } from '../statistics.ts';
import { TenantTables } from '../tenant-tables.ts';
import { readHead } from './change-log.ts';
import { busyTimeoutMs, Connection } from './connection.ts';
import { openSystemTables } from './migrate.ts';
import { migrateCollections } from './migrate-collections.ts';
import type { ReadThreads } from './read-threads.ts';
import type { Tables } from './reader.ts';
import { reshapeTable } from './reshape.ts';
import { isResting, leaveRest, markResting } from './resting.ts';
import type { SqliteSchedule } from './schedule.ts';
import { indexWritten } from './search-index.ts';
import { keepStatistics, measure, tableSizes } from './statistics.ts';
import { tableOf } from './table.ts';
import { TenantReader } from './tenant-reader.ts';
import { type LogPosition, SqliteTransaction } from './transaction.ts';
import { loadInto } from './transfer.ts';
import { Writer, type WriterSetting } from './writer.ts';

export interface TenantSetting extends Omit<WriterSetting, 'onCommit' | 'activate'> {
  readonly threads: ReadThreads;
  readonly schedule: SqliteSchedule;
}

export class SqliteTenantStore extends TenantReader implements OpenTenant {
  readonly whispers = null;
  readonly logId: string;
  readonly #setting: TenantSetting;
  readonly #writing: Connection;
  readonly #writer: Writer;
  readonly #activate: () => void;
  readonly #statistics: Statistics;
  readonly #listeners = new Set<(head: number) => void>();
  #closing: Promise<void> | null = null;

  private constructor(tenant: string, path: string, logId: string, writing: Connection, setting: TenantSetting) {
    const tables: Tables = new TenantTables(tenant);
    super(path, tables, setting.clock, setting.threads);
    this.logId = logId;
    this.#setting = setting;
    this.#writing = writing;
    writing.waitForLocks(0);
    this.#activate = () => setting.schedule.activateNow(tenant);
    this.#writer = new Writer(writing, tables, {
      ...setting,
      activate: this.#activate,
      onCommit: (head) => this.#wake(head),
    });
    this.#statistics = new Statistics({
      sizes: () => tableSizes(this.connection, [...tables.keys()]),
      make: (name) => this.#makeStatistics(name),
    });
  }

  static open(tenant: string, path: string, setting: TenantSetting): SqliteTenantStore {
    const writing = new Connection(path, 'write');
    try {
      const logId = openSystemTables(writing, setting.newId);
      if (!isResting(writing)) setting.schedule.expectActive(tenant);
      return new SqliteTenantStore(tenant, path, logId, writing, setting);
    } catch (error) {
      writing.close();
      throw error;
    }
  }

  async migrate(collections: readonly CollectionDefinition[]): Promise<readonly MovedCollection[]> {
    const tables = collections.map(tableOf);
    const moved = await this.#writer.exclusive(async () => {
      this.#writing.waitForLocks(busyTimeoutMs);
      try {
        const done = await migrateCollections(this.#writing, tables, () => ({
          actor: releaseActor,
          now: isoTime(this.#setting.clock()),
          position: { seq: readHead(this.#writing), written: [] },
          activate: this.#activate,
        }));
        for (const table of tables) this.tables.set(table.name, table);
        return done;
      } finally {
        this.#writing.waitForLocks(0);
        this.#forget();
      }
    });
    if (moved.length > 0) this.#wake(readHead(this.connection));
    this.#statistics.note();
    return moved;
  }

  know(collections: readonly CollectionDefinition[]): void {
    for (const definition of collections) this.tables.set(definition.name, tableOf(definition));
  }

  commit<T>(actor: string, plan: Plan<T>, options?: CommitOptions): Promise<Result<Committed<T>>> {
    return this.#writer.commit(actor, plan, options);
  }

  reshape<T>(actor: string, change: Reshape, plan: Plan<T>): Promise<Result<Committed<T>>> {
    return this.#writer.exclusive(async () => {
      this.#writing.waitForLocks(busyTimeoutMs);
      const position: LogPosition = { seq: 0, written: [] };
      try {
        this.#writing.exec('BEGIN IMMEDIATE');
        const before = readHead(this.#writing);
        position.seq = before;
        const done = await this.#reshapeInside(actor, change, plan, position);
        if (done.ok && position.seq > before) this.#wake(position.seq);
        return done;
      } catch (cause) {
        throw cause instanceof StoreFault ? cause : new StoreFault('the tables could not be changed', { cause });
      } finally {
        if (this.#writing.isTransaction) this.#writing.exec('ROLLBACK');
        this.#writing.waitForLocks(0);
        this.#forget();
      }
    });
  }

  async #makeStatistics(name: string): Promise<void> {
    const measured = await measure(this.connection, name, (plan) => this.reads.beside(plan));
    await this.#writer.exclusive(() => keepStatistics(this.#writing, name, measured));
    this.reads.forgetSlow();
  }

  /** Forgets statements, plans and marks that were made for other tables. */
  #forget(): void {
    this.#writing.forget();
    this.connection.forget();
    this.reads.forget();
    this.moved.forget();
  }

  async #reshapeInside<T>(
    actor: string,
    change: Reshape,
    plan: Plan<T>,
    position: LogPosition,
  ): Promise<Result<Committed<T>>> {
    const { clock, newId } = this.#setting;
    const tx = new SqliteTransaction(this.#writing, this.tables, { actor, nowMs: clock(), newId, position });
    const former = this.tables.get(change.collection) ?? null;
    const planned = await plan(tx);
    if (!planned.ok) return planned;
    tx.release();
    indexWritten(this.#writing, position.written);
    const shaped = await reshapeTable(this.#writing, former, change, { actor, now: tx.now, position });
    if (!shaped.ok) return shaped;
    leaveRest(this.#writing, this.#activate);
    this.#writing.commit();
    // The table changes in the same turn as the commit: no reader comes in between with the old names.
    if (shaped.value) this.tables.set(change.collection, shaped.value);
    else this.tables.delete(change.collection);
    return { ok: true, value: { value: planned.value, seq: position.seq } };
  }

  get waiting(): number {
    return this.#writer.waiting;
  }

  onCommit(listener: (head: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  rest(head: number): Promise<boolean> {
    return this.#writer.exclusive(() => markResting(this.#writing, head));
  }

  saveCursor(name: string, seq: number): Promise<void> {
    return this.#writer.saveCursor(name, seq);
  }

  keepStatistics(): Promise<void> {
    return this.#statistics.look();
  }

  async load(parts: AsyncIterable<DumpPart> | Iterable<DumpPart>): Promise<void> {
    await this.#writer.exclusive(() => loadInto(this.#writing, this.tables, parts, this.#activate));
    this.#wake(readHead(this.connection));
  }

  close(): Promise<void> {
    this.#closing ??= this.#writer.close().finally(() => {
      this.walks.close();
      this.reads.forget();
      this.#statistics.close();
      this.#listeners.clear();
      this.connection.close();
      this.#writing.close();
    });
    return this.#closing;
  }

  #wake(head: number): void {
    this.#statistics.note();
    for (const listener of this.#listeners) {
      try {
        listener(head);
      } catch (error) {
        // A bug of that listener; the commit is durable, and the other listeners must be called.
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    }
  }
}
