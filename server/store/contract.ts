/**
 * The contract of every store, on any database. The log belongs to it: no write skips it.
 *
 * Guarantees (test/contract/store.ts runs them against every implementation):
 * - ST1  A commit is rows + changes + sequence, or nothing. It resolves only after the data is durable (fsync).
 * - ST2  Sequence numbers rise by one per change, in commit order; a reader that has seen n never later sees a new m < n.
 * - ST3  A plan sees what earlier plans of the same batch wrote, and nothing of a plan that failed.
 * - ST4  Readers outside a commit see only what is durable.
 * - ST5  Plans that arrive together are committed together: one fsync serves many, one failing plan harms no other.
 *        When the commit itself fails, every plan of the batch rejects with a StoreFault and nothing was acknowledged.
 * - ST6  A plan that does not finish in time is rolled back and rejects; its transaction refuses every further use.
 * - ST7  A log grows only while its tenant is active in the schedule: that is durable before the commit is.
 */
import type { Result } from '#shared/base/result.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { RecordOf, StoredRecord } from '#shared/schema/infer.ts';
import type { Quota, SharedBlobs, Whispers } from './between-processes.ts';
import type { Cluster, NodeLoad } from './cluster.ts';
import type { Schedule } from './schedule.ts';

export * from './between-processes.ts';
export * from './faults.ts';

export type ChangeOp = 'create' | 'update' | 'delete';

export interface Change {
  /** Number in the tenant's log, from 1. */
  readonly seq: number;
  /** The moment of the transaction (`Transaction.now`), by the server's clock, ISO 8601. */
  readonly at: string;
  readonly collection: string;
  readonly id: string;
  readonly op: ChangeOp;
  /** Event names, e.g. `events.registration.created`; a lifecycle transition adds its own after `…updated`. */
  readonly types: readonly string[];
  /** Actor that made the change: `key:<id>`, `kiosk:<id>`, `user:<id>`, `system:<follower>`. */
  readonly actor: string;
  /** The state after it; of a deletion the last state there was. */
  readonly record: StoredRecord;
  /** Former values of the fields that an update changed; null for a creation and a deletion. */
  readonly previous: Readonly<Record<string, unknown>> | null;
}

export interface ReadOptions {
  /** Asked now and then while a read takes long: false ends it with ReadAbandoned. Absent: the answer is wanted. */
  readonly isWanted?: () => boolean;
}

/** A collection by its definition, which types what is read, or by its name, for code that serves all alike. */
export type CollectionRef = string | CollectionDefinition;

export function nameOf(collection: CollectionRef): string {
  return typeof collection === 'string' ? collection : collection.name;
}

export interface Reader {
  /** Tenant that the records belong to. */
  readonly tenant: string;
  /** The definition that the collection's table has now, the same object that it was migrated with; null: there is no table. */
  shapeOf(collection: string): CollectionDefinition | null;
  get<C extends CollectionDefinition>(collection: C, id: string): Promise<RecordOf<C> | null>;
  get(collection: string, id: string): Promise<StoredRecord | null>;
  /** The first record whose fields equal these values; meant for indexed or unique fields. */
  findOne<C extends CollectionDefinition>(collection: C, values: Partial<RecordOf<C>>): Promise<RecordOf<C> | null>;
  findOne(collection: string, values: Readonly<Record<string, unknown>>): Promise<StoredRecord | null>;
  /**
   * Outside a transaction, what cannot be answered quickly is read beside the main thread.
   *
   * @throws ReadTimeout, ReadsWaiting, ReadAbandoned; a transaction none of them
   */
  find<C extends CollectionDefinition>(
    collection: C,
    query: Query,
    options?: ReadOptions,
  ): Promise<readonly RecordOf<C>[]>;
  find(collection: string, query: Query, options?: ReadOptions): Promise<readonly StoredRecord[]>;
  /** Reads where `find` reads, and throws the same. */
  count(collection: CollectionRef, where?: Condition, search?: string, options?: ReadOptions): Promise<number>;
}

export interface Transaction extends Reader {
  /** The transaction's own moment, ISO 8601: everything it writes carries it. */
  readonly now: string;
  /**
   * `values` are valid (collections/ saw to that); a field that is left out gets its default, one that is null stays
   * empty. `id` is absent where the store makes it. Throws UniqueViolation.
   */
  create<C extends CollectionDefinition>(
    collection: C,
    values: Readonly<Record<string, unknown>>,
    id?: string,
  ): Promise<RecordOf<C>>;
  create(collection: string, values: Readonly<Record<string, unknown>>, id?: string): Promise<StoredRecord>;
  /** A patch that changes nothing writes nothing and leaves the version. Throws MissingRecord, UniqueViolation. */
  update<C extends CollectionDefinition>(
    collection: C,
    id: string,
    patch: Readonly<Record<string, unknown>>,
  ): Promise<RecordOf<C>>;
  update(collection: string, id: string, patch: Readonly<Record<string, unknown>>): Promise<StoredRecord>;
  /** Throws MissingRecord. */
  delete(collection: CollectionRef, id: string): Promise<void>;
  /** The answer given earlier to this idempotency key, if within 24 hours. */
  recall(key: string): Promise<{ readonly bodyHash: string; readonly answer: unknown } | null>;
  remember(key: string, bodyHash: string, answer: unknown): Promise<void>;
}

