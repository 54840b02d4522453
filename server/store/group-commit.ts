/**
 * The writer of a tenant in this process: group commit. Plans that arrive in the same turn of the event loop run one
 * after another in one transaction, each undone alone where it refuses; one flush makes them all durable, and only then
 * do they resolve. What a transaction is, each store says in its writer.ts; migrations wait here for their turn.
 */
import { type Result, refuse } from '#shared/base/result.ts';
import { type CommitOptions, type Committed, type Plan, StoreFault, type Transaction } from './contract.ts';
import { FairQueue } from './fair-queue.ts';

export const defaultBatchWorkMs = 10;
/** Maximum number of plans waiting for their turn; more are refused as overloaded. */
const maxWaitingPlans = 20_000;
/** Time for which a saved cursor waits to ride along with a commit before it costs a flush of its own, in ms. */
const cursorDelayMs = 10;

/** Timing of the writer's turns; a simulation replaces it. */
export interface WriterTurns {
  /** Runs work after everything that came in with this turn of the event loop. */
  soon(work: () => void): void;
  /** @returns the function that cancels it */
  after(delayMs: number, work: () => void): () => void;
}

export const realTurns: WriterTurns = {
  // This runs after the poll phase: every request that came in with this turn has queued its plan by then.
  soon: (work) => {
    setImmediate(work);
  },
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
};

export interface GroupSetting {
  /** The time in milliseconds that a plan may run, from its start: all others wait for it. */
  readonly planTimeoutMs: number;
  /** Time for which a batch goes on taking plans, in ms, and maximum number of plans that it takes. */
  readonly batchWorkMs: number;
  readonly maxBatchPlans: number;
  readonly turns: WriterTurns;
  /** Called after each batch that changed something: wakes followers (attached-tenant.ts) and tails (log-tail.ts). */
  readonly onCommit: (head: number) => void;
}

/** A plan whose work stays in the batch: read when the batch is durable, because some may fall out until then. */
export interface KeptPlan {
  /** Number at which the log ends with it. */
  readonly seq: number;
  /** Nothing of it was kept. */
  readonly fault: StoreFault | null;
}

/** The part of a batch that one plan sees. */
export interface PlanTransaction extends Transaction {
  /** Resolves when everything that the plan asked for has been done. */
  settle(): Promise<void> | void;
  /** Keeps the plan's work in the batch. */
  release(): KeptPlan;
  /** Undoes the plan's work; nothing can be done in this transaction any more. */
  rollback(why: string): Promise<void> | void;
}

export interface PlanBatch {
  /** The last number of the log that was given. */
  readonly seq: number;
  /** Whether the log grew. */
  readonly changed: boolean;
  saveCursors(cursors: ReadonlyMap<string, number>): Promise<void> | void;
  startPlan(actor: string): PlanTransaction;
  /** @param cause what the plan failed with, if it did. @throws where the database gave up the whole batch with it */
  endPlan(cause: unknown): void;
  commit(): Promise<void> | void;
  /** @param isKept whether it was committed. @returns what is wrong with the store where it takes no more writes */
  end(isKept: boolean): StoreFault | null;
}

interface Waiting {
  readonly actor: string;
  readonly plan: Plan<unknown>;
  readonly timeoutMs: number;
  readonly resolve: (result: Result<Committed<unknown>>) => void;
  readonly reject: (error: unknown) => void;
}

/** The result of a plan, returned once the batch is durable; `reject` is called when the batch fails. */
interface Settlement {
  readonly tell: () => void;
  readonly reject: (error: unknown) => void;
}

export abstract class GroupCommit {
  readonly #setting: GroupSetting;
  readonly #queue = new FairQueue<Waiting>();
  #cursors = new Map<string, number>();
  #cursorWaiters: Settlement[] = [];
  #cancelCursorTimer: (() => void) | null = null;
  /** Ends when everything that was begun has ended: batches and migrations stand in one line. */
  #line: Promise<unknown> = Promise.resolve();
  #scheduled = false;
  /** Set once the store takes no more writes. */
  #refusing: StoreFault | null = null;

  constructor(setting: GroupSetting) {
    this.#setting = setting;
  }

