/**
 * What one plan asks the database through: closed when the plan is over, and after an error too, because PostgreSQL
 * answers nothing more then and a plan that caught it must not go on and commit half of itself.
 */
import { StoreFault } from '../contract.ts';
import type { Batch } from './batch.ts';
import type { Session } from './connection.ts';
import type { Row } from './table.ts';

export class PlanSession implements Session {
  readonly #batch: Batch;
  #over: string | null = null;
  #fault: StoreFault | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(batch: Batch) {
    this.#batch = batch;
    batch.startPlan();
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
    let rows: readonly Row[];
    try {
      rows = await this.#batch.rows(asked);
    } catch (error) {
      this.#fault ??= error instanceof StoreFault ? error : new StoreFault('the database refused', { cause: error });
      throw this.#fault;
    }
    this.check();
    return rows;
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
