/**
 * One tenant's schema: reads by the read pool, writes by its Writer, walks on connections of their own. Opened by
 * open-store.ts.
 */
import type pg from 'pg';
import type { Result } from '#shared/base/result.ts';
import { type Clock, isoTime } from '#shared/base/time.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { RecordOf, StoredRecord } from '#shared/schema/infer.ts';
import {
  type Change,
  type CollectionRef,
  type CommitOptions,
  type Committed,
  type DumpPart,
  type HistoryOptions,
  type MovedCollection,
  nameOf,
  type Plan,
  type ReadOptions,
  type Reshape,
  type SinceOptions,
  type Whispers,
} from '../contract.ts';
import type { OpenTenant } from '../open-tenants.ts';
import type { ReadLine } from '../read-line.ts';
import { Statistics, type StatisticsKeeper } from '../statistics.ts';
import { TenantTables } from '../tenant-tables.ts';
import { Batch, type BatchClient } from './batch.ts';
import { markResting, readHead, readHistory, readSince } from './change-log.ts';
import { PoolSession, type Pools } from './connection.ts';
import { placeIn, postgresDialect } from './dialect.ts';
import type { Engine } from './engine.ts';
import { estimateRows, tableSizes } from './estimate-rows.ts';
import { LongReads } from './long-reads.ts';
import type { Matchers } from './matcher.ts';
import { areAsKept, readSchema } from './migrate.ts';
import { migrateWithTries } from './migrate-collections.ts';
import { MovedLog } from './moved-log.ts';
import type { OutcomeSetting } from './outcome.ts';
import { type ReaderParts, SessionReader, type Tables } from './reader.ts';
import { reshapeTable } from './reshape.ts';
import { defaultScanPage, Scans } from './scan.ts';
import { storedText } from './stored-text.ts';
import { type Table, tableOf } from './table.ts';
import { PostgresTransaction } from './transaction.ts';
import { collectionsIn, dumpSchema, loadInto } from './transfer.ts';
import { Writer } from './writer.ts';

/** How long what was read at opening is good for migrations: those that an opening begins with. */
const openedMs = 1_000;

export interface TenantSetting {
  readonly tenant: string;
  readonly logId: string;
  /** All of `_meta`, just read; null: it was not. */
  readonly meta: ReadonlyMap<string, string> | null;
  /** The newest head that listeners know already. */
  readonly heard: number;
  /** Quoted: the tenant's, and the one with our functions. */
  readonly schema: string;
  readonly sharedSchema: string;
  readonly engine: Engine;
  /** Where the tenant stands, on a cluster; null: on the coordinator, or there is no cluster. */
  readonly node: () => string | null;
  readonly pools: Pools;
  /** Of all tenants: whose long read comes next. */
  readonly line: ReadLine;
  readonly matchers: Matchers;
  /** Runs work on a connection outside the pools. */
  readonly alone: <T>(work: (client: pg.ClientBase) => Promise<T>) => Promise<T>;
  /** Durable when it resolves: the tenant is active in the schedule. */
  readonly activate: () => Promise<void>;
  readonly whispers: Whispers;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly planTimeoutMs: number;
  readonly batchWorkMs: number;
  readonly outcome: OutcomeSetting;
  /** After a commit of this process. */
  readonly onCommit: (head: number) => void;
  readonly onClose: () => void;
}

const wanted = () => true;

/** Statistics wait no longer for a table that is being changed, dropped or moved: a later commit asks for them again. */
const lockTimeout = "lock_timeout = '500ms'";

/** A connection of ours alone, which is closed after the work: there is no pool to give it back to. */
function lent(client: pg.ClientBase): BatchClient {
  return Object.assign(client, { release() {} });
}

export class PostgresTenantStore extends SessionReader implements OpenTenant {
  readonly logId: string;
  readonly whispers: Whispers;
  readonly schema: string;
  readonly #setting: TenantSetting;
  readonly #tables: Tables;
  readonly #parts: ReaderParts;
  readonly #writer: Writer;
  readonly #scans: Scans;
  readonly #long: LongReads;
  readonly #statistics: Statistics;
  readonly #moved: MovedLog;
  readonly #listeners = new Set<(head: number) => void>();
  /** The newest head the listeners were told of: it reaches us from ourselves and from the database. */
  #told: number;
  #meta: ReadonlyMap<string, string> | null;
  #closing: Promise<void> | null = null;

