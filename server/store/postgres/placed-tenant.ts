/**
 * A tenant wherever it lives just now: hands everything on to its store there, and changes over when it has moved, with
 * the tables that are known and those who listen. Numbers, versions and the log's identity stay what they are, so that
 * nobody above notices; writes during a move, or at the old place, are refused as TenantMoving. Made by placed-store.ts.
 */
import type { Result } from '#shared/base/result.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import {
  type Change,
  type CommitOptions,
  type Committed,
  type DumpPart,
  type HistoryOptions,
  type Plan,
  type ReadOptions,
  type Reshape,
  type SinceOptions,
  StoreFault,
  TenantMoving,
  type TenantStore,
  type WhisperListener,
  type Whispers,
} from '../contract.ts';
import type { Home } from '../databases.ts';
import { isElsewhere, isFenced } from './fence.ts';

export interface PlacedTenantHost {
  /** Null: it answers. */
  whyDown(database: string): string | null;
  /** Reads anew where the tenant lives, and tells it. */
  look(tenant: PlacedTenant): Promise<void>;
  /** A fence stands, or a move is said to be under way: makes good what a process that is gone has left behind. */
  settleSoon(tenant: PlacedTenant): void;
}

type Listener = (head: number) => void;

function hearFrom({ whispers }: TenantStore, topic: string, listener: WhisperListener): () => void {
  return whispers?.hear(topic, listener) ?? (() => {});
}

function moving(cause?: unknown): TenantMoving {
  return new TenantMoving('the tenant is being moved to another database', cause === undefined ? {} : { cause });
}

export class PlacedTenant implements TenantStore {
  readonly tenant: string;
  readonly #host: PlacedTenantHost;
  readonly #shapes = new Map<string, CollectionDefinition>();
  readonly #listeners = new Map<Listener, () => void>();
  /** With how to stop hearing. */
  readonly #whisperers = new Map<WhisperListener, { readonly topic: string; readonly stop: () => void }>();
  #inner: TenantStore;
  #home: Home;

  constructor(host: PlacedTenantHost, inner: TenantStore, home: Home) {
    this.tenant = inner.tenant;
    this.#host = host;
    this.#inner = inner;
    this.#home = home;
  }

  get home(): Home {
    return this.#home;
  }

  get logId(): string {
    return this.#inner.logId;
  }

  /** It lives where it lived: only what is said of it has changed. */
  stay(home: Home): void {
    this.#home = home;
  }

