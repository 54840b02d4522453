/** A request's body on its way: hashed, and no longer than there is room for. */
import type { Hash } from 'node:crypto';

export async function* hashed(source: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Yields up to `bytesMax` bytes; calls `onMore` when there are more, and reads no further then. */
export async function* bound(source: AsyncIterable<Uint8Array>, bytesMax: number, onMore: () => void) {
  let left = bytesMax;
  for await (const chunk of source) {
    yield chunk.subarray(0, left);
    if (chunk.length > left) return onMore();
    left -= chunk.length;
  }
}
