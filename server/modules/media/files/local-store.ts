/**
 * Files in a folder of this machine: the key is the path. What is being written lies in `parts/` and moves to its place
 * when it is whole and on the disk. Opened by open-file-store.ts.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, type Dirent } from 'node:fs';
import { copyFile, type FileHandle, link, open, readdir, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { assert } from '#shared/base/assert.ts';
import { flushFile, flushFolder, makeFolder, moveFile } from '../../../store/durable-files/durable-file.ts';
import { type FileStore, FileStoreFault, MissingObject, type StoredObject, StoreFull } from './contract.ts';

/** Folder beside the tenants' folders, whose names are ids. */
export const partsFolder = 'parts';

const keyPattern = /^[a-z0-9-]+(?:\/[a-z0-9-]+)+$/;
const prefixPattern = /^(?:[a-z0-9-]+\/)+$/;

function codeOf(fault: unknown): unknown {
  return fault instanceof Error && 'code' in fault ? fault.code : null;
}

const isMissing = (fault: unknown) => codeOf(fault) === 'ENOENT';

/** A full disk, a full quota, a file larger than the account may write. */
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (fullCodes.has(codeOf(cause))) throw new StoreFull('the disk is full', { cause });
    throw new FileStoreFault('the folder of files cannot be used', { cause });
  }
}

async function writeAll(file: FileHandle, source: AsyncIterable<Uint8Array>): Promise<number> {
  let written = 0;
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; )
      at += (await onDisk(file.write(chunk, at, chunk.length - at, written + at))).bytesWritten;
    written += chunk.length;
  }
  await onDisk(file.sync());
  return written;
}

/** Moves it there, over what is there unless `onlyNew`. @returns false: with `onlyNew`, there was something */
async function settle(part: string, target: string, onlyNew: boolean): Promise<boolean> {
  await makeFolder(dirname(target));
  if (onlyNew) {
    try {
      await link(part, target);
    } catch (fault) {
      if (codeOf(fault) === 'EEXIST') return false;
      throw fault;
    } finally {
      await unlink(part);
    }
    await flushFolder(dirname(target));
  } else await moveFile(part, target);
  return true;
}

export function openLocalStore(root: string): FileStore {
  const parts = join(root, partsFolder);
  const pathOf = (key: string) => {
    assert(keyPattern.test(key), 'a key that is none');
    return join(root, ...key.split('/'));
  };
  const folderOf = (prefix: string) => {
    assert(prefixPattern.test(prefix), 'a prefix that is none');
    return join(root, ...prefix.split('/').filter(Boolean));
  };

  async function entries(folder: string): Promise<readonly Dirent[]> {
    try {
      return await readdir(folder, { recursive: true, withFileTypes: true });
    } catch (fault) {
      if (isMissing(fault)) return [];
      throw new FileStoreFault('the folder of files cannot be read', { cause: fault });
    }
  }

  return {
    async put(key, source, size, onlyNew = false) {
      const target = pathOf(key);
      const part = join(parts, `${randomUUID()}.part`);
      await onDisk(makeFolder(parts));
      const file = await onDisk(open(part, 'wx', 0o600));
      try {
        const written = await writeAll(file, source);
        assert(written === size, `${written} bytes came where ${size} were announced`);
        await onDisk(file.close());
        return await onDisk(settle(part, target, onlyNew));
      } catch (fault) {
        await file.close().catch(() => {});
        await rm(part, { force: true });
        throw fault;
      }
    },
    async take(key, path) {
      const target = pathOf(key);
      const file = await onDisk(open(path, 'r+'));
      await onDisk(file.sync()).finally(() => file.close());
      try {
        await settle(path, target, false);
      } catch (fault) {
        if (codeOf(fault) !== 'EXDEV') return void (await onDisk(Promise.reject(fault)));
        const part = join(parts, `${randomUUID()}.part`);
        await onDisk(makeFolder(parts).then(() => copyFile(path, part)));
        await onDisk(flushFile(part));
        await onDisk(settle(part, target, false));
        await rm(path, { force: true });
      }
    },
    async open(key, range) {
      let file: FileHandle;
      try {
        file = await open(pathOf(key), 'r');
      } catch (fault) {
        if (isMissing(fault)) throw new MissingObject(key);
        throw new FileStoreFault('a file cannot be opened', { cause: fault });
      }
      return createReadStream('', { fd: file, ...(range ?? {}) }) as Readable;
    },
    localPath: pathOf,
    async size(key) {
      try {
        return (await stat(pathOf(key))).size;
      } catch (fault) {
        if (isMissing(fault)) return null;
        throw new FileStoreFault('a file cannot be inspected', { cause: fault });
      }
    },
    async delete(key) {
      await onDisk(rm(pathOf(key), { force: true }));
    },
    async *list(prefix): AsyncGenerator<StoredObject> {
      const folder = folderOf(prefix);
      const found = (await entries(folder)).filter((entry) => entry.isFile());
      const keys = found.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)).sort();
      for (const key of keys) {
        const known = await stat(join(root, key)).catch(() => null);
        if (known) yield { key, size: known.size, modifiedMs: known.mtimeMs };
      }
    },
    async deleteAll(prefix) {
      await onDisk(rm(folderOf(prefix), { recursive: true, force: true }));
    },
    async sweep(olderThanMs) {
      const found = await readdir(parts).catch(() => []);
      for (const name of found) {
        const path = join(parts, name);
        const known = await stat(path).catch(() => null);
        if (known && known.mtimeMs < olderThanMs) await rm(path, { recursive: true, force: true });
      }
    },
    close() {},
  };
}
