/**
 * Folds what has changed into packed chunks: a chunk none of whose records changed is kept as it is, the others are
 * packed again, and new records come in chunks of their own. Yields between chunks, so that a scan waits for one at most.
 * Decides nothing about disks: `roster-store.ts` writes the chunks and makes the result current.
 */

import type { HeldRecord } from './held-records.ts';
import { type PackedChunk, packChunk } from './packed-chunk.ts';
import type { RosterChange } from './roster-maps.ts';

/** Maximum number of records of a chunk that a fold makes. */
export const chunkRowsMax = 1_000;

export interface StoredChunk {
  readonly id: string;
  readonly chunk: PackedChunk;
}

export interface FoldInput {
  readonly chunks: readonly StoredChunk[];
  readonly changes: Iterable<RosterChange>;
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<StoredChunk>;
  /** Lets everything else on the thread go first. */
  readonly yieldNow: () => Promise<void>;
}

export async function foldRoster(input: FoldInput): Promise<readonly StoredChunk[]> {
  const pending = new Map<string, Map<string, HeldRecord | null>>();
  for (const { collection, id, record } of input.changes) {
    const ofCollection = pending.get(collection) ?? new Map<string, HeldRecord | null>();
    pending.set(collection, ofCollection.set(id, record));
  }
  const folded: StoredChunk[] = [];

  async function write(collection: string, records: readonly HeldRecord[]): Promise<void> {
    if (records.length > 0) folded.push(await input.write(packChunk(collection, records)));
  }

  for (const stored of input.chunks) {
    await input.yieldNow();
    const { chunk } = stored;
    const changed = pending.get(chunk.collection);
    const ids = changed === undefined ? [] : chunk.ids();
    if (changed === undefined || !ids.some((id) => changed.has(id))) {
      folded.push(stored);
      continue;
    }
    const records: HeldRecord[] = [];
    for (const [row, id] of ids.entries()) {
      const record = changed.has(id) ? changed.get(id) : chunk.record(row);
      changed.delete(id);
      if (record) records.push(record);
    }
    await write(chunk.collection, records);
  }
  for (const [collection, changed] of pending) {
    const added = [...changed.values()].filter((record) => record !== null);
    for (let from = 0; from < added.length; from += chunkRowsMax) {
      await input.yieldNow();
      await write(collection, added.slice(from, from + chunkRowsMax));
    }
  }
  return folded;
}
