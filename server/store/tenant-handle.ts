/**
 * A tenant's store as its callers hold it: the same object whether the database is open or closed. A call opens the
 * database again where it was closed; it stays open while a call runs, a walk over rows goes on or a listener is registered.
 * Made by open-tenants.ts, which decides when it is closed.
 */
import type { Result } from '#shared/base/result.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
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
  type TenantStore,
  type Whispers,
} from './contract.ts';

/** Functions that a handle needs from the owner that opens and closes its database. */
export interface HandleOwner {
  /** Opens the database, or returns the opening under way. @throws StoreFault where it cannot be opened */
  opened(): Promise<TenantStore> | TenantStore;
  /** The open database; null: it is closed, or just being opened. */
  now(): TenantStore | null;
  /** Called when a first call, walk or listener begins to use the database, and when the last one has ended. */
  inUse(isInUse: boolean): void;
  /** A migration moved values. */
  moved(moved: readonly MovedCollection[]): void;
}

interface Listening {
  readonly listener: (head: number) => void;
  stop: () => void;
}

const stopped = () => {};

export class TenantHandle implements TenantStore {
  readonly tenant: string;
  readonly whispers: Whispers | null;
  readonly version?: () => number;
  readonly #owner: HandleOwner;
  /** The definition of each table, passed on to a database that is opened again. */
  readonly #shapes = new Map<string, CollectionDefinition>();
  readonly #listening = new Set<Listening>();
  #logId: string;
  #holds = 0;

  /** @param first the tenant's database, just opened */
  constructor(owner: HandleOwner, first: TenantStore) {
    this.#owner = owner;
    this.tenant = first.tenant;
    this.#logId = first.logId;
    this.whispers = first.whispers && this.#whispers(first.whispers);
    // A database that is closed cannot say whether it was written to: no answer is equal to another one then.
    if (first.version) this.version = () => this.#owner.now()?.version?.() ?? Number.NaN;
  }

  get logId(): string {
    return this.#logId;
  }

  /** Called when the database was opened again: gives it the definitions and listeners. */
  attach(inner: TenantStore): void {
    this.#logId = inner.logId;
    inner.know([...this.#shapes.values()]);
    for (const one of this.#listening) one.stop = inner.onCommit(one.listener);
  }

  #hold(): void {
    this.#holds += 1;
    if (this.#holds === 1) this.#owner.inUse(true);
  }

  #letGo(): void {
    this.#holds -= 1;
    if (this.#holds === 0) this.#owner.inUse(false);
  }

  async #use<T>(work: (inner: TenantStore) => Promise<T>): Promise<T> {
    this.#hold();
    try {
      return await work(this.#owner.now() ?? (await this.#owner.opened()));
    } finally {
      this.#letGo();
    }
  }

  async *#walk<T>(begin: (inner: TenantStore) => AsyncIterable<T>): AsyncGenerator<T> {
    this.#hold();
    try {
      yield* begin(this.#owner.now() ?? (await this.#owner.opened()));
    } finally {
      this.#letGo();
    }
  }

  shapeOf(collection: string): CollectionDefinition | null {
    const inner = this.#owner.now();
    return inner ? inner.shapeOf(collection) : (this.#shapes.get(collection) ?? null);
  }

  get(collection: CollectionRef, id: string): Promise<StoredRecord | null> {
    return this.#use((inner) => inner.get(nameOf(collection), id));
  }

  findOne(collection: CollectionRef, values: Readonly<Record<string, unknown>>): Promise<StoredRecord | null> {
    return this.#use((inner) => inner.findOne(nameOf(collection), values));
  }

  find(collection: CollectionRef, query: Query, options?: ReadOptions): Promise<readonly StoredRecord[]> {
    return this.#use((inner) => inner.find(nameOf(collection), query, options));
  }

  count(collection: CollectionRef, where?: Condition, search?: string, options?: ReadOptions): Promise<number> {
    return this.#use((inner) => inner.count(nameOf(collection), where, search, options));
  }

  estimate(collection: string, where?: Condition, search?: string, options?: ReadOptions): Promise<number> {
    return this.#use((inner) => inner.estimate(collection, where, search, options));
  }

  async migrate(collections: readonly CollectionDefinition[]): Promise<readonly MovedCollection[]> {
    const moved = await this.#use((inner) => inner.migrate(collections));
    for (const definition of collections) this.#shapes.set(definition.name, definition);
    if (moved.length > 0) this.#owner.moved(moved);
    return moved;
  }

  know(collections: readonly CollectionDefinition[]): void {
    this.#owner.now()?.know(collections);
    for (const definition of collections) this.#shapes.set(definition.name, definition);
  }

  commit<T>(actor: string, plan: Plan<T>, options?: CommitOptions): Promise<Result<Committed<T>>> {
    return this.#use((inner) => inner.commit(actor, plan, options));
  }

  reshape<T>(actor: string, change: Reshape, plan: Plan<T>): Promise<Result<Committed<T>>> {
    return this.#use(async (inner) => {
      const done = await inner.reshape(actor, change, plan);
      if (done.ok && change.definition) this.#shapes.set(change.collection, change.definition);
      if (done.ok && !change.definition) this.#shapes.delete(change.collection);
      return done;
    });
  }

  history(collection: string, id: string, options: HistoryOptions): Promise<readonly Change[]> {
    return this.#use((inner) => inner.history(collection, id, options));
  }

  head(): Promise<number> {
    return this.#use((inner) => inner.head());
  }

  since(seq: number, options: SinceOptions): Promise<readonly Change[]> {
    return this.#use((inner) => inner.since(seq, options));
  }

  onCommit(listener: (head: number) => void): () => void {
    const one: Listening = { listener, stop: this.#owner.now()?.onCommit(listener) ?? stopped };
    this.#listening.add(one);
    this.#hold();
    // Other processes commit, too, and only an open database notices it. Where it cannot be opened, the next call says why.
    if (one.stop === stopped) Promise.resolve(this.#owner.opened()).catch(() => {});
    return () => {
      one.stop();
      if (this.#listening.delete(one)) this.#letGo();
    };
  }

  #whispers(inner: Whispers): Whispers {
    return {
      say: (topic, word) => inner.say(topic, word),
      hear: (topic, listener) => {
        const stop = inner.hear(topic, listener);
        this.#hold();
        let isOver = false;
        return () => {
          stop();
          if (!isOver) this.#letGo();
          isOver = true;
        };
      },
    };
  }

  rest(head: number): Promise<boolean> {
    return this.#use((inner) => inner.rest(head));
  }

  cursor(name: string): Promise<number> {
    return this.#use((inner) => inner.cursor(name));
  }

  saveCursor(name: string, seq: number): Promise<void> {
    return this.#use((inner) => inner.saveCursor(name, seq));
  }

  walk(collection: string, where?: Condition, pageSize?: number): AsyncIterable<readonly StoredRecord[]> {
    return this.#walk((inner) => inner.walk(collection, where, pageSize));
  }

  estimatedRows(collection: string): Promise<number> {
    return this.#use((inner) => inner.estimatedRows(collection));
  }

  keepStatistics(): Promise<void> {
    return this.#use((inner) => inner.keepStatistics());
  }

  collections(): Promise<readonly string[]> {
    return this.#use((inner) => inner.collections());
  }

  dump(collections: readonly string[]): AsyncIterable<DumpPart> {
    return this.#walk((inner) => inner.dump(collections));
  }

  load(parts: AsyncIterable<DumpPart> | Iterable<DumpPart>): Promise<void> {
    return this.#use((inner) => inner.load(parts));
  }
}
