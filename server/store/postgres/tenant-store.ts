/** One tenant's schema: writes by its Writer, changes of its tables, and its listeners. Opened by tenants-of-database.ts. */
import type pg from 'pg';
import type { Result } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { CommitOptions, Committed, DumpPart, MovedCollection, Plan, Reshape, Whispers } from '../contract.ts';
import type { OpenTenant } from '../open-tenants.ts';
import { Statistics, type StatisticsKeeper } from '../statistics.ts';
import { Batch, type BatchClient } from './batch.ts';
import { markResting } from './change-log.ts';
import { PoolSession } from './connection.ts';
import { tableSizes } from './estimate-rows.ts';
import { noteUnmade } from './make-tables.ts';
import { areAsKept } from './migrate.ts';
import { migrateWithTries } from './migrate-collections.ts';
import { reshapeTable } from './reshape.ts';
import { readSchema } from './system-tables.ts';
import { type Table, tableOf } from './table.ts';
import { TenantReader } from './tenant-reader.ts';
import type { TenantSetting } from './tenant-setting.ts';
import { PostgresTransaction } from './transaction.ts';
import { loadInto } from './transfer.ts';
import { Writer } from './writer.ts';

/** Time for which the metadata read at opening is valid, in ms: it serves the migrations that an opening begins with. */
const openedMs = 1_000;

/** Statistics wait no longer for a table that is being changed, dropped or moved: a later commit asks for them again. */
const lockTimeout = "lock_timeout = '500ms'";

/** A connection of ours alone, which is closed after the work: there is no pool to give it back to. */
function lent(client: pg.ClientBase): BatchClient {
  return Object.assign(client, { release() {} });
}

export class PostgresTenantStore extends TenantReader implements OpenTenant {
  readonly logId: string;
  readonly whispers: Whispers;
  readonly #setting: TenantSetting;
  readonly #writer: Writer;
  readonly #statistics: Statistics;
  readonly #listeners = new Set<(head: number) => void>();
  /** The newest head that listeners know, from our own commits or from the database. */
  #announcedHead: number;
  #meta: ReadonlyMap<string, string> | null;
  #closing: Promise<void> | null = null;

