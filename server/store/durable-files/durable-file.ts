/**
 * Files and folders of which one may say that they are kept: after these functions return, a power cut changes nothing. A
 * file's content is on the disk after its own flush, its name after a flush of the folder, and a new folder's name after
 * a flush of the folder above it (fsync(2), Notes).
 */
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';

/** Owner only: these files hold tickets, keys and people. */
const fileMode = 0o600;
const folderMode = 0o700;

/** Windows has no flush of folders, and needs none. */
const flushesFolders = process.platform !== 'win32';

export async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}

export async function flushFolder(path: string): Promise<void> {
  if (!flushesFolders) return;
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

export function flushFolderSync(path: string): void {
  if (!flushesFolders) return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The folders between the first one that was made and `folder`, each to be flushed in the one above it. */
function parentsOf(folder: string, firstMade: string): readonly string[] {
  const parents: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    parents.push(dirname(at));
    if (at === firstMade || at === dirname(at)) return parents;
  }
}

/** Makes the folder with all that is missing above it. */
export async function makeFolder(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true, mode: folderMode });
  if (firstMade !== undefined) for (const parent of parentsOf(folder, firstMade)) await flushFolder(parent);
}

export function makeFolderSync(folder: string): void {
  const firstMade = mkdirSync(folder, { recursive: true, mode: folderMode });
  if (firstMade !== undefined) for (const parent of parentsOf(folder, firstMade)) flushFolderSync(parent);
}

/** Gives a file, whose content was flushed, its name; what had that name before is gone. */
export async function moveFile(from: string, to: string): Promise<void> {
  await rename(from, to);
  await flushFolder(dirname(to));
}

/**
 * Writes a file that appears under its name only when it is whole. Its folder is made when it is missing.
 *
 * @throws what the disk says (`ENOSPC`, `EIO` …); `path` is then as it was before, except that it may be new where the last
 *   step, the flush of its folder, failed
 */
export async function writeWhole(path: string, content: string | Uint8Array | Readable): Promise<void> {
  await makeFolder(dirname(path));
  const part = `${path}.part`;
  try {
    const file = await open(part, 'w', fileMode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await moveFile(part, path);
  } catch (fault) {
    await rm(part, { force: true }).catch(() => {});
    throw fault;
  }
}
