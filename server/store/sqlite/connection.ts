/**
 * One connection to a tenant's file: pragmas, and a bounded cache of prepared statements by their SQL text.
 * Rows come as arrays. Everything here is synchronous, as node:sqlite is.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { registerFunctions } from './compile-functions.ts';
import { commitDurably } from './durable-commit.ts';
import type { Row } from './table.ts';

/** Maximum of prepared statements held per connection; the least recently used goes first. */
const maxStatements = 300;
/** Number of statements from which on the order of their use is kept. */
const manyStatements = 200;
/** Time for which SQLite blocks while another process holds the write lock, in ms: at opening and for migrations. */
export const busyTimeoutMs = 5_000;

const reads = /^(SELECT|PRAGMA)/;

export class Connection {
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** @param mode `scratch`: nothing of it is kept, so that nothing is flushed */
  constructor(path: string, mode: 'write' | 'read' | 'scratch') {
    this.db = new DatabaseSync(path, {
      readOnly: mode === 'read',
      enableForeignKeyConstraints: false,
      timeout: busyTimeoutMs,
    });
    try {
      if (mode === 'write') this.#prepareForWriting(path);
      this.db.exec('PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8000;');
      registerFunctions(this.db);
    } catch (cause) {
      this.db.close();
      throw cause;
    }
  }

  #prepareForWriting(path: string): void {
    const mode = this.db.prepare('PRAGMA journal_mode = WAL').get()?.['journal_mode'];
    if (mode !== 'wal') throw new Error(`${path}: the file system does not allow a write-ahead log (${String(mode)})`);
    // FULL: the log is flushed before a commit returns. NORMAL loses acknowledged commits when the power goes.
    this.db.exec('PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864;');
  }

  get isTransaction(): boolean {
    return this.db.isTransaction;
  }

  prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement !== undefined) {
      // The order of use matters only once statements may have to be dropped.
      if (this.#statements.size < manyStatements) return statement;
      this.#statements.delete(sql);
    } else {
      statement = this.db.prepare(sql, { returnArrays: true });
      // A write returns the last rowid, and that of a full-text table may be larger than a number of JavaScript can be.
      if (!reads.test(sql)) statement.setReadBigInts(true);
      if (this.#statements.size >= maxStatements) {
        const oldest = this.#statements.keys().next();
        if (!oldest.done) this.#statements.delete(oldest.value);
      }
    }
    this.#statements.set(sql, statement);
    return statement;
  }

  /** The first row, or undefined. */
  row(sql: string, ...parameters: readonly SQLInputValue[]): Row | undefined {
    return this.prepare(sql).get(...parameters) as unknown as Row | undefined;
  }

  rows(sql: string, parameters: readonly SQLInputValue[] = []): Row[] {
    return this.prepare(sql).all(...parameters) as unknown as Row[];
  }

  run(sql: string, ...parameters: readonly SQLInputValue[]): void {
    this.prepare(sql).run(...parameters);
  }

  exec(sql: string): void {
    this.db.exec(sql);
  }

  /** Ends the transaction; after it returned, it survives a crash. Every transaction that writes records ends here. */
  commit(): void {
    commitDurably(this.db);
  }

  /** @param timeoutMs how long a statement blocks for another process's lock before it fails as busy */
  waitForLocks(timeoutMs: number): void {
    this.db.exec(`PRAGMA busy_timeout = ${timeoutMs}`);
  }

  /** Forgets the statements that were compiled before the schema changed. */
  forget(): void {
    this.#statements.clear();
  }

  close(): void {
    this.#statements.clear();
    if (this.db.isOpen) this.db.close();
  }
}