  constructor(setting: TenantSetting) {
    super(setting);
    this.logId = setting.logId;
    this.whispers = setting.whispers;
    this.#setting = setting;
    this.#announcedHead = setting.heard;
    this.#meta = setting.meta;
    if (setting.meta) setTimeout(() => this.#forgetMeta(), openedMs).unref();
    this.#writer = new Writer(this.parts, {
      ...setting,
      pool: setting.pools.write,
      onCommit: (head) => {
        this.wake(head);
        setting.onCommit(head);
      },
    });
    this.#statistics = new Statistics(this.#statisticsKeeper());
  }

  async migrate(collections: readonly CollectionDefinition[]): Promise<readonly MovedCollection[]> {
    const { schema } = this;
    const tables = collections.map((definition) => tableOf(schema, definition));
    const { unmade } = this.parts;
    const known = unmade.hasMade ? null : this.#meta;
    const meta = known ?? (await readSchema(this.session, schema))?.meta ?? null;
    const isUsed = (table: Table) =>
      !this.#setting.makesLate || meta === null || meta.has(`schema:${table.name}`) || this.#isOther(table);
    const used = tables.filter(isUsed);
    const moved = areAsKept(meta, used) ? [] : await this.#change(used, meta);
    for (const { name } of used) unmade.forget(name);
    const unused = tables.filter((table) => !isUsed(table));
    await noteUnmade(new PoolSession(this.#setting.pools.write), schema, meta, unused);
    unmade.add(unused);
    for (const table of tables) this.parts.tables.set(table.name, table);
    this.moved.forget();
    return moved;
  }

  /** Known here under another definition: plans may be using its table, so it is brought to this one in the writers' line. */
  #isOther({ definition, name }: Table): boolean {
    const former = this.parts.tables.get(name);
    return former !== undefined && former.definition !== definition;
  }

  #forgetMeta(): void {
    this.#meta = null;
  }

  async #change(
    tables: readonly Table[],
    meta: ReadonlyMap<string, string> | null,
  ): Promise<readonly MovedCollection[]> {
    this.#forgetMeta();
    const { activate, alone, clock, onCommit, outcome } = this.#setting;
    const scene = { schema: this.schema, activate, outcome, now: isoTime(clock()) };
    const { head, moved } = await this.#writer.exclusive(() =>
      alone((client) => migrateWithTries({ ...scene, client: lent(client) }, tables, meta)),
    );
    if (moved.length > 0) {
      this.wake(head);
      onCommit(head);
    }
    return moved;
  }

  know(collections: readonly CollectionDefinition[]): void {
    const tables = collections.map((definition) => tableOf(this.schema, definition));
    for (const table of tables) this.parts.tables.set(table.name, table);
    this.parts.unmade.add(tables.filter(({ name }) => this.#setting.unmade.has(name)));
  }

  commit<T>(actor: string, plan: Plan<T>, options?: CommitOptions): Promise<Result<Committed<T>>> {
    return this.#writer.commit(actor, plan, options);
  }

  reshape<T>(actor: string, change: Reshape, plan: Plan<T>): Promise<Result<Committed<T>>> {
    this.#forgetMeta();
    return this.#writer.exclusive(async () => {
      const { alone, onCommit } = this.#setting;
      const done = await alone((client) => this.#reshapeOn(client, actor, change, plan));
      if (done.ok) {
        this.wake(done.value.seq);
        onCommit(done.value.seq);
      }
      return done;
    });
  }

  protected override async settled(): Promise<void> {
    await this.#writer.exclusive(async () => {});
  }

  async #reshapeOn<T>(
    client: pg.ClientBase,
    actor: string,
    change: Reshape,
    plan: Plan<T>,
  ): Promise<Result<Committed<T>>> {
    const { activate, clock, newId, outcome } = this.#setting;
    const { schema } = this;
    const { unmade } = this.parts;
    await unmade.made(change.collection);
    const batch = await Batch.begin({ client: lent(client), schema, activate });
    const tx = new PostgresTransaction(batch, this.parts, { actor, nowMs: clock(), newId, schema });
    const planned = await plan(tx);
    if (!planned.ok) return planned;
    await tx.settle();
    await batch.insertOwnRows();
    tx.release();
    const former = this.parts.tables.get(change.collection) ?? null;
    const shaped = await reshapeTable({ client, batch, schema, actor, now: tx.now }, former, change);
    if (!shaped.ok) return shaped;
    await batch.commit(outcome);
    if (shaped.value) this.parts.tables.set(change.collection, shaped.value);
    else this.parts.tables.delete(change.collection);
    this.moved.forget();
    return { ok: true, value: { value: planned.value, seq: batch.seq } };
  }

  /** The database's own, which it samples; autovacuum makes them too, but a minute or more after an import. */
  #statisticsKeeper(): StatisticsKeeper {
    const placeOf = (name: string) => this.table(name).place;
    return {
      sizes: () =>
        this.session.moment(async (session) => {
          await session.rows({ text: `SET LOCAL ${lockTimeout}`, values: [] });
          const unmade = this.unmade;
          const made = [...this.parts.tables.keys()].filter((name) => !unmade.has(name));
          return tableSizes(session, this.parts.sizesOf, made);
        }),
      make: (name) =>
        this.#setting.alone(async (client) => {
          await client.query(`SET ${lockTimeout}`);
          await client.query(`ANALYZE ${placeOf(name)}`);
        }),
    };
  }

  get waiting(): number {
    return this.#writer.waiting;
  }

  onCommit(listener: (head: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get heard(): number {
    return this.#announcedHead;
  }

  get unmade(): ReadonlySet<string> {
    return this.parts.unmade.names;
  }

  get isListenedTo(): boolean {
    return this.#listeners.size > 0;
  }

  rest(head: number): Promise<boolean> {
    const { pools } = this.#setting;
    return this.#writer.exclusive(
      async () => (await new PoolSession(pools.write).rows(markResting(this.schema, head))).length > 0,
    );
  }

  saveCursor(name: string, seq: number): Promise<void> {
    return this.#writer.saveCursor(name, seq);
  }

  keepStatistics(): Promise<void> {
    return this.#statistics.look();
  }

  async load(parts: AsyncIterable<DumpPart> | Iterable<DumpPart>): Promise<void> {
    const { schema, alone, activate, onCommit } = this.#setting;
    const head = await this.#writer.exclusive(() =>
      alone((client) => loadInto({ client, schema, activate, ...this.parts }, parts)),
    );
    this.wake(head);
    onCommit(head);
  }

  close(): Promise<void> {
    this.#closing ??= this.#writer.close().finally(() => {
      this.walks.close();
      this.#statistics.close();
      this.#listeners.clear();
      this.#setting.onClose();
    });
    return this.#closing;
  }

  /** Announces a head that this or another process committed. */
  wake(head: number): void {
    if (head <= this.#announcedHead) return;
    this.#announcedHead = head;
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
