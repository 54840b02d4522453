/**
 * The mark in a tenant's file that all of its log has been followed. A commit activates the tenant in the schedule
 * first, then removes the mark in its own transaction: without the mark, the schedule has the tenant active.
 */
import { readHead } from './change-log.ts';
import type { Connection } from './connection.ts';
import { isBusy } from './errors.ts';

export function isResting(connection: Connection): boolean {
  return connection.row("SELECT 1 FROM _meta WHERE key = 'resting'") !== undefined;
}

/**
 * Ends the rest of the tenant, if it is at rest, inside a transaction that adds to the log, before it is committed.
 *
 * @param activate is durable when it returns
 */
export function leaveRest(connection: Connection, activate: () => void): void {
  if (!isResting(connection)) return;
  activate();
  connection.run("DELETE FROM _meta WHERE key = 'resting'");
}

/** @returns false where the log has grown beyond `head`, or another process writes just now */
export function markResting(connection: Connection, head: number): boolean {
  try {
    connection.run('BEGIN IMMEDIATE');
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
  try {
    if (readHead(connection) !== head) return false;
    connection.run("INSERT OR REPLACE INTO _meta VALUES ('resting', '')");
    connection.commit();
    return true;
  } finally {
    if (connection.isTransaction) connection.exec('ROLLBACK');
  }
}
