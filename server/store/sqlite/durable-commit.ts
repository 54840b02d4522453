/**
 * COMMIT, and what becomes of one that failed. SQLite appends a transaction's pages to the write-ahead log, its commit mark
 * with the last one, and flushes then. Where the flush fails, SQLite forgets the transaction, but the pages stand in the
 * file: after a crash the next start would find them and take them for committed, although the caller has read that
 * nothing was kept. (https://www.sqlite.org/walformat.html: a frame counts when its checksum, chained from the first frame on,
 * fits.)
 *
 * So a failed commit is overwritten before it is answered: the next transaction is written to the same place, and with its
 * first page the chain of the old ones is broken.
 */
import type { DatabaseSync } from 'node:sqlite';
import { isObject } from '#shared/base/json.ts';
import { CommitInDoubt } from '../contract.ts';

// https://www.sqlite.org/rescode.html
const fullCode = 13;
const writeFailedCode = 778;

/**
 * @throws CommitInDoubt where neither the transaction nor its replacement could be flushed; what SQLite threw where nothing
 *   of the transaction can come back
 */
export function commitDurably(db: DatabaseSync): void {
  try {
    db.exec('COMMIT');
  } catch (cause) {
    // A commit that waits for a lock, or breaks a constraint, is still open and can be rolled back.
    if (!db.isTransaction && !isIncomplete(cause)) overwriteFailed(db, cause);
    throw cause;
  }
}

/** The page with the commit mark is the last that SQLite writes: where a write failed, no complete one stands in the file. */
function isIncomplete(error: unknown): boolean {
  return isObject(error) && (error['errcode'] === fullCode || error['errcode'] === writeFailedCode);
}

function overwriteFailed(db: DatabaseSync, cause: unknown): void {
  try {
    const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    // Changes nothing, and writes a page all the same.
    db.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${version}; COMMIT;`);
  } catch (second) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw new CommitInDoubt('the disk failed during the commit, and whether it was kept cannot be known', {
      cause: new AggregateError([cause, second]),
    });
  }
}