  /** Waits for other writers, for as long as the store allows. */
  protected abstract begin(): Promise<PlanBatch>;

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
      this.#cancelCursorTimer ??= this.#setting.turns.after(cursorDelayMs, () => {
        this.#cancelCursorTimer = null;
        this.#schedule();
      });
    });
  }

  /** Runs work that may use the store's connections on its own, between batches. */
  exclusive<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#inLine(async () => {
      try {
        return await work();
      } finally {
        this.afterOtherWork();
      }
    });
  }

  /** Called after work other than plans: the writer's knowledge of the tables may be out of date. */
  protected afterOtherWork(): void {}

  #inLine<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.#line.then(work);
    this.#line = done.catch(() => {});
    return done;
  }

  /** Takes nothing new, finishes what was taken. */
  async close(): Promise<void> {
    this.#refusing ??= new StoreFault('the store is closed');
    while (this.#queue.length > 0 || this.#cursors.size > 0) await this.#inLine(() => this.#batch());
    await this.#line;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#setting.turns.soon(() => {
      this.#scheduled = false;
      void this.#inLine(() => this.#batch());
    });
  }

  async #batch(): Promise<void> {
    if (this.#queue.length === 0 && this.#cursors.size === 0) return;
    const settlements: Settlement[] = [];
    let batch: PlanBatch | null = null;
    try {
      batch = await this.begin();
      await this.#saveCursors(batch, settlements);
      await this.#runPlans(batch, settlements);
      await batch.commit();
    } catch (cause) {
      this.#refusing ??= batch?.end(false) ?? null;
      this.#fail(settlements, cause);
      return;
    } finally {
      if (this.#queue.length > 0) this.#schedule();
    }
    batch.end(true);
    for (const settlement of settlements) settlement.tell();
    if (batch.changed) this.#setting.onCommit(batch.seq);
  }

  async #saveCursors(batch: PlanBatch, settlements: Settlement[]): Promise<void> {
    this.#cancelCursorTimer?.();
    this.#cancelCursorTimer = null;
    settlements.push(...this.#cursorWaiters);
    this.#cursorWaiters = [];
    const cursors = this.#cursors;
    this.#cursors = new Map();
    if (cursors.size > 0) await batch.saveCursors(cursors);
  }

  async #runPlans(batch: PlanBatch, settlements: Settlement[]): Promise<void> {
    const { batchWorkMs, maxBatchPlans } = this.#setting;
    const until = performance.now() + batchWorkMs;
    for (let done = 0; done < maxBatchPlans && (done === 0 || performance.now() < until); done++) {
      const waiting = this.#queue.shift();
      if (waiting === undefined) return;
      let tell = () => {};
      settlements.push({ tell: () => tell(), reject: waiting.reject });
      tell = await runPlan(waiting, batch);
    }
  }

  /** The batch did not become durable: its plans decided on rows that do not exist. */
  #fail(settlements: readonly Settlement[], cause: unknown): void {
    const fault =
      cause instanceof StoreFault ? cause : new StoreFault('the commit failed, nothing of it was kept', { cause });
    for (const settlement of settlements) settlement.reject(fault);
    // If no transaction could be begun, the waiting plans would fail in the same way.
    const hopeless = settlements.length === 0 || this.#refusing !== null;
    if (!hopeless) return;
    for (const waiting of this.#queue.takeAll()) waiting.reject(fault);
    for (const waiter of this.#cursorWaiters.splice(0)) waiter.reject(fault);
    this.#cursors.clear();
  }
}

/** @returns a function that passes the plan's result to its caller. Throws where the whole batch is lost with the plan */
async function runPlan({ actor, plan, resolve, reject, timeoutMs }: Waiting, batch: PlanBatch): Promise<() => void> {
  const tx = batch.startPlan(actor);
  let tell: () => void;
  let cause: unknown;
  try {
    const result = await inTime(plan(tx), timeoutMs, actor);
    if (result.ok) {
      const settling = tx.settle();
      if (settling) await inTime(settling, timeoutMs, actor);
      const kept = tx.release();
      const { value } = result;
      tell = () => (kept.fault ? reject(kept.fault) : resolve({ ok: true, value: { value, seq: kept.seq } }));
    } else {
      await tx.rollback('the plan refused');
      tell = () => resolve(result);
    }
  } catch (error) {
    await tx.rollback('the plan failed or took too long');
    tell = () => reject(error);
    cause = error;
  }
  batch.endPlan(cause);
  return tell;
}

/** The plan's own work cannot be stopped; its transaction is closed, so that it can write nothing. */
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
