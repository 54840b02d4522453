/** Reads of what is committed in one tenant's file: over one connection, long reads in threads, walks over their own. */
import type { Clock } from '#shared/base/time.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import type { Lookup } from '#shared/query/target.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { RecordOf, StoredRecord } from '#shared/schema/infer.ts';
import {
  type Change,
  type CollectionRef,
  type DumpPart,
  estimateExactMax,
  type HistoryOptions,
  type ReadOptions,
  type SinceOptions,
} from '../contract.ts';
import { readHead, readHistory, readSince } from './change-log.ts';
import { Connection } from './connection.ts';
import { estimateRows, sampleOf } from './estimate-rows.ts';
import type { Guard } from './long-read.ts';
import { MovedLog } from './moved-log.ts';
import type { ReadThreads } from './read-threads.ts';
import { SqlReader, type Tables } from './reader.ts';
import { Reads } from './reads.ts';
import { decodeRow } from './table.ts';
import { collectionsHere, dumpFile } from './transfer.ts';
import { defaultWalkPage, Walks } from './walks.ts';

export class TenantReader extends SqlReader {
  protected readonly path: string;
  protected readonly tables: Tables;
  protected readonly clock: Clock;
  protected readonly walks: Walks;
  protected readonly reads: Reads;
  protected readonly moved: MovedLog;

  constructor(path: string, tables: Tables, clock: Clock, threads: ReadThreads) {
    super(new Connection(path, 'read'), tables, clock);
    this.path = path;
    this.tables = tables;
    this.clock = clock;
    this.walks = new Walks(path, tables, clock);
    this.moved = new MovedLog(this.connection, tables);
    this.reads = new Reads(this.connection, threads, tables.tenant, path);
  }

  override find<C extends CollectionDefinition>(
    collection: C,
    query: Query,
    options?: ReadOptions,
  ): Promise<readonly RecordOf<C>[]>;
  override find(collection: string, query: Query, options?: ReadOptions): Promise<readonly StoredRecord[]>;
  override async find(
    collection: CollectionRef,
    query: Query,
    options?: ReadOptions,
  ): Promise<readonly StoredRecord[]> {
    const table = this.table(collection);
    const plan = (guard: Guard) => this.findPlan(table, query, guard);
    const rows = await this.reads.rows({ table, query, lookup: this.#lookup, plan }, options);
    return rows.map((row) => decodeRow(table, row));
  }

  override async count(
    collection: CollectionRef,
    where?: Condition,
    search?: string,
    options?: ReadOptions,
  ): Promise<number> {
    const table = this.table(collection);
    const query = { ...(where ? { where } : {}), ...(search === undefined ? {} : { search }) };
    const plan = (guard: Guard) => this.countPlan(table, where, search, guard);
    const [row] = await this.reads.rows({ table, query, lookup: this.#lookup, plan }, options);
    return Number(row?.[0] ?? 0);
  }

  /** Counts small results exactly; beyond that it looks at one row of each of many equal stretches, and multiplies. */
  async estimate(collection: string, where?: Condition, search?: string, options?: ReadOptions): Promise<number> {
    const table = this.table(collection);
    const query = { ...(where ? { where } : {}), ...(search === undefined ? {} : { search }) };
    const count = async (rowids?: readonly number[]): Promise<number> => {
      const plan = (guard: Guard) => this.matchesPlan(table, query, guard, rowids);
      const [row] = await this.reads.rows({ table, query, lookup: this.#lookup, plan }, options);
      return Number(row?.[0] ?? 0);
    };
    const found = await count();
    if (found <= estimateExactMax) return found;
    const { rowids, step } = sampleOf(this.connection, table);
    return Math.max(found, (await count(rowids)) * step);
  }

  readonly #lookup: Lookup = (name) => this.tables.get(name)?.definition ?? null;

  async history(collection: string, id: string, options: HistoryOptions): Promise<readonly Change[]> {
    return this.moved.today(readHistory(this.connection, collection, id, options));
  }

  async head(): Promise<number> {
    return readHead(this.connection);
  }

  /**
   * Changes when any other connection commits, the writer's included, also one of another process:
   * https://www.sqlite.org/pragma.html#pragma_data_version
   */
  version(): number {
    return Number(this.connection.row('PRAGMA data_version')?.[0]);
  }

  async since(seq: number, options: SinceOptions): Promise<readonly Change[]> {
    return this.moved.today(readSince(this.connection, seq, options));
  }

  async cursor(name: string): Promise<number> {
    return Number(this.connection.row('SELECT seq FROM _cursors WHERE name = ?', name)?.[0] ?? 0);
  }

  walk(collection: string, where?: Condition, pageSize = defaultWalkPage): AsyncIterable<readonly StoredRecord[]> {
    return this.walks.walk(collection, where, pageSize);
  }

  async estimatedRows(collection: string): Promise<number> {
    return estimateRows(this.connection, this.table(collection));
  }

  async collections(): Promise<readonly string[]> {
    return collectionsHere(this.connection);
  }

  dump(collections: readonly string[]): AsyncIterable<DumpPart> {
    return dumpFile(this.path, this.tables, this.clock, collections);
  }
}
