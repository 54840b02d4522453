/**
 * The one writer of a tenant: group commit. Plans that arrive in the same turn of the event loop run one after another
 * in one transaction, each under its own savepoint; one fsync makes them all durable, and only then do they resolve.
 * Nothing else writes to the file, except migrations, which wait here for their turn.
 */
import { type Result, refuse } from '#shared/base/result.ts';
import type { Clock } from '#shared/base/time.ts';
import { type CommitOptions, type Committed, type Plan, StoreFault } from '../contract.ts';
import { FairQueue } from '../fair-queue.ts';
import { readHead } from './change-log.ts';
import type { Connection } from './connection.ts';
import { isBusy } from './errors.ts';
import type { Tables } from './reader.ts';
import { indexWritten } from './search-index.ts';
import { type LogPosition, SqliteTransaction } from './transaction.ts';

/** Plans in one transaction, and how long a transaction goes on taking new ones. */
const maxBatchPlans = 256;
export const defaultBatchWorkMs = 10;
/** Plans waiting for their turn; more are refused as overloaded. */
const maxWaitingPlans = 20_000;
/** How long a saved cursor waits for a commit to ride along with before it costs an fsync of its own. */
const cursorDelayMs = 10;
/** How long a batch waits for another process (administration) to be done writing, and how often it asks. */
const lockWaitMs = 10_000;
const lockPollMs = 15;
/** The time a plan has, waiting included; all others wait for it. */
export const defaultPlanTimeoutMs = 5_000;

/** When the writer takes its turn; a simulation owns it. */
export interface WriterTurns {
  /** After everything that came in with this turn of the event loop. */
  soon(work: () => void): void;
  /** @returns the function that cancels it */
  after(delayMs: number, work: () => void): () => void;
}

export const realTurns: WriterTurns = {
  // After the poll phase: every request that came in with this turn has queued its plan by then.
  soon: (work) => {
    setImmediate(work);
  },
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
};

export interface WriterSetting {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly planTimeoutMs: number;
  readonly batchWorkMs: number;
  readonly turns: WriterTurns;
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

const saveCursorSql = 'INSERT OR REPLACE INTO _cursors VALUES (?, ?)';

export class Writer {
  readonly #connection: Connection;
  readonly #tables: Tables;
  readonly #setting: WriterSetting;
  readonly #queue = new FairQueue<Waiting>();
  readonly #cursors = new Map<string, number>();
  #cursorWaiters: Settlement[] = [];
  #cancelCursorTimer: (() => void) | null = null;
  /** Ends when everything that was begun has ended: batches and migrations stand in one line. */
  #line: Promise<unknown> = Promise.resolve();
  #scheduled = false;
  /** Set once the store takes no more writes. */
  #refusing: StoreFault | null = null;

  constructor(connection: Connection, tables: Tables, setting: WriterSetting) {
    this.#connection = connection;
    this.#tables = tables;
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
      this.#cancelCursorTimer ??= this.#setting.turns.after(cursorDelayMs, () => this.#schedule());
    });
  }

  /** Runs work that may use the connection on its own, between batches. */
  exclusive<T>(work: () => T | Promise<T>): Promise<T> {
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
    this.#setting.turns.soon(() => {
      this.#scheduled = false;
      void this.exclusive(() => this.#batch());
    });
  }

  async #batch(): Promise<void> {
    if (this.#queue.length === 0 && this.#cursors.size === 0) return;
    const settlements: Settlement[] = [];
    const position: LogPosition = { seq: 0, written: [] };
    let head = 0;
    try {
      await this.#begin();
      head = readHead(this.#connection);
      position.seq = head;
      this.#writeCursors(settlements);
      await this.#runPlans(position, settlements);
      indexWritten(this.#connection, position.written);
      this.#connection.run('COMMIT');
    } catch (cause) {
      this.#fail(settlements, cause);
      return;
    } finally {
      if (this.#queue.length > 0) this.#schedule();
    }
    for (const settlement of settlements) settlement.tell();
    if (position.seq > head) this.#setting.onCommit(position.seq);
  }

  /** Asks again and again instead of letting SQLite wait: it would stand still with the whole process. */
  async #begin(): Promise<void> {
    const until = performance.now() + lockWaitMs;
    for (;;) {
      try {
        this.#connection.run('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, lockPollMs));
    }
  }

  #writeCursors(settlements: Settlement[]): void {
    this.#cancelCursorTimer?.();
    this.#cancelCursorTimer = null;
    settlements.push(...this.#cursorWaiters);
    this.#cursorWaiters = [];
    const cursors = [...this.#cursors];
    this.#cursors.clear();
    for (const [name, seq] of cursors) this.#connection.run(saveCursorSql, name, seq);
  }

  async #runPlans(position: LogPosition, settlements: Settlement[]): Promise<void> {
    const until = performance.now() + this.#setting.batchWorkMs;
    for (let done = 0; done < maxBatchPlans && (done === 0 || performance.now() < until); done++) {
      const waiting = this.#queue.shift();
      if (waiting === undefined) return;
      let tell = () => {};
      settlements.push({ tell: () => tell(), reject: waiting.reject });
      const outcome = await this.#runPlan(waiting, position);
      tell = outcome.tell;
      // A full disk or a failed write makes SQLite give up the whole transaction, not the statement alone.
      if (!this.#connection.isTransaction)
        throw new Error('the database gave the transaction up', { cause: outcome.cause });
    }
  }

  async #runPlan(waiting: Waiting, position: LogPosition): Promise<{ tell: () => void; cause?: unknown }> {
    const { clock, newId } = this.#setting;
    const { actor, plan, resolve, reject, timeoutMs } = waiting;
    const tx = new SqliteTransaction(this.#connection, this.#tables, { actor, nowMs: clock(), newId, position });
    try {
      const result = await inTime(plan(tx), timeoutMs, actor);
      if (!result.ok) {
        tx.rollback('the plan refused');
        return { tell: () => resolve(result) };
      }
      tx.release();
      const committed = { value: result.value, seq: position.seq };
      return { tell: () => resolve({ ok: true, value: committed }) };
    } catch (error) {
      tx.rollback('the plan failed or took too long');
      return { tell: () => reject(error), cause: error };
    }
  }

  /** A batch that did not become durable: whatever its plans came to was decided on rows that are not there. */
  #fail(settlements: readonly Settlement[], cause: unknown): void {
    const fault = new StoreFault('the commit failed, nothing of it was kept', { cause });
    try {
      if (this.#connection.isTransaction) this.#connection.run('ROLLBACK');
    } catch (error) {
      this.#refusing = new StoreFault('the store takes no more writes until it is opened again', { cause: error });
    }
    for (const settlement of settlements) settlement.reject(fault);
    // Where no transaction could be begun at all, those behind would wait for the same fault.
    const hopeless = settlements.length === 0 || this.#refusing !== null;
    if (!hopeless) return;
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
