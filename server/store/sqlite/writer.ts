/**
 * The one writer of a tenant, as `group-commit.ts` has it: a batch is a transaction, and one fsync makes it durable.
 * Nothing else in this process writes to the file, except work that waits here for its turn (`exclusive`), such as migrations.
 */
import type { Clock } from '#shared/base/time.ts';
import { GroupCommit, type GroupSetting } from '../group-commit.ts';
import { Batch, type BatchParts, undo } from './batch.ts';
import type { Connection } from './connection.ts';
import { isBusy } from './errors.ts';
import type { Tables } from './reader.ts';

const maxBatchPlans = 256;
export const defaultPlanTimeoutMs = 5_000;
/** Time for which a batch waits until another process (administration) has written, and pause between two attempts, in ms. */
const lockWaitMs = 10_000;
const lockPollMs = 15;

export interface WriterSetting extends Omit<GroupSetting, 'maxBatchPlans'> {
  readonly clock: Clock;
  readonly newId: () => string;
  /** Durable when it returns: the tenant is active in the schedule. */
  readonly activate: () => void;
}

export class Writer extends GroupCommit {
  readonly #parts: BatchParts;

  constructor(connection: Connection, tables: Tables, setting: WriterSetting) {
    super({ ...setting, maxBatchPlans });
    const { activate, clock, newId } = setting;
    this.#parts = { connection, tables, clock, newId, activate };
  }

  /** Asks again and again instead of letting SQLite wait: it would stand still with the whole process. */
  protected override async begin(): Promise<Batch> {
    const { connection } = this.#parts;
    const until = performance.now() + lockWaitMs;
    for (;;) {
      try {
        connection.run('BEGIN IMMEDIATE');
        return new Batch(this.#parts);
      } catch (error) {
        const fault = undo(connection);
        if (fault) throw fault;
        if (!isBusy(error) || performance.now() > until) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, lockPollMs));
    }
  }
}
