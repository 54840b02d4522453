/**
 * The writer of a tenant in this process: group commit. Plans that arrive in the same turn of the event loop run one
 * after another in one transaction, each under a savepoint; one flush makes them all durable, and only then do they
 * resolve. Writers of other processes take turns with it by the lock on the tenant's head.
 */
import type pg from 'pg';
import { type Result, refuse } from '#shared/base/result.ts';
import type { Clock } from '#shared/base/time.ts';
import { type CommitOptions, type Committed, type Plan, StoreFault } from '../contract.ts';
import { FairQueue } from '../fair-queue.ts';
import { Batch } from './batch.ts';
import { isLost, isTooLate } from './errors.ts';
import type { ReaderParts } from './reader.ts';
import { storedText } from './stored-text.ts';
import { PostgresTransaction } from './transaction.ts';

/** Plans in one transaction: with more savepoints than this, every reader has to look up whose child each one was. */
const maxBatchPlans = 64;
export const defaultBatchWorkMs = 10;
/** Plans waiting for their turn; more are refused as overloaded. */
const maxWaitingPlans = 20_000;
/** How long a saved cursor waits for a commit to ride along with before it costs a flush of its own. */
const cursorDelayMs = 10;
/** How long a batch goes on trying to begin while the database is away, and how often. */
const beginPatienceMs = 20_000;
const beginPollMs = 100;
/** The time a plan has, waiting included; all others wait for it. A thousand rows are a thousand ways to the database. */
export const defaultPlanTimeoutMs = 20_000;

export interface WriterSetting {
  readonly pool: pg.Pool;
  readonly schema: string;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly planTimeoutMs: number;
  readonly batchWorkMs: number;
  readonly outcomePatienceMs: number;
  readonly onCommit: (head: number) => void;
}

interface Waiting {
  readonly actor: string;
  readonly plan: Plan<unknown>;
  readonly timeoutMs: number;
  readonly resolve: (result: Result<Committed<unknown>>) => void;
  readonly reject: (error: unknown) => void;
}

/** What a plan came to, to be told once the batch is durable; `reject` serves when it does not become so. */
interface Settlement {
  readonly tell: () => void;
  readonly reject: (error: unknown) => void;
}

export class Writer {
  readonly #parts: ReaderParts;
  readonly #setting: WriterSetting;
  readonly #queue = new FairQueue<Waiting>();
  readonly #cursors = new Map<string, number>();
  #cursorWaiters: Settlement[] = [];
  #cursorTimer: NodeJS.Timeout | null = null;
  /** Ends when everything that was begun has ended: batches and migrations stand in one line. */
  #line: Promise<unknown> = Promise.resolve();
  #scheduled = false;
  /** Set once the store takes no more writes. */
  #refusing: StoreFault | null = null;

