/** One transaction of the writer: plans one after another, each under its own savepoint, and their changes in the log. */
import type { Clock } from '#shared/base/time.ts';
import { StoreFault } from '../contract.ts';
import type { PlanBatch } from '../group-commit.ts';
import { readHead } from './change-log.ts';
import type { Connection } from './connection.ts';
import type { Tables } from './reader.ts';
import { leaveRest } from './resting.ts';
import { indexWritten } from './search-index.ts';
import { type LogPosition, SqliteTransaction } from './transaction.ts';

const saveCursorSql = 'INSERT OR REPLACE INTO _cursors VALUES (?, ?)';

export interface BatchParts {
  readonly connection: Connection;
  readonly tables: Tables;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly activate: () => void;
}

export class Batch implements PlanBatch {
  readonly #parts: BatchParts;
  readonly #head: number;
  readonly #position: LogPosition;

  /** @param parts with a connection that has begun a transaction */
  constructor(parts: BatchParts) {
    this.#parts = parts;
    this.#head = readHead(parts.connection);
    this.#position = { seq: this.#head, written: [] };
  }

  get seq(): number {
    return this.#position.seq;
  }

  get changed(): boolean {
    return this.seq > this.#head;
  }

  saveCursors(cursors: ReadonlyMap<string, number>): void {
    for (const [name, seq] of cursors) this.#parts.connection.run(saveCursorSql, name, seq);
  }

  startPlan(actor: string): SqliteTransaction {
    const { clock, connection, newId, tables } = this.#parts;
    return new SqliteTransaction(connection, tables, { actor, nowMs: clock(), newId, position: this.#position });
  }

  /** A full disk or a failed write makes SQLite give up the whole transaction, not the statement alone. */
  endPlan(cause: unknown): void {
    if (!this.#parts.connection.isTransaction) throw new Error('the database aborted the transaction', { cause });
  }

  commit(): void {
    const { activate, connection } = this.#parts;
    indexWritten(connection, this.#position.written);
    if (this.changed) leaveRest(connection, activate);
    connection.commit();
  }

  end(isKept: boolean): StoreFault | null {
    return isKept ? null : undo(this.#parts.connection);
  }
}

/** Rolls the open transaction back. @returns the fault where even that cannot be done; null: it is done, or none was open */
export function undo(connection: Connection): StoreFault | null {
  try {
    if (connection.isTransaction) connection.run('ROLLBACK');
    return null;
  } catch (cause) {
    return new StoreFault('the store accepts no more writes until it is opened again', { cause });
  }
}
