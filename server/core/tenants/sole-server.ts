/**
 * One server a data folder, where the data are files: two would run every follower twice (two mails, two badges). Held
 * by a lock of SQLite's on a file of its own, which the operating system releases however the process ends.
 * Of the administration, only a restore asks for it: the other commands may work beside a running server.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A server that is just stopping may need a moment. */
const waitMs = 3_000;
// https://www.sqlite.org/rescode.html#busy
const busyCode = 5;

export class FolderInUse extends Error {}

/** @returns the release; throws FolderInUse where another server holds it */
export function holdDataFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const lock = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: waitMs });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    if (cause instanceof Error && 'errcode' in cause && cause.errcode === busyCode)
      throw new FolderInUse(`Another Gatehouse server uses ${dataDir}. Stop it first, or set a different DATA_DIR.`, {
        cause,
      });
    throw cause;
  }
  return () => lock.close();
}
