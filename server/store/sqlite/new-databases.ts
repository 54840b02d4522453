/**
 * Files of new tenants. Making the tables of all modules takes some 50 ms (67 collections are 675 entries of the schema, and
 * each statement makes SQLite search those before it); copying a file in which they stand takes 3. So the pages of an empty
 * database are kept for each set of collections, compressed, and a new tenant's file is written from them
 * (24 November 2026; `npm run bench -- D1` prints what making a tenant takes).
 */
import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { isObject } from '#shared/base/json.ts';
import { createNumberOf } from '#shared/base/number-of.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { releaseActor } from '../contract.ts';
import { flushFolderSync } from '../durable-files/durable-file.ts';
import { Connection } from './connection.ts';
import { forgetLogId, openSystemTables } from './migrate.ts';
import { migrateCollections } from './migrate-collections.ts';
import { type Table, tableOf } from './table.ts';

/** Sets of collections whose pages are kept: as a rule one, that of a tenant with all modules. */
const keptSets = 8;
const versionsAt = 18;
const walVersion = 2;
/** File mode: owner only, as in durable-file.ts. */
const fileMode = 0o600;

/** The name that a file has until it is whole. No tenant's name ends so, and backups leave it out. */
export function unfinishedName(path: string): string {
  return `${path.slice(0, -'.db'.length)}.part.db`;
}

/** An empty database with the tables of these collections and no log identity, which each file gets when it is opened. */
async function makePages(tables: readonly Table[]): Promise<Uint8Array> {
  const connection = new Connection(':memory:', 'scratch');
  try {
    openSystemTables(connection, () => 'none yet');
    await migrateCollections(connection, tables, () => ({
      actor: releaseActor,
      now: '',
      position: { seq: 0, written: [] },
      activate: () => {},
    }));
    forgetLogId(connection);
    const pages = connection.db.serialize();
    // Read and written by a write-ahead log: https://www.sqlite.org/fileformat.html#file_format_version_numbers
    pages.fill(walVersion, versionsAt, versionsAt + 2);
    return zstdCompressSync(pages);
  } finally {
    connection.close();
  }
}

/** Pages by collections, for all stores of this process: definitions are the same objects in all of them. */
const kept = new Map<string, Promise<Uint8Array>>();
const numberOf = createNumberOf<CollectionDefinition>();

function pagesOf(collections: readonly CollectionDefinition[]): Promise<Uint8Array> {
  const key = collections.map(numberOf).join();
  const known = kept.get(key);
  if (known !== undefined) return known;
  const pages = makePages(collections.map(tableOf));
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size >= keptSets) kept.delete(oldest);
  kept.set(key, pages);
  pages.catch(() => kept.delete(key));
  return pages;
}

/**
 * Writes the file of a new tenant, durable when it returns. Where the disk does not let it, or another process has made the
 * file meanwhile, it changes nothing: opening makes what is missing.
 *
 * @param path where no file is
 */
export async function writeNewDatabase(path: string, collections: readonly CollectionDefinition[]): Promise<void> {
  const pages = await pagesOf(collections);
  const part = unfinishedName(path);
  try {
    const file = openSync(part, 'wx', fileMode);
    try {
      writeFileSync(file, zstdDecompressSync(pages));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    // Unlike a renaming, this leaves a file alone that has the name already.
    linkSync(part, path);
    flushFolderSync(dirname(path));
  } catch (error) {
    if (!isObject(error) || !('syscall' in error)) throw error;
  } finally {
    rmSync(part, { force: true });
  }
}
