/**
 * Processes files after they were uploaded: a follower for each processor, so that a video never keeps an image waiting.
 * Harmless when it sees a file twice: one that is no longer `processing` is skipped.
 */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ok } from '#shared/base/result.ts';
import { type FileRecord, type FileVariant, files } from '#shared/modules/media/files.ts';
import type { Follower, FollowerContext } from '../../../core/collections/follower.ts';
import { withUrls } from './addresses.ts';
import type { Derivation, DerivedFile, FinishedFile, MediaProcessor } from './contract.ts';
import { countUsage } from './file-limits.ts';
import { contentKey, type FileParts, processorFor, withPart } from './file-parts.ts';
import { receive } from './receive.ts';
import { retriedType } from './retry-file.ts';

/** A file in whose processing the server ended so often is not tried again. */
const triesMax = 3;

/** The original as a file on this machine, for as long as the work lasts. */
async function withLocal<T>(
  parts: FileParts,
  tenant: string,
  { id, sha256, size, type }: FileRecord,
  work: (file: FinishedFile) => Promise<T>,
): Promise<T> {
  const key = contentKey(tenant, id, sha256);
  const local = parts.store.localPath(key);
  if (local !== null) return work({ path: local, type, size });
  return withPart(parts, async (path) => {
    await receive((await parts.store.open(key)) as AsyncIterable<Uint8Array>, path, size);
    return work({ path, type, size });
  });
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}

async function keepDerived(parts: FileParts, tenant: string, id: string, file: DerivedFile): Promise<FileVariant> {
  const { size } = await stat(file.path);
  const sha256 = await hashOfFile(file.path);
  await parts.store.take(contentKey(tenant, id, sha256), file.path);
  const { width, height, durationMs } = file.facts;
  return {
    name: file.name,
    type: file.type,
    size,
    sha256,
    url: null,
    width: width ?? null,
    height: height ?? null,
    durationMs: durationMs ?? null,
  };
}

async function fail(context: FollowerContext, id: string, problem: string): Promise<void> {
  await context.commit(async (tx) => {
    const file = await tx.get(files, id);
    if (file?.status === 'processing')
      await tx.update('files', id, {
        status: 'failed',
        problem,
        progress: null,
        ...withUrls(context.tenant, { ...file, status: 'failed' }),
      });
    return ok(null);
  });
}

async function succeed(
  parts: FileParts,
  context: FollowerContext,
  id: string,
  { facts }: Derivation,
  variants: readonly FileVariant[],
): Promise<void> {
  const done = await context.commit(async (tx) => {
    const file = await tx.get(files, id);
    if (file?.status !== 'processing') return ok(file !== null);
    const patch = {
      status: 'ready' as const,
      progress: null,
      variants,
      width: facts.width ?? file.width,
      height: facts.height ?? file.height,
      durationMs: facts.durationMs ?? file.durationMs,
    };
    await tx.update('files', id, { ...patch, ...withUrls(context.tenant, { ...file, ...patch }) });
    await countUsage(tx, { bytes: variants.reduce((sum, one) => sum + one.size, 0), files: 0 });
    return ok(true);
  });
  // Deleted meanwhile: what was put beside it after its content went goes too.
  if (done.ok && !done.value)
    for (const { sha256 } of variants) await parts.store.delete(contentKey(context.tenant, id, sha256));
}

async function processOne(
  parts: FileParts,
  processor: MediaProcessor,
  context: FollowerContext,
  id: string,
): Promise<void> {
  const begun = await context.commit(async (tx) => {
    const file = await tx.get(files, id);
    if (file?.status !== 'processing' || processorFor(parts, file.type) !== processor) return ok(null);
    // The attempt is noted before it begins: a file that crashes the process is tried a bounded number of times.
    return ok(await tx.update(files, id, { tries: file.tries + 1 }));
  });
  if (!begun.ok) throw new Error(`a file was not taken up: ${begun.errors[0].message}`);
  const file = begun.value;
  if (!file) return;
  if (file.tries > triesMax) return fail(context, id, 'media_broken');
  try {
    await withLocal(parts, context.tenant, file, (finished) => derive(parts, processor, context, id, finished));
  } catch (fault) {
    // The process survived, so the fault is not the file's: the attempt does not count.
    await context.commit(async (tx) => {
      const now = await tx.get(files, id);
      if (now?.status === 'processing') await tx.update('files', id, { tries: Math.max(0, now.tries - 1) });
      return ok(null);
    });
    throw fault;
  }
}

function derive(
  parts: FileParts,
  processor: MediaProcessor,
  context: FollowerContext,
  id: string,
  finished: FinishedFile,
): Promise<void> {
  return withPart(parts, async (folder) => {
    await mkdir(folder, { recursive: true });
    const progress = reporter(context, id);
    const made = await processor.derive(finished, folder, parts.stopping, progress.report);
    await progress.settled();
    if (!made.ok) return fail(context, id, made.errors[0].code);
    const variants: FileVariant[] = [];
    for (const one of made.value.files)
      variants.push(await keepDerived(parts, context.tenant, id, { ...one, path: join(folder, inside(folder, one)) }));
    await succeed(parts, context, id, made.value, variants);
  });
}

/** Commits the progress at every tenth, one commit after another; a commit that fails is ignored. */
function reporter(context: FollowerContext, id: string) {
  let shown = 0;
  let writing: Promise<unknown> = Promise.resolve();
  return {
    report(share: number) {
      const progress = Math.floor(Math.min(1, Math.max(0, share)) * 10) * 10;
      if (progress <= shown) return;
      shown = progress;
      const write = () =>
        context.commit(async (tx) => {
          const file = await tx.get(files, id);
          if (file?.status === 'processing') await tx.update('files', id, { progress });
          return ok(null);
        });
      writing = writing.then(write).catch(() => {});
    },
    settled: () => writing,
  };
}

/** Processors name whole paths, or names within the folder. */
function inside(folder: string, { path }: DerivedFile): string {
  return path.startsWith(folder) ? path.slice(folder.length + 1) : path;
}

export function processingFollower(parts: FileParts, processor: MediaProcessor): Follower {
  return {
    name: `media.${processor.name}`,
    collections: ['files'],
    async handle(changes, context) {
      for (const { id, op, types, record } of changes) {
        if ((op !== 'create' && !types.includes(retriedType)) || !processor.handles(String(record['type']))) continue;
        if (parts.stopping.aborted) throw new Error('the server is stopping');
        await processOne(parts, processor, context, id);
      }
    },
  };
}
