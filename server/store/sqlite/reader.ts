/**
 * Answers questions over one connection: the store's read connection, a scan's, or (as a Transaction) the writer's.
 * `get` and `findOne` keep their statements; `find` and `count` go through the query compiler.
 */
import type { SQLInputValue } from 'node:sqlite';
import type { Clock } from '#shared/base/time.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { CompileContext } from '../compile/access.ts';
import { estimateExactMax, MissingCollection, type Reader } from '../contract.ts';
import type { TenantTables } from '../tenant-tables.ts';
import { encode } from './column.ts';
import { compileCount, compileMatches, compileQuery } from './compile-query.ts';
import type { Connection } from './connection.ts';
import { plainCount, plainQuery } from './plain-query.ts';
import { foundCount, rankedRows } from './search-query.ts';
import { columnAt, decodeRow, placeOf, quoteName, type Row, type Table } from './table.ts';

/** Somewhere from 0 to `step - 1`, the same for the same `i`: what comes in turns would be met always or never otherwise. */
function scattered(i: number, step: number): number {
  return (Math.imul(i + 1, 0x9e3779b1) >>> 0) % step;
}

/** Rows an estimate looks at. Of a tenth that match, it is then within a fifth in 19 of 20 times. */
const sampledRows = 1_000;

/** migrate() fills it. */
export type Tables = TenantTables<Table>;

export class SqlReader implements Reader {
  protected readonly connection: Connection;
  readonly #tables: Tables;
  readonly #clock: Clock;

  constructor(connection: Connection, tables: Tables, clock: Clock) {
    this.connection = connection;
    this.#tables = tables;
    this.#clock = clock;
  }

  get tenant(): string {
    return this.#tables.tenant;
  }

  /** Relative times (`now-P7D`) are this moment's; calendar days are UTC's until tenants name a zone. */
  #context(table: Table): CompileContext {
    const lookup = (name: string) => this.#tables.get(name)?.definition ?? null;
    return { now: this.#clock(), timeZone: 'UTC', lookup, searchIndexed: this.isIndexed(table) };
  }

  /** Whether the index says all that a search of this table finds. A transaction writes it at its end. */
  protected isIndexed(table: Table): boolean {
    return table.search !== null;
  }

  /** A transaction refuses here when it is over. */
  protected check(): void {}

  protected table(collection: string): Table {
    this.check();
    const table = this.#tables.get(collection);
    if (table === undefined) throw new MissingCollection(collection);
    return table;
  }

  shapeOf(collection: string): CollectionDefinition | null {
    return this.#tables.get(collection)?.definition ?? null;
  }

  protected rowOf(table: Table, id: string): Row | undefined {
    return this.connection.row(table.selectById, id);
  }

  async get(collection: string, id: string): Promise<StoredRecord | null> {
    const table = this.table(collection);
    const row = this.rowOf(table, id);
    return row === undefined ? null : decodeRow(table, row);
  }

  async findOne(collection: string, values: Readonly<Record<string, unknown>>): Promise<StoredRecord | null> {
    const table = this.table(collection);
    const parameters: SQLInputValue[] = [];
    let sql = table.select;
    let word = ' WHERE ';
    for (const name in values) {
      const value = encode(columnAt(table, placeOf(table, name)), values[name]);
      sql += `${word}${quoteName(name)}${value === null ? ' IS NULL' : ' = ?'}`;
      if (value !== null) parameters.push(value);
      word = ' AND ';
    }
    const row = this.connection.row(`${sql} ORDER BY "id" LIMIT 1`, ...parameters);
    return row === undefined ? null : decodeRow(table, row);
  }

  async find(collection: string, query: Query): Promise<readonly StoredRecord[]> {
    const table = this.table(collection);
    return this.#rowsOf(table, query).map((row) => decodeRow(table, row));
  }

  #rowsOf(table: Table, query: Query): readonly Row[] {
    const plain = plainQuery(table, query);
    if (plain) return this.connection.rows(plain.sql, plain.parameters);
    const context = this.#context(table);
    const ranked = context.searchIndexed ? rankedRows(this.connection, table, query, context) : null;
    if (ranked) return ranked;
    const { sql, parameters } = compileQuery(table.definition, query, context);
    return this.connection.rows(sql, parameters);
  }

  async count(collection: string, where?: Condition, search?: string): Promise<number> {
    const table = this.table(collection);
    if (search !== undefined && where === undefined && this.isIndexed(table)) {
      const found = foundCount(this.connection, table, search);
      if (found !== null) return found;
    }
    const { sql, parameters } =
      (search === undefined ? plainCount(table, where) : null) ??
      compileCount(table.definition, where, this.#context(table), search);
    return Number(this.connection.row(sql, ...parameters)?.[0] ?? 0);
  }

  /**
   * Beyond what is counted: of one row in each of many equal stretches, in the order they were stored, how many match. Rows that were
   * deleted match nothing, so that gaps need no care.
   */
  async estimate(collection: string, where?: Condition, search?: string): Promise<number> {
    const table = this.table(collection);
    const count = (rowids?: readonly number[]) => {
      const rows = compileMatches(table.definition, { where, search }, this.#context(table), rowids);
      const counting = `SELECT count(*) FROM (${rows.sql} LIMIT ${estimateExactMax + 1})`;
      return Number(this.connection.row(counting, ...rows.parameters)?.[0] ?? 0);
    };
    const found = count();
    if (found <= estimateExactMax) return found;
    const last = Number(this.connection.row(`SELECT max(rowid) FROM ${quoteName(table.name)}`)?.[0] ?? 0);
    const step = Math.max(1, Math.floor(last / sampledRows));
    const sample = Array.from(
      { length: Math.floor((last - 1) / step) + 1 },
      (_, i) => 1 + i * step + scattered(i, step),
    );
    return Math.max(found, count(sample) * step);
  }
}
