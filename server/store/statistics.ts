/**
 * Decides when a store renews the query planner's statistics of a table: when the table has twice or half as many rows as at
 * the last renewal. It checks the tables a few seconds after a commit, never during one. Each store implements
 * `StatisticsKeeper` for its database.
 */

/** Tables with fewer rows get no statistics: their rows are read through as fast as they are looked up. */
const rowsMin = 1_000;
const factor = 2;
/** A commit is noticed this long after, and those in between with it. */
const lookMs = 5_000;

export interface TableSize {
  readonly table: string;
  /** An estimate. */
  readonly rows: number;
  /** The number of rows when the statistics were last made; 0: never. */
  readonly rowsThen: number;
}

export interface StatisticsKeeper {
  sizes(): Promise<readonly TableSize[]>;
  make(table: string): Promise<void>;
}

export class Statistics {
  readonly #keeper: StatisticsKeeper;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  /** Rows of tables, about, when their statistics were made here. */
  readonly #made = new Map<string, number>();
  #isClosed = false;

  constructor(keeper: StatisticsKeeper) {
    this.#keeper = keeper;
  }

  /** To be called after a commit, by which tables may have grown: looks at them a few seconds later. */
  note(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      // Without them everything is answered all the same; the next commit asks for them again.
      this.look().catch(() => {});
    }, lookMs).unref();
  }

  /** Looks at all tables now, one after the other. */
  look(): Promise<void> {
    this.#looking = this.#looking.catch(() => {}).then(() => this.#look());
    return this.#looking;
  }

  async #look(): Promise<void> {
    for (const { rows, rowsThen, table } of await this.#keeper.sizes()) {
      if (this.#isClosed) return;
      // An estimate that deletions have made too high is no growth.
      const then = this.#made.get(table) ?? rowsThen;
      const has = rows >= rowsMin || then >= rowsMin;
      if (!has || (rows < then * factor && rows * factor > then)) continue;
      this.#made.set(table, rows);
      await this.#keeper.make(table);
    }
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }
}
