/**
 * A tenant's file from outside its store: copied while it is written to, looked over, given a new log identity. For
 * backups; a running server goes on meanwhile.
 */
import { backup, DatabaseSync } from 'node:sqlite';

/** Pages copied between two looks at the event loop. */
const pagesAtOnce = 2_000;
const busyTimeoutMs = 10_000;

export interface FileState {
  readonly logId: string;
  readonly head: number;
}

/**
 * A whole copy as of one moment: a read transaction keeps the others' commits out of it.
 * @param to is not there yet
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: busyTimeoutMs });
  try {
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_master').get();
    await backup(source, to, { rate: pagesAtOnce });
  } finally {
    source.close();
  }
}

/**
 * Reads all of it.
 * @returns null where it is no tenant's database
 * @throws where SQLite finds it damaged, with what it found
 */
export function inspectDatabase(path: string): FileState | null {
  const db = new DatabaseSync(path, { readOnly: true, timeout: busyTimeoutMs });
  try {
    const [found] = db.prepare('PRAGMA integrity_check(1)').all();
    if (found?.['integrity_check'] !== 'ok') throw new Error(String(found?.['integrity_check']));
    const known = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_changes'").get();
    if (!known) return null;
    const logId = db.prepare("SELECT value FROM _meta WHERE key = 'logId'").get()?.['value'];
    const head = db.prepare('SELECT max(seq) AS head FROM _changes').get()?.['head'];
    return { logId: String(logId), head: Number(head ?? 0) };
  } finally {
    db.close();
  }
}

/** Gives the log a new id after a restore, so that replicas that know later changes begin again. Durable on return. */
export function renewLog(path: string, newId: () => string): void {
  const db = new DatabaseSync(path, { timeout: busyTimeoutMs });
  try {
    db.exec('PRAGMA synchronous = FULL');
    db.prepare("UPDATE _meta SET value = ? WHERE key = 'logId'").run(newId());
    // Nothing is left beside the file: it is moved into its place alone.
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}
