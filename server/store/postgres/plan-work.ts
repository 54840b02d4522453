/**
 * The work of one plan of a batch: its changes for the log, and new rows that need no query of their own. Such rows wait
 * until something names their table, or the batch ends; then those of all plans are inserted together (batch.ts).
 */
import type { Bound } from '../compile/sql.ts';
import type { Change, StoreFault } from '../contract.ts';
import type { KeptPlan } from '../group-commit.ts';
import type { WaitingRow } from './insert-records.ts';
import type { Table } from './table.ts';

/** Its number is given when it is written: a plan before it may still fall out. */
export type UnnumberedChange = Omit<Change, 'seq'>;

export class PlanWork implements KeptPlan {
  changes: UnnumberedChange[] = [];
  /** Collections that it wrote to. */
  readonly touched = new Set<string>();
  /** It changed something in the database: that is undone with the plan, so its rows are inserted before it ends. */
  hasWritten = false;
  /** Its rows were refused after it had ended. */
  fault: StoreFault | null = null;
  /** Number at which the log ends with it; known when the batch is written. */
  seq = 0;
  #rows: WaitingRow[] = [];

  get rowCount(): number {
    return this.#rows.length;
  }

  add(table: Table, values: readonly Bound[]): void {
    this.#rows.push({ table, values });
  }

  takeRows(): readonly WaitingRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  /** @param text of a statement. @returns whether rows wait for a table that it names */
  isNamedIn(text: string): boolean {
    return this.#rows.some(({ table }) => text.includes(table.place));
  }

  /** Forgets what it did. */
  drop(): void {
    this.changes = [];
    this.#rows = [];
  }
}
