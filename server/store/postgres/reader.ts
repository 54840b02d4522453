/**
 * Answers questions over a session: the read pool's, a walk's, or (as a Transaction) the writer's. `get` keeps its
 * statement prepared; `find` and `count` go through the query compiler and, where SQL cannot decide, through recheck.ts.
 */
import type { Clock } from '#shared/base/time.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { RecordOf, StoredRecord } from '#shared/schema/infer.ts';
import type { CompileContext, Dialect } from '../compile/dialect.ts';
import { quoteName } from '../compile/name.ts';
import { compileCount, compileMatches, compileQuery } from '../compile/query.ts';
import { type Bound, Sql, sql } from '../compile/sql.ts';
import {
  type CollectionRef,
  estimateExactMax,
  MissingCollection,
  nameOf,
  type Reader,
  StaleShape,
  StoreFault,
} from '../contract.ts';
import type { TenantTables } from '../tenant-tables.ts';
import { encode } from './column.ts';
import { prepared, type Statement, statementOf } from './compile-query.ts';
import type { Session } from './connection.ts';
import { isStaleShape } from './errors.ts';
import { type SizesOf, tableBytes } from './estimate-rows.ts';
import type { Matchers } from './matcher.ts';
import { countAgain, findAgain } from './recheck.ts';
import type { TableOf } from './related.ts';
import { storedText } from './stored-text.ts';
import { columnOfField, decodeRow, type Table } from './table.ts';
import type { UnmadeTables } from './unmade-tables.ts';

/** The tables of a tenant, shared by its readers; migrate() fills it. */
export type Tables = TenantTables<Table>;

export interface ReaderParts {
  readonly tables: Tables;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly sizesOf: SizesOf;
  /** Waited for by every statement that names one; null: the session sees to that. */
  readonly unmade: UnmadeTables | null;
  /** Statement from `witness` in engine.ts; null: reads cannot go to another node. */
  readonly witness: Statement | null;
  /** Absent: what SQL cannot decide is matched at once, however much it is. */
  readonly matchers?: Matchers;
}

/**
 * Begins to watch that all reads of a transaction see one moment: on a cluster the tenant may be moved meanwhile.
 *
 * @returns to be called after the last read; throws StoreFault where they did not
 */
export async function watchMoment(session: Session, { witness }: ReaderParts): Promise<() => Promise<void>> {
  if (witness === null) return async () => {};
  const ask = async () => String((await session.rows(witness))[0]?.[0]);
  const before = await ask();
  return async () => {
    if ((await ask()) !== before) throw new StoreFault('the tenant was moved to another node meanwhile: begin again');
  };
}

export class SessionReader implements Reader {
  protected readonly session: Session;
  readonly #parts: ReaderParts;

  constructor(session: Session, parts: ReaderParts) {
    this.session = parts.unmade?.over(session) ?? session;
    this.#parts = parts;
  }

  get tenant(): string {
    return this.#parts.tables.tenant;
  }

