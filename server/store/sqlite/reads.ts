/**
 * Reading outside transactions: at once on the main thread where that is quick, else by a reading thread. What is quick
 * is found out by trying: a statement is given up once it has looked at too much, and its kind is remembered.
 */

import { searchedWords } from '#shared/query/cost.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import { recordCost } from '#shared/query/record-cost.ts';
import type { Lookup } from '#shared/query/target.ts';
import { quoteName } from '../compile/name.ts';
import { Sql } from '../compile/sql.ts';
import type { ReadOptions } from '../contract.ts';
import type { Connection } from './connection.ts';
import { rowSpan } from './estimate-rows.ts';
import { type Guard, type ReadPlan, rowsOf, seldom } from './long-read.ts';
import type { ReadThreads } from './read-threads.ts';
import { type StepBound, StepGuard } from './step-guard.ts';
import type { Row, Table } from './table.ts';

/** Limit of a read on the main thread: 20,000 steps take some two milliseconds, and about 4 ms (`StepBound`) end it as well. */
export const quickBound: StepBound = { steps: 20_000, ms: 4 };
/** The cost of reading a row, for any query. */
const rowSteps = 5;
/** Maximum of words of a search times records: the search of the full-text index cannot be ended in the middle. */
const quickWords = 100_000;
const quickWordsSorted = 20_000;
/** Kinds of statement that were not quick: how many are remembered, how long, and how long their text may be. */
const slowMax = 500;
const slowMs = 60_000;
const slowTextMax = 4_000;

const wanted = () => true;

export interface Question {
  readonly table: Table;
  readonly query: Pick<Query, 'where' | 'search' | 'sort'>;
  readonly lookup: Lookup;
  /** @param guard stands first among the conditions */
  readonly plan: (guard: Guard) => ReadPlan;
}

interface Effort {
  readonly guard: Guard;
  /** Steps for each row. */
  readonly each: number;
  readonly isQuick: boolean;
}

const everyRow: Guard = { plain: 'gh_step()', compiled: new Sql('gh_step()') };

function effortOf(table: Table, where: Condition | undefined, lookup: Lookup): Effort {
  const { bytes, fixed, isFar } = recordCost(table.definition, where, lookup);
  const sizes = [...bytes].map(
    ([column, each]) => `coalesce(octet_length(t.${quoteName(column)}), 0) * ${each.toFixed(3)}`,
  );
  // A condition whose cost grows with the values is never a plain query.
  const compiled = sizes.length === 0 ? everyRow.compiled : new Sql(`gh_step(${sizes.join(' + ')})`);
  const guard = { ...everyRow, compiled };
  return { guard, each: rowSteps + fixed, isQuick: !isFar };
}

export class Reads {
  readonly #connection: Connection;
  readonly #threads: ReadThreads;
  readonly #tenant: string;
  readonly #file: string;
  readonly #guard: StepGuard;
  /** Time until which a kind of read counts as slow. */
  readonly #slow = new Map<string, number>();

  constructor(connection: Connection, threads: ReadThreads, tenant: string, file: string) {
    this.#connection = connection;
    this.#threads = threads;
    this.#tenant = tenant;
    this.#file = file;
    this.#guard = new StepGuard(connection.db);
  }

  async rows({ lookup, plan: planOf, query, table }: Question, options: ReadOptions = {}): Promise<readonly Row[]> {
    const { each, guard, isQuick } = effortOf(table, query.where, lookup);
    const plan = planOf(guard);
    const [first] = plan.statements;
    const kind = first?.sql ?? '';
    if (isQuick && !this.#isSlow(kind) && this.#isSearchQuick(table, query)) {
      const ask = () => rowsOf(plan, (sql, parameters) => this.#connection.rows(sql, parameters));
      const rows = this.#guard.run(quickBound, each, ask);
      if (rows !== null) return rows;
      this.#remember(kind);
    }
    return this.#threads.read(this.#tenant, this.#file, planOf(seldom), options.isWanted ?? wanted);
  }

  #isSearchQuick(table: Table, { search, sort }: Question['query']): boolean {
    if (search === undefined) return true;
    return searchedWords(search) * rowSpan(this.#connection, table) <= (sort?.length ? quickWordsSorted : quickWords);
  }

  #isSlow(kind: string): boolean {
    if (kind.length > slowTextMax) return true;
    const until = this.#slow.get(kind);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    this.#slow.delete(kind);
    return false;
  }

  #remember(kind: string): void {
    if (this.#slow.size >= slowMax) this.#slow.clear();
    this.#slow.set(kind, performance.now() + slowMs);
  }

  /** Runs a plan of our own that looks at many rows, by a reading thread. */
  beside(plan: ReadPlan): Promise<readonly Row[]> {
    return this.#threads.read(this.#tenant, this.#file, plan, wanted);
  }

  /** Forgets which reads are slow, after plans may have become better. */
  forgetSlow(): void {
    this.#slow.clear();
  }

  /** Forgets the file, after the tables changed and before the file goes. */
  forget(): void {
    this.forgetSlow();
    this.#threads.forget(this.#file);
  }
}