export interface Committed<T> {
  readonly value: T;
  /** The last sequence number this commit wrote, or the head if it wrote nothing. */
  readonly seq: number;
}

/**
 * A plan reads, decides and writes inside the transaction. A refusal it returns, or anything it throws, leaves no trace.
 * All other writers of the tenant wait for it: it awaits nothing but the transaction.
 */
export type Plan<T> = (tx: Transaction) => Promise<Result<T>>;

/** A change of one collection's table and of all that stands in it. */
export interface Reshape {
  readonly collection: string;
  /** The new definition; null: the table is dropped, with every record in it. */
  readonly definition: CollectionDefinition | null;
  /** Returns the new fields of each record; a refusal says why it does not fit. Null: the records stay as they are. */
  readonly convert: ((record: StoredRecord) => Result<Readonly<Record<string, unknown>>>) | null;
}

/** Result of an opening by a new release for one collection: the steps of its definition's `moves` that were missing. */
export interface MovedCollection {
  readonly collection: string;
  /** Steps as text for people, e.g. `title → name`. */
  readonly steps: readonly string[];
  /** Records that came out different. */
  readonly records: number;
}

export interface HistoryOptions {
  /** 1 to 1,000. */
  readonly limit: number;
  /** Only changes before this sequence number. */
  readonly before?: number;
}

export interface CommitOptions {
  /** Time limit of a plan of many steps; absent: the store's own limit. All other writers of the tenant wait for it. */
  readonly planTimeoutMs?: number;
}

export interface SinceOptions {
  /** 1 to 10,000. */
  readonly limit: number;
  /** At most 500; absent: all. */
  readonly collections?: readonly string[];
}

/** A piece of a whole database on its way out or in: for exports and moves between stores. */
export type DumpPart =
  | { readonly kind: 'records'; readonly collection: string; readonly records: readonly StoredRecord[] }
  | { readonly kind: 'changes'; readonly changes: readonly Change[] }
  | { readonly kind: 'cursors'; readonly cursors: readonly { readonly name: string; readonly seq: number }[] }
  /** Answers kept for idempotency keys. */
  | { readonly kind: 'answers'; readonly answers: readonly KeptAnswer[] }
  /** Comes first: how many of its definition's `moves` a collection has made; 0 where it is not listed. */
  | { readonly kind: 'moves'; readonly collection: string; readonly applied: number };

export interface KeptAnswer {
  readonly key: string;
  readonly bodyHash: string;
  readonly answer: unknown;
  readonly atMs: number;
}

/** Maximum up to which an estimate is exact. */
export const estimateExactMax = 10_000;

/** The actor in the log of changes that a new release made when it moved values. */
export const releaseActor = 'system:release';

