/**
 * The manifest of a backup: its last entry. Restoring trusts nothing else in the backup before the manifest has been checked.
 */
import { isObject, parseJson } from '#shared/base/json.ts';
import { UsageError } from '../command.ts';

export const manifestName = 'gatehouse-backup.json';
/** Raise it when the layout changes; an archive with a higher one was written by a newer version. */
export const backupFormat = 1;
const manifestBytesMax = 64 * 1024 * 1024;

export interface KeptFile {
  /** Relative to the data folder. */
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface KeptDatabase {
  readonly id: string;
  /** Null: the control database, or a database of no known tenant. */
  readonly slug: string | null;
  readonly sandbox: boolean;
  /** Number of the last change of its log; 0: it has none. */
  readonly head: number;
  /** Its entry: a file of SQLite's, or lines. */
  readonly path: string;
}

export interface Manifest {
  readonly format: number;
  readonly createdAt: string;
  readonly store: 'sqlite' | 'postgres';
  readonly databases: readonly KeptDatabase[];
  readonly files: readonly KeptFile[];
}

const isText = (value: unknown) => typeof value === 'string';
const isWhole = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

function isFile(value: unknown): boolean {
  return isObject(value) && isText(value['path']) && isWhole(value['bytes']) && isText(value['sha256']);
}

function isDatabase(value: unknown): boolean {
  return isObject(value) && isText(value['id']) && isText(value['path']) && isWhole(value['head']);
}

/** @throws UsageError where it is too long, is malformed or has a newer format */
export async function readManifest(bytes: number, content: AsyncIterable<Uint8Array>): Promise<Manifest> {
  if (bytes > manifestBytesMax) throw new UsageError('The table of contents of this backup is too long.');
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  const value = parseJson(Buffer.concat(parts).toString());
  const lists = isObject(value) ? [value['databases'], value['files']] : [];
  const [databases, files] = lists;
  if (!isObject(value) || !isWhole(value['format']) || !Array.isArray(databases) || !Array.isArray(files))
    throw new UsageError('The table of contents of this backup cannot be read.');
  if (Number(value['format']) > backupFormat)
    throw new UsageError(`The backup has format ${String(value['format'])}. Use a newer version of Gatehouse.`);
  if (!files.every(isFile) || !databases.every(isDatabase) || !['sqlite', 'postgres'].includes(String(value['store'])))
    throw new UsageError('The table of contents of this backup cannot be read.');
  return value as unknown as Manifest;
}

/** Whether the path stays below the data folder; the archive may come from anyone. */
export function isInnerPath(path: string): boolean {
  const steps = path.split('/');
  return (
    path.length <= 4_096 &&
    !path.includes('\\') &&
    !path.includes('\0') &&
    steps.every((s) => s !== '' && s !== '.' && s !== '..')
  );
}
