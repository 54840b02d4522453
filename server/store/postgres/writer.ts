/**
 * The writer of a tenant in this process, as `group-commit.ts` has it. Writers of other processes take turns with it by
 * the lock on the tenant's head.
 */
import type pg from 'pg';
import type { Clock } from '#shared/base/time.ts';
import { GroupCommit, type GroupSetting, type PlanBatch, realTurns } from '../group-commit.ts';
import { Batch } from './batch.ts';
import { type Connections, hasAnswered, waitsForRestart } from './connection.ts';
import { isLost, isTooLate } from './errors.ts';
import type { OutcomeSetting } from './outcome.ts';
import type { ReaderParts } from './reader.ts';
import { PostgresTransaction } from './transaction.ts';
import { ReadsBetweenBatches } from './writer-reads.ts';

/** Maximum of plans in a batch: with more savepoints, every reader has to look up the parent of each one. */
const maxBatchPlans = 64;
/**
 * Time for which a batch goes on taking plans that wait, in ms. A plan takes some 10 ms here, most of it on the way: in less
 * time each would be a batch of its own, with its own flush, its own message to the other processes, and its own look of all
 * followers (README.md).
 */
export const defaultBatchWorkMs = 50;
/** Time for which a batch waits for the writers of other processes, and interval between two attempts, in ms. */
const turnPatienceMs = 20_000;
const beginPollMs = 100;
/** Long, because a plan that changes a thousand rows may make a thousand round trips to the database. */
export const defaultPlanTimeoutMs = 20_000;

export interface WriterSetting extends Omit<GroupSetting, 'maxBatchPlans' | 'turns'> {
  readonly pool: Connections;
  readonly schema: string;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly outcome: OutcomeSetting;
  /** Durable when it resolves: the tenant is active in the schedule. */
  readonly activate: () => Promise<void>;
}

export class Writer extends GroupCommit {
  readonly #parts: ReaderParts;
  readonly #setting: WriterSetting;
  readonly #reads = new ReadsBetweenBatches();

  constructor(parts: ReaderParts, setting: WriterSetting) {
    super({ ...setting, maxBatchPlans, turns: realTurns });
    this.#parts = parts;
    this.#setting = setting;
  }

  /** While the database restarts, or another process's writer has the turn, plans wait instead of failing. */
  protected override async begin(): Promise<PlanBatch> {
    const until = performance.now() + turnPatienceMs;
    for (;;) {
      let client: pg.PoolClient | null = null;
      try {
        client = await this.#setting.pool.connect();
        const batch = await Batch.begin({ ...this.#setting, client, readsAt: (head) => this.#reads.take(head) });
        hasAnswered(this.#setting.pool, this);
        return this.#planBatch(batch);
      } catch (error) {
        client?.release(true);
        const waits = isLost(error)
          ? waitsForRestart(this.#setting.pool, this)
          : isTooLate(error) && performance.now() < until;
        if (!waits) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, beginPollMs));
    }
  }

  protected override afterOtherWork(): void {
    this.#reads.drop();
  }

  #planBatch(batch: Batch): PlanBatch {
    const { clock, newId, outcome, schema } = this.#setting;
    const reads = this.#reads;
    return {
      get seq() {
        return batch.seq;
      },
      get changed() {
        return batch.changed;
      },
      saveCursors: (cursors) => batch.saveCursors(cursors),
      startPlan: (actor) => new PostgresTransaction(batch, this.#parts, { actor, nowMs: clock(), newId, schema }),
      // If the connection is gone, the plan's rollback fails with the reason.
      endPlan() {},
      commit: () => batch.commit(outcome),
      end(isKept) {
        batch.end(isKept);
        if (isKept) reads.keep(batch.reads, batch.seq);
        return null;
      },
    };
  }
}