export interface TenantStore extends Reader {
  /**
   * About how many records a query would give: exact up to `estimateExactMax`, beyond that from a sample of the table.
   */
  estimate(collection: string, where?: Condition, search?: string, options?: ReadOptions): Promise<number>;
  /** Messages to the other processes that have this tenant open; null where one process has the store to itself. */
  readonly whispers: Whispers | null;
  /** Identity of the log: another one after a restore from backup tells replicas to begin again. */
  readonly logId: string;
  /**
   * Makes or alters the tables so that these collections can be stored. Adding is safe at any time; no field and no
   * record is dropped.
   * Where a definition has `moves` that this database has not made, they are made in the same transaction, and each
   * record that comes out different is an update in the log, by `releaseActor`. What the log holds from before is read
   * under today's names.
   * @returns the collections whose records moved
   * @throws where a column has another type, rows break a new unique, a value cannot be moved, or a newer release wrote this;
   *   nothing has changed
   */
  migrate(collections: readonly CollectionDefinition[]): Promise<readonly MovedCollection[]>;
  /** Takes note of tables that another process has made: from then on they are used by these definitions. */
  know(collections: readonly CollectionDefinition[]): void;
  /**
   * @param actor who it is in the log, `<kind>:<id>`
   * @returns the plan's value, or its refusal, or `overloaded` when too many plans are waiting
   * @throws what the plan threw, or a StoreFault
   */
  commit<T>(actor: string, plan: Plan<T>, options?: CommitOptions): Promise<Result<Committed<T>>>;
  /**
   * Commits the writes of `plan`, then the table and its records, in one transaction. Every record that comes out different is
   * an update in the log, every record of a dropped collection a deletion. Reads go on meanwhile, on what was; writes of this
   * tenant wait, other tenants notice nothing.
   * @returns `values_do_not_fit` or `values_would_be_lost` with the number of records and examples in `detail`, or what
   *   `plan` refused: then nothing has changed; `overloaded` where readers did not release the table in time
   */
  reshape<T>(actor: string, change: Reshape, plan: Plan<T>): Promise<Result<Committed<T>>>;
  /** The changes of one record, newest first. */
  history(collection: string, id: string, options: HistoryOptions): Promise<readonly Change[]>;
  /** The newest durable sequence number. */
  head(): Promise<number>;
  /** Another number after each commit, by any process; absent in a store over a network, which a process cannot ask at once. */
  version?(): number;
  /** Changes after `seq`, oldest first. */
  since(seq: number, options: SinceOptions): Promise<readonly Change[]>;
  /** Called after each durable commit that wrote changes, with the new head; must not throw. Returns how to stop. */
  onCommit(listener: (head: number) => void): () => void;
  /**
   * Marks, durably, that everything up to this number has been followed. The next commit that adds to the log, by any
   * process, activates the tenant in the schedule first and takes the mark away.
   * @returns false where the log has grown beyond it, or cannot be marked just now
   */
  rest(head: number): Promise<boolean>;
  /** The number that was saved under the name; 0: none was. */
  cursor(name: string): Promise<number>;
  /** Resolves when it is durable; may wait a few milliseconds for a commit to ride along with. */
  saveCursor(name: string, seq: number): Promise<void>;
  /**
   * All rows of a collection in id order, in pages, at one moment: for snapshots and exports.
   * The moment is the first page's; a reader that leaves it idle too long gets a StoreFault.
   */
  walk(collection: string, where?: Condition, pageSize?: number): AsyncIterable<readonly StoredRecord[]>;
  /**
   * About how many records stand in a collection: exact where they are few, never a walk over many. After deletions the
   * answer may be too high until the statistics are made again.
   *
   * @throws MissingCollection
   */
  estimatedRows(collection: string): Promise<number>;
  /**
   * Makes the planner's statistics of tables that have grown or shrunk much since they were made. Happens by itself some
   * seconds after commits; others read and write meanwhile.
   */
  keepStatistics(): Promise<void>;
  /** Names of all collections that have a table here, also of modules that are no longer active. */
  collections(): Promise<readonly string[]>;
  /** All rows of these (migrated) collections, the whole log, cursors and kept answers, as of one moment. */
  dump(collections: readonly string[]): AsyncIterable<DumpPart>;
  /**
   * Takes a dump in, all or nothing, every collection it names migrated before. Ids, versions and sequence numbers
   * stay as they are; the log's identity is this database's own, so that replicas begin again.
   * @throws where something is here already
   */
  load(parts: AsyncIterable<DumpPart> | Iterable<DumpPart>): Promise<void>;
}

export interface StoreEngine {
  /** Name for people: `PostgreSQL 15.20`, `Citus 13.2 on PostgreSQL 15.20`. */
  readonly title: string;
  /** Null: there are no other nodes. */
  readonly cluster: Cluster | null;
}

/** Called only where the database is not there. */
export type InitialCollections = () => Promise<readonly CollectionDefinition[]>;

export interface Store {
  /** Engine that holds the data; null where tenants are files. */
  readonly engine?: (() => Promise<StoreEngine>) | null;
  /** Null where one process has the store to itself. */
  readonly sharedBlobs?: SharedBlobs | null;
  /** Null where one process has the store to itself. */
  readonly quota?: Quota | null;
  /** Schedule of the tenants that have to be followed. One that is opened here and not marked as at rest is active in it. */
  readonly schedule: Schedule;
  /**
   * Returns those of these tenants that this process follows, among all processes on the same database. Takes the lead where no
   * other process has it. The lead may be lost without notice: ask every few seconds; for a moment two may believe they have
   * it.
   */
  leads(tenants: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Opens the tenant's database, making it when it is not there. The same object for the same tenant, as long as
   * something refers to it. Its database is closed when nothing uses it, and opened again by the next call.
   *
   * @param initial returns the collections for which `migrate` will be called once a new database is made, so that a store
   *   that can makes their tables together with it; `migrate` is called all the same
   */
  tenant(id: string, initial?: InitialCollections): Promise<TenantStore>;
  /** Removes the tenant's database with all data; callers that hold the tenant are refused from then on. */
  drop(id: string): Promise<void>;
  /** Reads so far that could not be answered quickly, and went beside the main thread or to the small pool. */
  longReads(): number;
  /** Returns the load of each node of a cluster, as far as this process has used it. */
  nodeLoads?(): readonly NodeLoad[];
  /** Plans that wait for their turn, in all tenants that are open here. */
  waiting(): number;
  close(): Promise<void>;
}
