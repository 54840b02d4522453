/**
 * The session through which one plan queries the database: closed when the plan is over, and after an error too, because
 * PostgreSQL answers nothing more then and a plan that caught it must not go on and commit half of itself.
 */
import type { Bound } from '../compile/sql.ts';
import type { StoreFault } from '../contract.ts';
import type { Batch } from './batch.ts';
import type { Session } from './connection.ts';
import { planFault } from './errors.ts';
import type { PlanWork } from './plan-work.ts';
import type { Row, Table } from './table.ts';
import type { UnmadeTables } from './unmade-tables.ts';

/** Maximum number of writes of one plan that are on their way at the same time. */
const maxUnanswered = 256;
/** Maximum number of rows of one plan that wait to be inserted together. */
const maxWaitingRows = 1_000;

export class PlanSession implements Session {
  readonly work: PlanWork;
  readonly #batch: Batch;
  readonly #unmade: UnmadeTables | null;
  #over: string | null = null;
  #fault: StoreFault | null = null;
  #last: Promise<unknown> = Promise.resolve();
  /** Writes whose success no one waits for yet. */
  #unanswered: Promise<unknown>[] = [];

  constructor(batch: Batch, unmade: UnmadeTables | null) {
    this.#batch = batch;
    this.#unmade = unmade;
    this.work = batch.startPlan();
  }

  check(): void {
    if (this.#over !== null) throw new Error(`the transaction is over: ${this.#over}`);
    if (this.#fault !== null) throw this.#fault;
  }

  end(why: string): void {
    this.#over = why;
  }

  async rows(asked: Parameters<Session['rows']>[0]): Promise<readonly Row[]> {
    this.check();
    const ready = this.#unmade?.readied(asked, this.#batch, this.#batch.reads.rowless);
    const sent = ready ? await this.#sound(ready) : asked;
    // Another connection made tables. Meanwhile the plan may have run out of time, and the batch gone on without it.
    if (ready) this.check();
    const rows = await this.#sound(this.#batch.rows(sent));
    this.check();
    return rows;
  }

  async #sound<T>(asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      this.#fault ??= planFault(error);
      throw this.#fault;
    }
  }

  /**
   * Sends a write that cannot be refused, without waiting for its answer. Its fault fails the whole plan, by `settle`
   * at the latest.
   */
  async send(asked: Parameters<Session['rows']>[0], done: (rows: readonly Row[]) => void = () => {}): Promise<void> {
    if (this.#unanswered.length >= maxUnanswered) await this.settle();
    const answer = this.rows(asked).then(done);
    answer.catch(() => {});
    this.#unanswered.push(answer);
  }

  /** @returns false where the table is still to be made: the row was not taken */
  async insertLater(table: Table, values: readonly Bound[]): Promise<boolean> {
    this.check();
    if (this.#unmade?.has(table.name)) return false;
    this.work.add(table, values);
    if (this.work.rowCount >= maxWaitingRows) await this.#sound(this.#batch.insertOwnRows());
    return true;
  }

  /** Inserts the rows of earlier plans in this table: a known answer relies on them, and the database may still refuse them. */
  async whenInserted({ place }: Table): Promise<void> {
    if (this.#batch.holdsRowsOf(place)) await this.#sound(this.#batch.insertRows());
  }

  /** Waits for all that was sent. */
  async settle(): Promise<void> {
    const sent = this.#unanswered;
    this.#unanswered = [];
    if (this.work.hasWritten && this.work.rowCount > 0) sent.push(this.#sound(this.#batch.insertOwnRows()));
    await Promise.all(sent);
  }

  moment<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return work(this);
  }

  /** Steps that read and then write go one after the other, also where a plan begins several at once. */
  step<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(() => {
      this.check();
      return work();
    });
    this.#last = done.catch(() => {});
    return done;
  }
}
