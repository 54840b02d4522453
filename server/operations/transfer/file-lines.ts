/**
 * The content of a tenant's files as lines of its export, after its records, and back into the file store of this
 * server. Unfinished uploads are left out: their senders start again.
 */
import { createHash } from 'node:crypto';
import { isId } from '#shared/base/id.ts';
import { type FileStore, MissingObject } from '../../modules/media/files/contract.ts';
import { contentKey, filesPrefix, photoKey, photosPrefix } from '../../modules/media/files/file-parts.ts';
import type { Assembly } from '../../start/assemble.ts';
import { UsageError } from '../command.ts';
import type { Line } from './lines.ts';

/** Bytes of a file in one line: as base64, a line stays below a megabyte. */
const bytesPerLine = 512 * 1024;

async function* inPieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0);
  for await (const chunk of source) {
    held = Buffer.concat([held, chunk]);
    for (; held.length >= bytesPerLine; held = held.subarray(bytesPerLine)) yield held.subarray(0, bytesPerLine);
  }
  if (held.length > 0) yield held;
}

/** Yields the files of one tenant or sandbox. A file that is deleted before it is opened is left out. */
export async function* fileLines({ files }: Assembly, tenant: string): AsyncGenerator<Line> {
  yield* linesBelow(files.parts.store, { tenant, prefix: filesPrefix(tenant) }, {});
  yield* linesBelow(files.parts.store, { tenant, prefix: photosPrefix(tenant) }, { of: 'photo' });
}

async function* linesBelow(
  store: FileStore,
  { prefix, tenant }: { readonly tenant: string; readonly prefix: string },
  of: { readonly of?: 'photo' },
): AsyncGenerator<Line> {
  for await (const { key, size } of store.list(prefix)) {
    const [file = '', sha256 = ''] = key.slice(prefix.length).split('/');
    const content = await store.open(key).catch((fault: unknown) => {
      if (fault instanceof MissingObject) return null;
      throw fault;
    });
    if (!content) continue;
    yield { kind: 'content', tenant, file, sha256, size, ...of };
    for await (const piece of inPieces(content as AsyncIterable<Buffer>))
      yield { kind: 'bytes', base64: piece.toString('base64') };
  }
}

/** Throws UsageError where the bytes are not those that were announced. */
async function* bytesOf(
  lines: AsyncIterator<Line>,
  { file, sha256, size }: Extract<Line, { kind: 'content' }>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for (let left = size; left > 0; ) {
    const next = await lines.next();
    const bytes = !next.done && next.value.kind === 'bytes' ? Buffer.from(next.value.base64, 'base64') : null;
    if (!bytes || bytes.length === 0 || bytes.length > left)
      throw new UsageError(`The content of the file ${file} is not complete.`);
    left -= bytes.length;
    hash.update(bytes);
    yield bytes;
  }
  if (hash.digest('hex') !== sha256) throw new UsageError(`The content of the file ${file} was changed.`);
}

/** @param tenants those whose databases the file brings: content of any other is refused */
export async function takeFiles({ files }: Assembly, all: AsyncIterable<Line>, tenants: readonly string[]) {
  const lines = all[Symbol.asyncIterator]();
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const line = next.value;
    if (line.kind !== 'content') continue;
    if (!tenants.includes(line.tenant) || !isId(line.file) || !/^[0-9a-f]{64}$/.test(line.sha256))
      throw new UsageError('The file contains content that does not belong to any of its records.');
    const keyOf = line.of === 'photo' ? photoKey : contentKey;
    await files.parts.store.put(keyOf(line.tenant, line.file, line.sha256), bytesOf(lines, line), line.size);
  }
}