  /** Relative times (`now-P7D`) are this moment's; calendar days are UTC's until tenants name a zone. */
  #context(): CompileContext {
    const { clock, tables } = this.#parts;
    return { now: clock(), timeZone: 'UTC', lookup: (name) => tables.get(name)?.definition ?? null };
  }

  /** A transaction refuses here when it is over. */
  protected check(): void {}

  protected readonly table = (collection: CollectionRef): Table => {
    this.check();
    const table = this.#parts.tables.get(nameOf(collection));
    if (table === undefined) throw new MissingCollection(nameOf(collection));
    return table;
  };

  shapeOf(collection: string): CollectionDefinition | null {
    return this.#parts.tables.get(collection)?.definition ?? null;
  }

  /** Waits for a change of tables that is being made in this process. */
  protected async settled(): Promise<void> {}

  /** A table may take another shape between our text and the database's answer: then once more, with the new one. */
  async #steadily<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!isStaleShape(error)) throw error;
    }
    await this.settled();
    try {
      return await ask();
    } catch (error) {
      throw isStaleShape(error)
        ? new StaleShape('a table has another shape than is known here', { cause: error })
        : error;
    }
  }

  get<C extends CollectionDefinition>(collection: C, id: string): Promise<RecordOf<C> | null>;
  get(collection: string, id: string): Promise<StoredRecord | null>;
  get(collection: CollectionRef, id: string): Promise<StoredRecord | null> {
    return this.#steadily(() => this.#get(collection, id));
  }

  findOne<C extends CollectionDefinition>(collection: C, values: Partial<RecordOf<C>>): Promise<RecordOf<C> | null>;
  findOne(collection: string, values: Readonly<Record<string, unknown>>): Promise<StoredRecord | null>;
  findOne(collection: CollectionRef, values: Readonly<Record<string, unknown>>): Promise<StoredRecord | null> {
    return this.#steadily(() => this.#findOne(collection, values));
  }

  find<C extends CollectionDefinition>(collection: C, query: Query): Promise<readonly RecordOf<C>[]>;
  find(collection: string, query: Query): Promise<readonly StoredRecord[]>;
  find(collection: CollectionRef, query: Query): Promise<readonly StoredRecord[]> {
    return this.#steadily(async () => findRecords(this.#asking(collection), query));
  }

  count(collection: CollectionRef, where?: Condition, search?: string): Promise<number> {
    const asked = { ...(where ? { where } : {}), ...(search === undefined ? {} : { search }) };
    return this.#steadily(async () => countRecords(this.#asking(collection), asked));
  }

  /** Estimates, beyond what is counted, from how many rows of some pages match. The planner's guess needs statistics. */
  estimate(collection: string, where?: Condition, search?: string): Promise<number> {
    const asked = { ...(where ? { where } : {}), ...(search === undefined ? {} : { search }) };
    return this.#steadily(async () => estimateRecords(this.#asking(collection), asked, this.#parts.sizesOf));
  }

  async #get(collection: CollectionRef, id: string): Promise<StoredRecord | null> {
    const table = this.table(collection);
    const [row] = await this.session.rows({ ...table.selectById, values: [storedText(id)] });
    return row === undefined ? null : decodeRow(table, row);
  }

  async #findOne(collection: CollectionRef, values: Readonly<Record<string, unknown>>): Promise<StoredRecord | null> {
    const table = this.table(collection);
    const bound: Bound[] = [];
    let text = table.select;
    let word = ' WHERE ';
    for (const name in values) {
      const value = encode(columnOfField(table, name), values[name]);
      text += `${word}${quoteName(name)}`;
      text += value === null ? ' IS NULL' : ` = $${bound.push(value)}`;
      word = ' AND ';
    }
    const [row] = await this.session.rows(prepared({ text: `${text} ORDER BY "id" LIMIT 1`, values: bound }));
    return row === undefined ? null : decodeRow(table, row);
  }

  #asking(collection: CollectionRef): Asking {
    const table = this.table(collection);
    const { dialect, matchers } = this.#parts;
    const asking = { session: this.session, tableOf: this.table, table, context: this.#context(), dialect };
    return matchers ? { ...asking, matchers } : asking;
  }
}

export interface Asking {
  readonly session: Session;
  readonly tableOf: TableOf;
  readonly table: Table;
  readonly context: CompileContext;
  readonly dialect: Dialect;
  readonly matchers?: Matchers;
}

export async function findRecords(asking: Asking, query: Query): Promise<readonly StoredRecord[]> {
  const { session, table, context, dialect } = asking;
  const { select, unsure, ordered } = compileQuery(
    dialect,
    table.definition,
    query,
    context,
    sql`LIMIT ${query.limit}`,
  );
  if (unsure || !ordered) return findAgain(asking, statementOf(select), query, ordered);
  return (await session.rows(prepared(statementOf(select)))).map((row) => decodeRow(table, row));
}

export async function countRecords(asking: Asking, asked: Pick<Query, 'where' | 'search'>): Promise<number> {
  const { session, table, context, dialect } = asking;
  const { select, unsure } = compileCount(dialect, table.definition, asked, context);
  if (unsure) {
    const all = compileQuery(dialect, table.definition, { ...asked, limit: 0 }, context, new Sql(''));
    return countAgain(asking, statementOf(all.select), asked);
  }
  const [row] = await session.rows(prepared(statementOf(select)));
  return Number(row?.[0] ?? 0);
}

/** Bytes of the table that an estimate reads, in whole pages. */
const sampledBytes = 4 * 1024 * 1024;

export async function estimateRecords(
  asking: Asking,
  asked: Pick<Query, 'where' | 'search'>,
  sizesOf: SizesOf,
): Promise<number> {
  const { session, table, context, dialect } = asking;
  const { select, unsure } = compileMatches(dialect, table.definition, asked, context);
  if (unsure) return countRecords(asking, asked);
  const bounded = sql`SELECT count(*) FROM (${select} LIMIT ${estimateExactMax + 1}) AS counted`;
  const [counted] = await session.rows(statementOf(bounded));
  const found = Number(counted?.[0] ?? 0);
  if (found <= estimateExactMax) return found;
  const bytes = await tableBytes(session, sizesOf, table.name);
  const percent = Math.min(100, (100 * sampledBytes) / Math.max(1, bytes));
  // Written into the text: a cluster passes parameters on as texts, which this clause does not take.
  const sample = sql`TABLESAMPLE SYSTEM (${new Sql(percent.toFixed(6))}) REPEATABLE (1)`;
  const part = compileMatches(dialect, table.definition, asked, context, { sample });
  const [sampled] = await session.rows(statementOf(sql`SELECT count(*) FROM (${part.select}) AS counted`));
  return Math.max(found, Math.round((Number(sampled?.[0] ?? 0) * 100) / percent));
}
