/**
 * Reads from the schema of one tenant. A quick read uses the pool of all readers, a long read the small pool (long-reads.ts),
 * a walk a connection of its own. tenant-store.ts writes.
 */
import type { Condition, Query } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { RecordOf, StoredRecord } from '#shared/schema/infer.ts';
import {
  type Change,
  type CollectionRef,
  type DumpPart,
  type HistoryOptions,
  nameOf,
  type ReadOptions,
  type SinceOptions,
} from '../contract.ts';
import { TenantTables } from '../tenant-tables.ts';
import { readHead, readHistory, readSince } from './change-log.ts';
import { PoolSession, patiently } from './connection.ts';
import { placeIn, postgresDialect } from './dialect.ts';
import { estimateRows } from './estimate-rows.ts';
import { LongReads } from './long-reads.ts';
import { alterMade, makeTables } from './make-tables.ts';
import { MovedLog } from './moved-log.ts';
import { type ReaderParts, SessionReader, type Tables } from './reader.ts';
import { SharedQuestions } from './shared-questions.ts';
import { storedText } from './stored-text.ts';
import type { TenantSetting } from './tenant-setting.ts';
import { collectionsIn, dumpSchema } from './transfer.ts';
import { type MakeTables, UnmadeTables } from './unmade-tables.ts';
import { defaultWalkPage, Walks } from './walks.ts';

const wanted = () => true;

/** Parts for reading a tenant, with its tables that are still to be made. */
interface TenantParts extends ReaderParts {
  readonly unmade: UnmadeTables;
}

function partsOf(setting: TenantSetting): TenantParts {
  const { alone, clock, engine, making, matchers, schema, sharedSchema, tenant } = setting;
  const tables: Tables = new TenantTables(tenant);
  // Tables that are there already are left as they are: after a lost answer it may be asked once more.
  const make: MakeTables = (some) =>
    patiently([tables], async () => {
      const others = await making((client) => makeTables(client, schema, some));
      if (others.length > 0) await alone((client) => alterMade(client, schema, others));
    });
  return {
    tables,
    unmade: new UnmadeTables(schema, make),
    dialect: postgresDialect(sharedSchema, (collection) => tables.get(collection)?.from ?? placeIn(schema, collection)),
    clock,
    sizesOf: (names) => engine.tableSizes(schema, names),
    witness: engine.witness(schema),
    matchers,
  };
}

export class TenantReader extends SessionReader {
  readonly schema: string;
  protected readonly parts: TenantParts;
  protected readonly walks: Walks;
  protected readonly moved: MovedLog;
  readonly #setting: TenantSetting;
  readonly #long: LongReads;

  constructor(setting: TenantSetting) {
    const parts = partsOf(setting);
    const { line, node, pools, schema, tenant } = setting;
    super(new SharedQuestions(new PoolSession(pools.read)), parts);
    this.schema = schema;
    this.parts = parts;
    this.#setting = setting;
    this.walks = new Walks(pools.scan, parts);
    this.moved = new MovedLog(this.session, schema, parts.tables);
    this.#long = new LongReads({
      ...{ tenant, node, line },
      pool: pools.long,
      lookup: (name) => parts.tables.get(name)?.definition ?? null,
      recordsOf: (collection) => this.estimatedRows(collection),
    });
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

  /** Reads over the pool of all readers when the query is quick, else over the small one. */
  async #read<T>(
    asked: { readonly collection: CollectionRef; readonly query: Query; readonly counted: boolean },
    options: ReadOptions | undefined,
    { by, quickly }: { readonly quickly: () => Promise<T>; readonly by: (reader: SessionReader) => Promise<T> },
  ): Promise<T> {
    const { counted, query } = asked;
    const { definition } = this.table(asked.collection);
    if (!(await this.#long.isLong({ definition, query, counted }))) return quickly();
    return this.#long.read((session) => by(new SessionReader(session, this.parts)), options?.isWanted ?? wanted);
  }

  async history(collection: string, id: string, options: HistoryOptions): Promise<readonly Change[]> {
    const changes = await readHistory(this.session, this.schema, { collection, id }, options);
    return this.moved.today(changes);
  }

  head(): Promise<number> {
    return readHead(this.session, this.schema);
  }

  async since(seq: number, options: SinceOptions): Promise<readonly Change[]> {
    return this.moved.today(await readSince(this.session, this.schema, seq, options));
  }

  async cursor(name: string): Promise<number> {
    const text = `SELECT seq FROM ${this.schema}._cursors WHERE name = $1`;
    const [row] = await this.session.rows({ text, values: [storedText(name)] });
    return Number(row?.[0] ?? 0);
  }

  walk(collection: string, where?: Condition, pageSize = defaultWalkPage): AsyncIterable<readonly StoredRecord[]> {
    return this.walks.walk(collection, where, pageSize);
  }

  async estimatedRows(collection: string): Promise<number> {
    return estimateRows(this.session, this.parts.sizesOf, this.table(collection));
  }

  collections(): Promise<readonly string[]> {
    return collectionsIn(this.session, this.schema);
  }

  dump(collections: readonly string[]): AsyncIterable<DumpPart> {
    return dumpSchema(this.#setting.pools.scan, this.schema, this.parts, collections);
  }
}
