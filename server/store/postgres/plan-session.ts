/**
 * What one plan asks the database through: closed when the plan is over, and after an error too, because PostgreSQL
 * answers nothing more then and a plan that caught it must not go on and commit half of itself.
 */
import { StaleShape, StoreFault } from '../contract.ts';
import type { Batch } from './batch.ts';
import type { Session } from './connection.ts';
import { isStaleShape } from './errors.ts';
import type { Row } from './table.ts';
import type { UnmadeTables } from './unmade-tables.ts';

function faultOf(error: unknown): StoreFault {
  if (error instanceof StoreFault) return error;
  if (isStaleShape(error)) return new StaleShape('a table has another shape than is known here', { cause: error });
  return new StoreFault('the database refused', { cause: error });
}

/** Writes of one plan that are on their way at the same time. */
const maxUnanswered = 256;

export class PlanSession implements Session {
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
      this.#fault ??= faultOf(error);
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

  /** Waits for all that was sent. */
  async settle(): Promise<void> {
    const sent = this.#unanswered;
    this.#unanswered = [];
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
