/** Sorts the files of the data folder by how a backup takes them: as they are, as a database, or not at all. */
import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';

export interface DataFiles {
  /** Paths relative to the data folder, with `/`. */
  readonly databases: readonly string[];
  readonly plain: readonly string[];
  /** Neither files nor folders: links lead out of the folder, and what they lead to is not ours to take. */
  readonly skipped: readonly string[];
}

/** Files and folders that are held while a server runs, made by a restore, or unfinished. */
const passing = [
  /^server\.lock/,
  /^replaced-/,
  /^restoring-/,
  /^restore-unfinished$/,
  /\.part$/,
  /\.part\.db$/,
  /^files\/parts\//,
  // The schedule of the tenants that have to be followed: after a restore all of them are, once.
  /^tenants\/schedule\.sqlite/,
];
/** Files that belong to a database and are worth nothing without it. */
const beside = /\.db-(?:wal|shm|journal)$/;

/** Whether a backup leaves out the file at this path, relative to the data folder; a restore leaves such files alone. */
export function isPassing(path: string): boolean {
  return passing.some((pattern) => pattern.test(path));
}

/** @param without path of a file to leave out: the archive itself */
export async function dataFiles(dataDir: string, without: string): Promise<DataFiles> {
  const databases: string[] = [];
  const plain: string[] = [];
  const skipped: string[] = [];
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const whole = join(entry.parentPath, entry.name);
    const path = relative(dataDir, whole).split(sep).join('/');
    if (entry.isDirectory() || isPassing(path) || beside.test(path) || resolve(whole) === resolve(without)) continue;
    if (!entry.isFile()) skipped.push(path);
    else if (path.endsWith('.db')) databases.push(path);
    else plain.push(path);
  }
  return { databases: databases.sort(), plain: plain.sort(), skipped: skipped.sort() };
}
