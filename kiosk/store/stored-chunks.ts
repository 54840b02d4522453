/** Packed chunks of the roster on the disk: sealed when they are written, opened and unpacked when they are read. */
import type { StoredChunk } from './fold-roster.ts';
import { unpackChunk } from './packed-chunk.ts';
import type { RosterDisk } from './roster-disk.ts';
import { SealBroken, type Sealer } from './sealer.ts';

/** Chunks read from disk in one request: enough to be worth one, few enough to unpack while the next is read. */
const readTogetherChunks = 8;

export interface StoredChunks {
  /** @throws SealBroken where one is missing or cannot be opened */
  read(ids: readonly string[]): Promise<readonly StoredChunk[]>;
  /** Durable when it resolves. */
  write(id: string, bytes: Uint8Array<ArrayBuffer>): Promise<StoredChunk>;
}

export function openStoredChunks(disk: Pick<RosterDisk, 'readChunks' | 'writeChunk'>, sealer: Sealer): StoredChunks {
  async function readSome(ids: readonly string[]): Promise<StoredChunk[]> {
    const sealed = await disk.readChunks(ids);
    return Promise.all(
      ids.map(async (id, i) => {
        const bytes = sealed[i];
        if (!bytes) throw new SealBroken(`chunk ${id} is not there`);
        return { id, chunk: unpackChunk(await sealer.open(bytes, id)) };
      }),
    );
  }

  return {
    /** All reads at once, a few chunks each: the disk, the cipher and this thread each have something to do. */
    async read(ids) {
      const parts: Promise<StoredChunk[]>[] = [];
      for (let from = 0; from < ids.length; from += readTogetherChunks)
        parts.push(readSome(ids.slice(from, from + readTogetherChunks)));
      return (await Promise.all(parts)).flat();
    },
    async write(id, bytes) {
      await disk.writeChunk(id, await sealer.seal(bytes, id));
      return { id, chunk: unpackChunk(bytes) };
    },
  };
}
