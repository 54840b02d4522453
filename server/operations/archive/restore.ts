/**
 * `restore FILE`: puts a backup in the place of what the data folder holds. All of it is unpacked and checked beside
 * first; the files that were there are moved aside, not deleted, but tenants in PostgreSQL are dropped. Every log gets
 * another identity, so that kiosks load everything again.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isoTime } from '#shared/base/time.ts';
import { FolderInUse, holdDataFolder } from '../../core/tenants/sole-server.ts';
import { idMaker } from '../../identity/credentials/new-id.ts';
import type { Config } from '../../start/config.ts';
import { flushFolder } from '../../store/durable-files/durable-file.ts';
import { inspectDatabase, renewLog } from '../../store/sqlite/database-file.ts';
import { type FolderCommand, type Ground, UsageError } from '../command.ts';
import { isPassing } from './data-files.ts';
import { isInnerPath, type KeptFile, type Manifest, manifestName, readManifest } from './manifest.ts';
import { loadLines, needEmptyDatabase } from './restore-lines.ts';
import { BrokenTar, readTar } from './tar.ts';

export const unfinishedName = 'restore-unfinished';

/** Unpacks into `folder`, which is made. @returns what the archive says it holds, after comparing it with what came out */
async function unpack(archive: string, folder: string): Promise<Manifest> {
  await mkdir(folder, { mode: 0o700 });
  const came = new Map<string, KeptFile>();
  let manifest: Manifest | null = null;
  const source = createReadStream(archive);
  const plain = source.pipe(createGunzip());
  source.on('error', (fault) => plain.destroy(fault));
  try {
    for await (const { name, bytes, content } of readTar(plain)) {
      const stream = content as AsyncIterable<Uint8Array>;
      if (name === manifestName) manifest = await readManifest(bytes, stream);
      else if (isInnerPath(name) && !isPassing(name) && !came.has(name))
        came.set(name, await unpackOne(join(folder, name), name, stream));
      else throw new UsageError(`The archive contains ${name.slice(0, 200)}, which is not part of a backup.`);
    }
  } catch (fault) {
    throw explained(archive, fault);
  } finally {
    source.destroy();
  }
  if (!manifest) throw new UsageError(`${archive} is incomplete, or is not a backup.`);
  compare(manifest, came);
  return manifest;
}

function explained(archive: string, fault: unknown): unknown {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
    return new UsageError(`${archive} cannot be read (${code}).`, { cause: fault });
  if (code === 'ENOSPC') return new UsageError('The disk has no space left to unpack the backup.', { cause: fault });
  if (code.startsWith('Z_') || fault instanceof BrokenTar)
    return new UsageError(`${archive} is damaged or incomplete, or is not a backup.`, { cause: fault });
  return fault;
}

async function unpackOne(to: string, path: string, content: AsyncIterable<Uint8Array>): Promise<KeptFile> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  async function* noted(): AsyncGenerator<Uint8Array> {
    for await (const part of content) {
      hash.update(part);
      bytes += part.length;
      yield part;
    }
  }
  await pipeline(noted(), createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
  return { path, bytes, sha256: hash.digest('hex') };
}

function compare({ files }: Manifest, came: ReadonlyMap<string, KeptFile>): void {
  for (const { path, bytes, sha256 } of files) {
    const found = came.get(path);
    if (found?.bytes !== bytes || found.sha256 !== sha256)
      throw new UsageError(`${path} in the backup is ${found ? 'damaged' : 'missing'}: use another backup.`);
  }
  if (came.size !== files.length) throw new UsageError('The backup has files that are not in its table of contents.');
}

/** Every database read to its last page, and given another log identity. */
function prepareDatabases(folder: string, { databases }: Manifest, newId: () => string): void {
  for (const { path, head } of databases) {
    const file = join(folder, path);
    let found: ReturnType<typeof inspectDatabase>;
    try {
      found = inspectDatabase(file);
    } catch (cause) {
      throw new UsageError(`${path} in the backup is damaged: use another backup.`, { cause });
    }
    if (found?.head !== head) throw new UsageError(`${path} in the backup does not end at the expected change.`);
    renewLog(file, newId);
  }
}

/** @returns the folder to which the previous files were moved; null where there were none */
async function changePlaces(dataDir: string, from: string, stamp: string): Promise<string | null> {
  const before = (await readdir(dataDir)).filter((name) => !isPassing(name));
  const aside = before.length > 0 ? join(dataDir, `replaced-${stamp}`) : null;
  // Until it is gone again, no server starts on a folder of which one half is old.
  await writeFile(join(dataDir, unfinishedName), 'Run restore again.\n', { flush: true });
  if (aside) {
    await mkdir(aside, { mode: 0o700 });
    for (const name of before) await rename(join(dataDir, name), join(aside, name));
  }
  for (const name of await readdir(from)) await rename(join(from, name), join(dataDir, name));
  await flushFolder(dataDir);
  await rm(join(dataDir, unfinishedName));
  await flushFolder(dataDir);
  return aside;
}

async function restoreInto(ground: Ground, archive: string, overwrite: boolean) {
  const { dataDir, databaseUrl, nowOffsetMs } = ground.config;
  const clock = () => Date.now() + nowOffsetMs;
  const there = (await readdir(dataDir)).filter((name) => !isPassing(name) && name !== 'server-secret');
  if (databaseUrl === null && there.length > 0 && !overwrite)
    throw new UsageError(`${dataDir} is not empty; --overwrite sets the existing data aside.`);
  if (databaseUrl !== null) await needEmptyDatabase(ground, overwrite);
  const beside = join(dataDir, `restoring-${process.pid}`);
  // Folders of restores that were killed. This process holds the data folder, so no other one is using them.
  for (const name of await readdir(dataDir))
    if (name.startsWith('restoring-')) await rm(join(dataDir, name), { recursive: true, force: true });
  try {
    const manifest = await unpack(archive, beside);
    const store = databaseUrl === null ? 'sqlite' : 'postgres';
    if (manifest.store !== store)
      throw new UsageError(
        `This backup is from ${manifest.store}; move its tenants with tenant export and tenant import.`,
      );
    if (store === 'sqlite') prepareDatabases(beside, manifest, idMaker(clock));
    else await loadLines(ground, beside, manifest);
    await rm(join(beside, 'lines'), { recursive: true, force: true });
    const stamp = isoTime(clock()).replaceAll(/[-:.]/g, '');
    return { manifest, aside: await changePlaces(dataDir, beside, stamp) };
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

function hold({ dataDir }: Config): () => void {
  try {
    return holdDataFolder(dataDir);
  } catch (fault) {
    throw fault instanceof FolderInUse ? new UsageError(fault.message, { cause: fault }) : fault;
  }
}

export const restore: FolderCommand = {
  name: 'restore',
  usage: 'FILE [--overwrite]',
  summary: 'Restore a backup; stop the server first. Existing data is set aside; kiosks reload everything.',
  positionals: ['file'],
  options: { overwrite: { type: 'boolean' } },
  async runOnFolder(ground, given) {
    const archive = given.needed('file');
    const letGo = hold(ground.config);
    try {
      const { manifest, aside } = await restoreInto(ground, archive, given.text('overwrite') !== undefined);
      const { createdAt, databases, files } = manifest;
      return {
        value: { createdAt, databases, files: files.length, aside },
        lines: [
          `Restored the state of ${createdAt}: ${databases.length} databases, ${files.length} files.`,
          ...(aside ? [`The previous data is in ${aside}; delete it once you have checked the restore.`] : []),
        ],
      };
    } finally {
      letGo();
    }
  },
};
