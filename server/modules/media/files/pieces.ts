/**
 * An unfinished upload: pieces under `<prefix><offset>`, each complete and durable once it exists. The upload's progress is
 * derived from them and stored in no other place, so that it is right after any crash, on any server.
 */
import type { FileStore } from './contract.ts';

/** Size of a piece, which is held in memory for each upload that is being received: a crash loses at most so much of it. */
export const pieceBytes = 4 * 1024 * 1024;
/** Enough digits for any size, so that keys sort by offset. */
const offsetDigits = 15;

export interface Piece {
  readonly key: string;
  readonly start: number;
  readonly size: number;
}

/** Another server has received something at the same place in the meantime. */
export class PieceTaken extends Error {}

function pieceKey(prefix: string, start: number): string {
  return `${prefix}${String(start).padStart(offsetDigits, '0')}`;
}

/** The pieces that follow one another from the beginning; pieces after a gap were never acknowledged. */
export async function piecesOf(store: FileStore, prefix: string): Promise<readonly Piece[]> {
  const pieces: Piece[] = [];
  let end = 0;
  for await (const { key, size } of store.list(prefix)) {
    if (key !== pieceKey(prefix, end)) continue;
    pieces.push({ key, start: end, size });
    end += size;
  }
  return pieces;
}

/** Returns the offset after the last piece: the number of bytes there are. */
export function endOf(pieces: readonly Piece[]): number {
  const last = pieces.at(-1);
  return last ? last.start + last.size : 0;
}

/**
 * Stores the pieces of an upload. Where `source` breaks off, the bytes before that are stored if possible, and its error is
 * thrown.
 *
 * @param bytesMax at most so many are kept
 * @returns where the upload stands now
 * @throws PieceTaken, StoreFull, FileStoreFault, or what `source` throws
 */
export async function appendPieces(
  store: FileStore,
  prefix: string,
  start: number,
  source: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<number> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let at = start;
  const flush = async () => {
    if (heldBytes === 0) return;
    const [parts, bytes] = [held, heldBytes];
    [held, heldBytes] = [[], 0];
    const isNew = await store.put(pieceKey(prefix, at), chunks(parts), bytes, true);
    if (!isNew) throw new PieceTaken(`there is a piece at ${at}`);
    at += bytes;
  };
  const left = () => bytesMax - (at - start) - heldBytes;
  try {
    for await (const chunk of source) {
      for (let rest = chunk.subarray(0, left()); rest.length > 0; ) {
        const part = rest.subarray(0, pieceBytes - heldBytes);
        held.push(part);
        heldBytes += part.length;
        rest = rest.subarray(part.length);
        if (heldBytes === pieceBytes) await flush();
      }
    }
  } catch (fault) {
    // Only what the sender broke off: a store that failed once is not asked again.
    await flush().catch(() => {});
    throw fault;
  }
  await flush();
  return at;
}

async function* chunks(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

/** Yields the bytes of the pieces, in order. */
export async function* readPieces(store: FileStore, pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const { key } of pieces) yield* (await store.open(key)) as AsyncIterable<Buffer>;
}
