/**
 * Answers questions over one connection: the store's read connection, a walk's, or (as a Transaction) the writer's.
 * `get` and `findOne` keep their statements; plain-query.ts answers plain lists and counts, search-query.ts searches by the
 * index; the others go through the query compiler.
 */
import type { SQLInputValue } from 'node:sqlite';
import type { Clock } from '#shared/base/time.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { RecordOf, StoredRecord } from '#shared/schema/infer.ts';
import type { CompileContext } from '../compile/dialect.ts';
import { type CollectionRef, estimateExactMax, MissingCollection, nameOf, type Reader } from '../contract.ts';
import type { TenantTables } from '../tenant-tables.ts';
import { encode } from './column.ts';
import { type Compiled, compileCount, compileMatches, compileQuery } from './compile-query.ts';
import type { Connection } from './connection.ts';
import { type Guard, type ReadPlan, rowsOf } from './long-read.ts';
import { plainCount, plainQuery } from './plain-query.ts';
import { foundPlan, rankedPlan } from './search-query.ts';
import { columnAt, decodeRow, placeOf, quoteName, type Row, type Table } from './table.ts';

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

  /** Whether the search index has all of this table. A batch writes it before it commits. */
  protected isIndexed(table: Table): boolean {
    return table.search !== null;
  }

  /** A transaction refuses here when it is over. */
  protected check(): void {}

  protected table(collection: CollectionRef): Table {
    this.check();
    const table = this.#tables.get(nameOf(collection));
    if (table === undefined) throw new MissingCollection(nameOf(collection));
    return table;
  }

  shapeOf(collection: string): CollectionDefinition | null {
    return this.#tables.get(collection)?.definition ?? null;
  }

  protected rowOf(table: Table, id: string): Row | undefined {
    return this.connection.row(table.selectById, id);
  }

  get<C extends CollectionDefinition>(collection: C, id: string): Promise<RecordOf<C> | null>;
  get(collection: string, id: string): Promise<StoredRecord | null>;
  async get(collection: CollectionRef, id: string): Promise<StoredRecord | null> {
    const table = this.table(collection);
    const row = this.rowOf(table, id);
    return row === undefined ? null : decodeRow(table, row);
  }

  findOne<C extends CollectionDefinition>(collection: C, values: Partial<RecordOf<C>>): Promise<RecordOf<C> | null>;
  findOne(collection: string, values: Readonly<Record<string, unknown>>): Promise<StoredRecord | null>;
  async findOne(collection: CollectionRef, values: Readonly<Record<string, unknown>>): Promise<StoredRecord | null> {
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

  find<C extends CollectionDefinition>(collection: C, query: Query): Promise<readonly RecordOf<C>[]>;
  find(collection: string, query: Query): Promise<readonly StoredRecord[]>;
  async find(collection: CollectionRef, query: Query): Promise<readonly StoredRecord[]> {
    const table = this.table(collection);
    const rows = rowsOf(this.findPlan(table, query), (sql, parameters) => this.connection.rows(sql, parameters));
    return rows.map((row) => decodeRow(table, row));
  }

  async count(collection: CollectionRef, where?: Condition, search?: string): Promise<number> {
    const plan = this.countPlan(this.table(collection), where, search);
    const [row] = rowsOf(plan, (sql, parameters) => this.connection.rows(sql, parameters));
    return Number(row?.[0] ?? 0);
  }

  /** @param guard asked of each row first */
  protected findPlan(table: Table, query: Query, guard?: Guard): ReadPlan {
    const plain = plainQuery(table, query, guard?.plain ?? null);
    if (plain) return alone(plain);
    const context = { ...this.#context(table), ...(guard ? { guard: guard.compiled } : {}) };
    const ranked = context.searchIndexed ? rankedPlan(table, query, context) : null;
    return ranked ?? alone(compileQuery(table.definition, query, context));
  }

  protected countPlan(table: Table, where: Condition | undefined, search: string | undefined, guard?: Guard): ReadPlan {
    const found =
      search !== undefined && where === undefined && this.isIndexed(table) ? foundPlan(table, search) : null;
    if (found) return found;
    const plain = search === undefined ? plainCount(table, where, guard?.plain ?? null) : null;
    const context = { ...this.#context(table), ...(guard ? { guard: guard.compiled } : {}) };
    return alone(plain ?? compileCount(table.definition, where, context, search));
  }

  /** Plans a count of the matching rows, no further than an estimate is exact. @param rowids those to look at; absent: all */
  protected matchesPlan(
    table: Table,
    asked: Pick<Query, 'where' | 'search'>,
    guard: Guard,
    rowids?: readonly number[],
  ): ReadPlan {
    const context = { ...this.#context(table), guard: guard.compiled };
    const { parameters, sql } = compileMatches(table.definition, asked, context, rowids);
    return alone({ sql: `SELECT count(*) FROM (${sql} LIMIT ${estimateExactMax + 1})`, parameters });
  }
}

function alone(statement: Compiled): ReadPlan {
  return { statements: [statement], limit: null };
}