  constructor(setting: TenantSetting) {
    const { schema, sharedSchema, pools, clock } = setting;
    const tables: Tables = new TenantTables(setting.tenant);
    const dialect = postgresDialect(
      sharedSchema,
      (collection) => tables.get(collection)?.from ?? placeIn(schema, collection),
    );
    const sizesOf = (names: readonly string[]) => setting.engine.tableSizes(schema, names);
    const parts: ReaderParts = {
      tables,
      dialect,
      clock,
      sizesOf,
      witness: setting.engine.witness(schema),
      matchers: setting.matchers,
    };
    super(new PoolSession(pools.read), parts);
    this.logId = setting.logId;
    this.whispers = setting.whispers;
    this.schema = schema;
    this.#setting = setting;
    this.#told = setting.heard;
    this.#meta = setting.meta;
    if (setting.meta) setTimeout(() => this.#forgetMeta(), openedMs).unref();
    this.#tables = tables;
    this.#parts = parts;
    this.#writer = new Writer(parts, {
      ...setting,
      pool: pools.write,
      onCommit: (head) => {
        this.wake(head);
        setting.onCommit(head);
      },
    });
    this.#scans = new Scans(pools.scan, parts);
    this.#moved = new MovedLog(this.session, schema, tables);
    this.#statistics = new Statistics(this.#statisticsKeeper());
    this.#long = new LongReads({
      tenant: setting.tenant,
      pool: pools.long,
      node: setting.node,
      line: setting.line,
      lookup: (name) => tables.get(name)?.definition ?? null,
      recordsOf: (collection) => this.estimatedRows(collection),
    });
  }

  async migrate(collections: readonly CollectionDefinition[]): Promise<readonly MovedCollection[]> {
    const { schema } = this;
    const tables = collections.map((definition) => tableOf(schema, definition));
    const meta = this.#meta ?? (await readSchema(this.session, schema))?.meta ?? null;
    const moved = areAsKept(meta, tables) ? [] : await this.#change(tables, meta);
    for (const table of tables) this.#tables.set(table.name, table);
    this.#moved.forget();
    return moved;
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
    for (const definition of collections) this.#tables.set(definition.name, tableOf(this.schema, definition));
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
    const batch = await Batch.begin({ client: lent(client), schema, activate });
    const tx = new PostgresTransaction(batch, this.#parts, { actor, nowMs: clock(), newId, schema });
    const planned = await plan(tx);
    if (!planned.ok) return planned;
    await tx.settle();
    tx.release();
    const former = this.#tables.get(change.collection) ?? null;
    const shaped = await reshapeTable({ client, batch, schema, actor, now: tx.now }, former, change);
    if (!shaped.ok) return shaped;
    await batch.commit(outcome);
    if (shaped.value) this.#tables.set(change.collection, shaped.value);
    else this.#tables.delete(change.collection);
    this.#moved.forget();
    return { ok: true, value: { value: planned.value, seq: batch.seq } };
  }

  override find<C extends CollectionDefinition>(
    collection: C,
    query: Query,
    options?: ReadOptions,
  ): Promise<readonly RecordOf<C>[]>;
  override find(collection: string, query: Query, options?: ReadOptions): Promise<readonly StoredRecord[]>;
  override find(collection: CollectionRef, query: Query, options?: ReadOptions): Promise<readonly StoredRecord[]> {
    const name = nameOf(collection);
    return this.#read({ collection, query, counted: false }, options, {
      quickly: () => super.find(name, query),
      by: (reader) => reader.find(name, query),
    });
  }

  override count(
    collection: CollectionRef,
    where?: Condition,
    search?: string,
    options?: ReadOptions,
  ): Promise<number> {
    const query = { limit: 1, ...(where ? { where } : {}), ...(search === undefined ? {} : { search }) };
    return this.#read({ collection, query, counted: true }, options, {
      quickly: () => super.count(collection, where, search),
      by: (reader) => reader.count(collection, where, search),
    });
  }

  override estimate(collection: string, where?: Condition, search?: string, options?: ReadOptions): Promise<number> {
    const query = { limit: 1, ...(where ? { where } : {}), ...(search === undefined ? {} : { search }) };
    return this.#read({ collection, query, counted: true }, options, {
      quickly: () => super.estimate(collection, where, search),
      by: (reader) => reader.estimate(collection, where, search),
    });
  }

  /** By the pool of all readers where it is quick, else by the small one. */
  async #read<T>(
    asked: { readonly collection: CollectionRef; readonly query: Query; readonly counted: boolean },
    options: ReadOptions | undefined,
    { by, quickly }: { readonly quickly: () => Promise<T>; readonly by: (reader: SessionReader) => Promise<T> },
  ): Promise<T> {
    const { counted, query } = asked;
    const { definition } = this.table(asked.collection);
    if (!(await this.#long.isLong({ definition, query, counted }))) return quickly();
    return this.#long.read((session) => by(new SessionReader(session, this.#parts)), options?.isWanted ?? wanted);
  }

  /** The database's own, which it samples; autovacuum makes them too, but a minute or more after an import. */
  #statisticsKeeper(): StatisticsKeeper {
    const placeOf = (name: string) => this.table(name).place;
    return {
      sizes: () =>
        this.session.moment(async (session) => {
          await session.rows({ text: `SET LOCAL ${lockTimeout}`, values: [] });
          return tableSizes(session, this.#parts.sizesOf, [...this.#tables.keys()]);
        }),
      make: (name) =>
        this.#setting.alone(async (client) => {
          await client.query(`SET ${lockTimeout}`);
          await client.query(`ANALYZE ${placeOf(name)}`);
        }),
    };
  }

  async history(collection: string, id: string, options: HistoryOptions): Promise<readonly Change[]> {
    const changes = await readHistory(this.session, this.schema, { collection, id }, options);
    return this.#moved.today(changes);
  }

  get waiting(): number {
    return this.#writer.waiting;
  }

  head(): Promise<number> {
    return readHead(this.session, this.schema);
  }

  async since(seq: number, options: SinceOptions): Promise<readonly Change[]> {
    return this.#moved.today(await readSince(this.session, this.schema, seq, options));
  }

  onCommit(listener: (head: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get heard(): number {
    return this.#told;
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

  async cursor(name: string): Promise<number> {
    const text = `SELECT seq FROM ${this.schema}._cursors WHERE name = $1`;
    const [row] = await this.session.rows({ text, values: [storedText(name)] });
    return Number(row?.[0] ?? 0);
  }

  saveCursor(name: string, seq: number): Promise<void> {
    return this.#writer.saveCursor(name, seq);
  }

  scan(collection: string, where?: Condition, pageSize = defaultScanPage): AsyncIterable<readonly StoredRecord[]> {
    return this.#scans.scan(collection, where, pageSize);
  }

  async estimatedRows(collection: string): Promise<number> {
    return estimateRows(this.session, this.#parts.sizesOf, this.table(collection));
  }

  keepStatistics(): Promise<void> {
    return this.#statistics.look();
  }

  collections(): Promise<readonly string[]> {
    return collectionsIn(this.session, this.schema);
  }

  dump(collections: readonly string[]): AsyncIterable<DumpPart> {
    return dumpSchema(this.#setting.pools.scan, this.schema, this.#parts, collections);
  }

  async load(parts: AsyncIterable<DumpPart> | Iterable<DumpPart>): Promise<void> {
    const { schema, alone, activate } = this.#setting;
    const head = await this.#writer.exclusive(() =>
      alone((client) => loadInto(client, schema, this.#tables, parts, activate)),
    );
    this.wake(head);
  }

  close(): Promise<void> {
    this.#closing ??= this.#writer.close().finally(() => {
      this.#scans.close();
      this.#statistics.close();
      this.#listeners.clear();
      this.#setting.onClose();
    });
    return this.#closing;
  }

  /** Of a head that was committed here or elsewhere. */
  wake(head: number): void {
    if (head <= this.#told) return;
    this.#told = head;
    this.#statistics.note();
    for (const listener of this.#listeners) {
      try {
        listener(head);
      } catch (error) {
        // A bug of that listener; the commit stands, and the others must hear of it.
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    }
  }
}