  /** From here on, everything is asked of the new place. */
  changeOver(inner: TenantStore, home: Home): void {
    inner.know([...this.#shapes.values()]);
    this.#inner = inner;
    this.#home = home;
    for (const [listener, stop] of this.#listeners) {
      stop();
      this.#listeners.set(listener, inner.onCommit(listener));
    }
    for (const [listener, { stop, topic }] of this.#whisperers) {
      stop();
      this.#whisperers.set(listener, { topic, stop: hearFrom(inner, topic, listener) });
      listener.missed();
    }
    // What was committed there before anybody listened.
    inner.head().then(
      (head) => {
        for (const listener of this.#listeners.keys()) listener(head);
      },
      () => {},
    );
  }

  #needUp(): void {
    const reason = this.#host.whyDown(this.#home.database);
    if (reason !== null) throw new StoreFault(`the database ${this.#home.database} does not answer: ${reason}`);
  }

  async #reading<T>(ask: (inner: TenantStore) => Promise<T>): Promise<T> {
    this.#needUp();
    const inner = this.#inner;
    try {
      return await ask(inner);
    } catch (error) {
      if (isFenced(error)) throw this.#fenced(error);
      if (!isElsewhere(error)) throw error;
      await this.#host.look(this);
      if (this.#inner === inner) throw error;
    }
    return ask(this.#inner);
  }

  /** Never tried twice: whoever wrote decides again. */
  async #writing<T>(write: (inner: TenantStore) => Promise<T>): Promise<T> {
    this.#needUp();
    if (this.#home.movingTo !== null) throw this.#fenced();
    const inner = this.#inner;
    try {
      return await write(inner);
    } catch (error) {
      if (isFenced(error)) throw this.#fenced(error);
      if (!isElsewhere(error)) throw error;
      await this.#host.look(this);
      throw this.#inner === inner ? error : moving(error);
    }
  }

  #fenced(cause?: unknown): TenantMoving {
    this.#host.settleSoon(this);
    return moving(cause);
  }

  shapeOf(collection: string): CollectionDefinition | null {
    return this.#inner.shapeOf(collection);
  }

  get(collection: string, id: string): Promise<StoredRecord | null> {
    return this.#reading((inner) => inner.get(collection, id));
  }

  findOne(collection: string, values: Readonly<Record<string, unknown>>): Promise<StoredRecord | null> {
    return this.#reading((inner) => inner.findOne(collection, values));
  }

  find(collection: string, query: Query, options?: ReadOptions): Promise<readonly StoredRecord[]> {
    return this.#reading((inner) => inner.find(collection, query, options));
  }

  count(collection: string, where?: Condition, search?: string, options?: ReadOptions): Promise<number> {
    return this.#reading((inner) => inner.count(collection, where, search, options));
  }

  estimate(collection: string, where?: Condition, search?: string, options?: ReadOptions): Promise<number> {
    return this.#reading((inner) => inner.estimate(collection, where, search, options));
  }

  /** Mostly only looks whether there is anything to do, which it may at all times. */
  async migrate(collections: readonly CollectionDefinition[]): Promise<void> {
    await this.#reading((inner) => inner.migrate(collections));
    for (const definition of collections) this.#shapes.set(definition.name, definition);
  }

  know(collections: readonly CollectionDefinition[]): void {
    this.#inner.know(collections);
    for (const definition of collections) this.#shapes.set(definition.name, definition);
  }

  commit<T>(actor: string, plan: Plan<T>, options?: CommitOptions): Promise<Result<Committed<T>>> {
    return this.#writing((inner) => inner.commit(actor, plan, options));
  }

  async reshape<T>(actor: string, change: Reshape, plan: Plan<T>): Promise<Result<Committed<T>>> {
    const done = await this.#writing((inner) => inner.reshape(actor, change, plan));
    if (!done.ok) return done;
    if (change.definition) this.#shapes.set(change.collection, change.definition);
    else this.#shapes.delete(change.collection);
    return done;
  }

  history(collection: string, id: string, options: HistoryOptions): Promise<readonly Change[]> {
    return this.#reading((inner) => inner.history(collection, id, options));
  }

  head(): Promise<number> {
    return this.#reading((inner) => inner.head());
  }

  since(seq: number, options: SinceOptions): Promise<readonly Change[]> {
    return this.#reading((inner) => inner.since(seq, options));
  }

  onCommit(listener: Listener): () => void {
    this.#listeners.set(listener, this.#inner.onCommit(listener));
    return () => {
      this.#listeners.get(listener)?.();
      this.#listeners.delete(listener);
    };
  }

  readonly whispers: Whispers = {
    say: (topic, word) => this.#inner.whispers?.say(topic, word),
    hear: (topic, listener) => {
      this.#whisperers.set(listener, { topic, stop: hearFrom(this.#inner, topic, listener) });
      return () => {
        this.#whisperers.get(listener)?.stop();
        this.#whisperers.delete(listener);
      };
    },
  };

  leads(): Promise<boolean> {
    return this.#reading((inner) => inner.leads());
  }

  cursor(name: string): Promise<number> {
    return this.#reading((inner) => inner.cursor(name));
  }

  saveCursor(name: string, seq: number): Promise<void> {
    return this.#writing((inner) => inner.saveCursor(name, seq));
  }

  scan(collection: string, where?: Condition, pageSize?: number): AsyncIterable<readonly StoredRecord[]> {
    return this.#inner.scan(collection, where, pageSize);
  }

  estimatedRows(collection: string): Promise<number> {
    return this.#reading((inner) => inner.estimatedRows(collection));
  }

  keepStatistics(): Promise<void> {
    return this.#reading((inner) => inner.keepStatistics());
  }

  collections(): Promise<readonly string[]> {
    return this.#reading((inner) => inner.collections());
  }

  dump(collections: readonly string[]): AsyncIterable<DumpPart> {
    return this.#inner.dump(collections);
  }

  load(parts: AsyncIterable<DumpPart> | Iterable<DumpPart>): Promise<void> {
    return this.#writing((inner) => inner.load(parts));
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
