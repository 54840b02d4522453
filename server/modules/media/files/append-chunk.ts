/** Bytes added to an unfinished upload, in its turn: where they belong, how many there may be, whether they are as sent. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { UploadRecord } from '#shared/modules/media/files.ts';
import { bound, hashed } from './bounded-source.ts';
import { type FileParts, type Sender, withPart } from './file-parts.ts';
import { appendPieces, endOf, piecesOf } from './pieces.ts';
import { receive } from './receive.ts';
import type { UploadRecords } from './upload-records.ts';
import { joined, lengthKnown, tooMuch, wrongOffset } from './upload-refusals.ts';
import type { Chunk, UploadState } from './upload-state.ts';

/** Answers a chunk for an upload that is a file by now: nothing can be added, an empty one at its end only shows its state. */
export function appendToFinished(state: UploadState, chunk: Chunk): Result<UploadState> {
  const { joinedOf, offset } = state;
  if (joinedOf !== null) return joined();
  if (chunk.offset !== offset) return wrongOffset(offset);
  if (chunk.size !== null && chunk.size !== offset) return lengthKnown(offset);
  return chunk.length === 0 ? ok(state) : tooMuch(offset);
}

/** A chunk that brings its checksum counts whole or not at all: it is read to its end first. */
async function checked(
  parts: FileParts,
  { checksum, source }: Chunk,
  bytesMax: number,
  work: (source: AsyncIterable<Uint8Array>) => Promise<number>,
): Promise<Result<number>> {
  if (!checksum) return ok(await work(source));
  return withPart(parts, async (path) => {
    const hash = createHash(checksum.algorithm);
    await receive(hashed(source, hash), path, bytesMax);
    if (!hash.digest().equals(checksum.digest))
      return refuse({
        code: 'checksum_mismatch',
        message: 'The bytes received do not match the checksum. Send them again.',
      });
    return ok(await work(createReadStream(path) as AsyncIterable<Buffer>));
  });
}

export interface Appended {
  readonly upload: UploadRecord;
  /** Bytes there are now. */
  readonly offset: number;
  /** A body of unknown length went on after the end of the upload: those bytes were not taken. */
  readonly isTooMuch: boolean;
}

/** @param prefix where the pieces of this upload are stored */
export async function appendChunk(
  parts: FileParts,
  records: UploadRecords,
  sender: Sender,
  known: UploadRecord,
  prefix: string,
  chunk: Chunk,
): Promise<Result<Appended>> {
  const offset = endOf(await piecesOf(parts.store, prefix));
  if (chunk.offset !== offset) return wrongOffset(offset);
  const closed = await records.close(sender, known, chunk.size, offset);
  if (!closed.ok) return closed;
  const upload = await records.prolong(sender, closed.value);
  const left = upload.size - offset;
  if (chunk.length !== null && chunk.length > left) return tooMuch(upload.size);
  let isTooMuch = false;
  const source = bound(chunk.source, left, () => {
    isTooMuch = true;
  });
  const done = await checked(parts, { ...chunk, source }, left, (bytes) =>
    appendPieces(parts.store, prefix, offset, bytes, left),
  );
  return done.ok ? ok({ upload, offset: done.value, isTooMuch }) : done;
}
