/**
 * Stores the packed roster: one table of sealed chunks, and rows that list which of them make up the roster (`current`)
 * and which belong to one that is still being loaded (`staging`). A new roster is written beside the old one; one
 * transaction makes it current and drops what it replaced, so that a crash leaves the one or the other.
 */
import { Dexie, type Table } from 'dexie';
import type { RosterCursor } from './replica.ts';

export interface CurrentRoster {
  readonly cursor: RosterCursor;
  readonly chunkIds: readonly string[];
}

/** A load that is under way; the ids of its chunks begin with `base`. */
export interface StagingRoster {
  readonly base: string;
  readonly snapshot: string;
  readonly log: string;
  readonly seq: number;
  readonly rows: number;
  readonly chunks: number;
}

interface ChunkRow {
  readonly id: string;
  readonly sealed: ArrayBuffer;
}

export interface RosterDisk {
  readCurrent(): Promise<CurrentRoster | null>;
  readStaging(): Promise<StagingRoster | null>;
  /** Begins a load; what is left of an earlier one is dropped. */
  writeStaging(staging: StagingRoster): Promise<void>;
  writeChunk(id: string, sealed: ArrayBuffer): Promise<void>;
  /** Returns the chunks in the order asked for; null where one is missing. */
  readChunks(ids: readonly string[]): Promise<readonly (ArrayBuffer | null)[]>;
  /** One transaction: from here on this is the roster, and every chunk it does not name is gone. */
  swap(next: CurrentRoster): Promise<void>;
  clear(): Promise<void>;
  close(): void;
}

export function openRosterDisk(databaseName: string): RosterDisk {
  const database = new Dexie(`${databaseName}-roster`, { chromeTransactionDurability: 'strict', cache: 'disabled' });
  database.version(1).stores({ chunks: 'id', state: 'key' });
  const chunks: Table<ChunkRow, string> = database.table('chunks');
  const state: Table<{ key: 'current' | 'staging'; value: unknown }, string> = database.table('state');

  async function dropAllBut(kept: readonly string[]): Promise<void> {
    const keep = new Set(kept);
    const ids = await chunks.toCollection().primaryKeys();
    await chunks.bulkDelete(ids.filter((id) => !keep.has(id)));
  }

  const readCurrent = async (): Promise<CurrentRoster | null> =>
    ((await state.get('current'))?.value as CurrentRoster | undefined) ?? null;

  return {
    readCurrent,
    readStaging: async () => ((await state.get('staging'))?.value as StagingRoster | undefined) ?? null,
    writeStaging: (staging) =>
      database.transaction('rw', chunks, state, async () => {
        await dropAllBut((await readCurrent())?.chunkIds ?? []);
        await state.put({ key: 'staging', value: staging });
      }),
    writeChunk: async (id, sealed) => {
      await chunks.put({ id, sealed });
    },
    readChunks: async (ids) => (await chunks.bulkGet([...ids])).map((row) => row?.sealed ?? null),
    swap: (next) =>
      database.transaction('rw', chunks, state, async () => {
        await dropAllBut(next.chunkIds);
        await state.put({ key: 'current', value: next });
        await state.delete('staging');
      }),
    clear: () =>
      database.transaction('rw', chunks, state, async () => {
        await chunks.clear();
        await state.clear();
      }),
    close: () => database.close(),
  };
}