  constructor(parts: ReaderParts, setting: WriterSetting) {
    this.#parts = parts;
    this.#setting = setting;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  commit<T>(actor: string, plan: Plan<T>, { planTimeoutMs }: CommitOptions = {}): Promise<Result<Committed<T>>> {
    if (this.#refusing !== null) return Promise.reject(this.#refusing);
    if (this.#queue.length >= maxWaitingPlans) {
      return Promise.resolve(
        refuse({ code: 'overloaded', message: 'Too many writes are waiting. Try again in a second.' }),
      );
    }
    return new Promise((resolve, reject) => {
      this.#queue.push(actor, {
        actor,
        plan,
        timeoutMs: planTimeoutMs ?? this.#setting.planTimeoutMs,
        resolve: resolve as Waiting['resolve'],
        reject,
      });
      this.#schedule();
    });
  }

  saveCursor(name: string, seq: number): Promise<void> {
    if (this.#refusing !== null) return Promise.reject(this.#refusing);
    return new Promise((resolve, reject) => {
      this.#cursors.set(name, seq);
      this.#cursorWaiters.push({ tell: resolve, reject });
      this.#cursorTimer ??= setTimeout(() => this.#schedule(), cursorDelayMs);
    });
  }

  /** Runs work between batches. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#line.then(work);
    this.#line = done.catch(() => {});
    return done;
  }

  /** Takes nothing new, finishes what was taken. */
  async close(): Promise<void> {
    this.#refusing ??= new StoreFault('the store is closed');
    while (this.#queue.length > 0 || this.#cursors.size > 0) await this.exclusive(() => this.#batch());
    await this.#line;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // After the poll phase: every request that came in with this turn has queued its plan by then.
    setImmediate(() => {
      this.#scheduled = false;
      void this.exclusive(() => this.#batch());
    });
  }

  async #batch(): Promise<void> {
    if (this.#queue.length === 0 && this.#cursors.size === 0) return;
    const settlements: Settlement[] = [];
    let batch: Batch | null = null;
    try {
      batch = await this.#begin();
      await this.#writeCursors(batch, settlements);
      await this.#runPlans(batch, settlements);
      await batch.commit(() => this.#setting.pool.connect(), this.#setting.outcomePatienceMs);
    } catch (cause) {
      batch?.end(false);
      this.#fail(settlements, cause);
      return;
    } finally {
      if (this.#queue.length > 0) this.#schedule();
    }
    batch.end(true);
    for (const settlement of settlements) settlement.tell();
    if (batch.changed) this.#setting.onCommit(batch.seq);
  }

  /** While the database restarts, or another process's writer has the turn, plans wait instead of failing. */
  async #begin(): Promise<Batch> {
    const until = performance.now() + beginPatienceMs;
    for (;;) {
      let client: pg.PoolClient | null = null;
      try {
        client = await this.#setting.pool.connect();
        return await Batch.begin(client, this.#setting.schema);
      } catch (error) {
        client?.release(true);
        if (!(isLost(error) || isTooLate(error)) || performance.now() > until) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, beginPollMs));
    }
  }

  async #writeCursors(batch: Batch, settlements: Settlement[]): Promise<void> {
    if (this.#cursorTimer !== null) clearTimeout(this.#cursorTimer);
    this.#cursorTimer = null;
    settlements.push(...this.#cursorWaiters);
    this.#cursorWaiters = [];
    const cursors = [...this.#cursors];
    this.#cursors.clear();
    if (cursors.length === 0) return;
    await batch.rows({
      text: `INSERT INTO ${this.#setting.schema}._cursors SELECT * FROM unnest($1::text[], $2::bigint[])
        ON CONFLICT (name) DO UPDATE SET seq = excluded.seq`,
      values: [cursors.map(([name]) => storedText(name)), cursors.map(([, seq]) => seq)],
    });
  }

  async #runPlans(batch: Batch, settlements: Settlement[]): Promise<void> {
    const until = performance.now() + this.#setting.batchWorkMs;
    for (let done = 0; done < maxBatchPlans && (done === 0 || performance.now() < until); done++) {
      const waiting = this.#queue.shift();
      if (waiting === undefined) return;
      let tell = () => {};
      settlements.push({ tell: () => tell(), reject: waiting.reject });
      tell = await this.#runPlan(waiting, batch);
    }
  }

  /** Throws where the connection is gone, and with it the whole batch. */
  async #runPlan({ actor, plan, resolve, reject, timeoutMs }: Waiting, batch: Batch): Promise<() => void> {
    const { clock, newId, schema } = this.#setting;
    const tx = new PostgresTransaction(batch, this.#parts, { actor, nowMs: clock(), newId, schema });
    try {
      const result = await inTime(plan(tx), timeoutMs, actor);
      if (!result.ok) {
        await tx.rollback('the plan refused');
        return () => resolve(result);
      }
      await inTime(tx.settle(), timeoutMs, actor);
      tx.release();
      const committed = { value: result.value, seq: batch.seq };
      return () => resolve({ ok: true, value: committed });
    } catch (error) {
      await tx.rollback('the plan failed or took too long');
      return () => reject(error);
    }
  }

  /** A batch that did not become durable: whatever its plans came to was decided on rows that are not there. */
  #fail(settlements: readonly Settlement[], cause: unknown): void {
    const fault =
      cause instanceof StoreFault ? cause : new StoreFault('the commit failed, nothing of it was kept', { cause });
    for (const settlement of settlements) settlement.reject(fault);
    // Where no transaction could be begun at all, those behind would wait for the same fault.
    if (settlements.length > 0) return;
    for (const waiting of this.#queue.takeAll()) waiting.reject(fault);
    for (const waiter of this.#cursorWaiters.splice(0)) waiter.reject(fault);
    this.#cursors.clear();
  }
}

/** The plan's own work cannot be stopped; its transaction is closed behind it, so that it can do no harm. */
function inTime<T>(work: Promise<T>, timeoutMs: number, actor: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(
        new Error(
          `a plan of ${actor} did not finish within ${timeoutMs} ms: does it wait for anything but its transaction?`,
        ),
      );
    }, timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
