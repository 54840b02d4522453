/**
 * Counts what a statement looks at while it runs: `gh_step(weight)` stands first among its conditions and is asked of
 * every row. Past its bound the statement is given up. The one way to end a statement of node:sqlite from within.
 */
import { channel } from 'node:diagnostics_channel';
import type { DatabaseSync } from 'node:sqlite';

/** Never seen outside: `StepGuard.run` answers null instead. */
class TooManySteps extends Error {}

/** Number of rows between two looks at the clocks. */
const rowsPerLook = 16;

const cpuMs = () => {
  const { system, user } = process.threadCpuUsage();
  return (system + user) / 1_000;
};

export interface StepBound {
  /** Steps of 100 ns, about (shared/query/cost.ts). */
  readonly steps: number;
  /**
   * A limit besides the steps, because rows may be large. For the first half any clock will do; of the second half only
   * what the thread has computed counts, because on a busy machine it may stand still in the middle of a short read.
   */
  readonly ms: number;
}

/** Effort of a statement on the main thread; for tests and diagnosis. */
export interface QuickRead {
  readonly steps: number;
  readonly rows: number;
  readonly wasGivenUp: boolean;
}

export const quickReads = channel('gatehouse:quick-read');

export class StepGuard {
  #bound: StepBound = { steps: 0, ms: 0 };
  #each = 0;
  #startMs = 0;
  /** CPU time of the thread when the first half of the time limit was over, in ms. */
  #halfCpuMs: number | null = null;
  #steps = 0;
  #rows = 0;

  constructor(db: DatabaseSync) {
    db.function('gh_step', { varargs: true }, (bytes) => this.#step(bytes));
  }

  /**
   * @param each steps for each row, beside those that its statement gives `gh_step`
   * @returns what `read` gives; null where it was too much
   */
  run<T>(bound: StepBound, each: number, read: () => T): T | null {
    this.#bound = bound;
    this.#each = each;
    this.#steps = 0;
    this.#rows = 0;
    this.#startMs = performance.now();
    this.#halfCpuMs = null;
    let wasGivenUp = false;
    try {
      return read();
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
      wasGivenUp = true;
      return null;
    } finally {
      if (quickReads.hasSubscribers)
        quickReads.publish({ steps: this.#steps, rows: this.#rows, wasGivenUp } satisfies QuickRead);
    }
  }

  #isLate(): boolean {
    const halfMs = this.#bound.ms / 2;
    if (this.#halfCpuMs !== null) return cpuMs() - this.#halfCpuMs > halfMs;
    if (performance.now() - this.#startMs > halfMs) this.#halfCpuMs = cpuMs();
    return false;
  }

  #step(bytes: unknown): number {
    this.#rows += 1;
    this.#steps += this.#each + (typeof bytes === 'number' ? bytes : 0);
    const late = this.#rows % rowsPerLook === 0 && this.#isLate();
    if (late || this.#steps > this.#bound.steps) throw new TooManySteps('too many steps');
    return 1;
  }
}
