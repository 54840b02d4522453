/** A roster that is being loaded chunk by chunk beside the current one, which goes on answering until `finish`. */
import { must } from '#shared/base/assert.ts';
import type { StoredChunk } from './fold-roster.ts';
import type { HeldRecord, SmallCollections } from './held-records.ts';
import { packChunk } from './packed-chunk.ts';
import type { StagingRoster } from './roster-disk.ts';
import { packedCollections } from './roster-maps.ts';
import { SealBroken } from './sealer.ts';
import type { StoredChunks } from './stored-chunks.ts';

/** The compiler asks for every collection of `SmallCollections`: one that is missing here would be dropped as it comes. */
const smallCollections: Readonly<Record<keyof SmallCollections, true>> = {
  events: true,
  ticket_types: true,
  checkin_lists: true,
  gates: true,
  entry_rules: true,
  checkin_questions: true,
  supervisors: true,
  ticket_keys: true,
  kiosks: true,
  checkin_conflicts: true,
  admission_reports: true,
  exhibitors: true,
  leads: true,
  lead_edits: true,
  attendee_imports: true,
};

/** Collections that a kiosk keeps; it keeps nothing of any other that the server may send. */
export const heldCollections: ReadonlySet<string> = new Set([...packedCollections, ...Object.keys(smallCollections)]);

export interface SnapshotInfo {
  readonly snapshot: string;
  readonly log: string;
  readonly seq: number;
  readonly rows: number;
  readonly chunks: number;
}

export interface RosterLoad {
  readonly info: SnapshotInfo;
  /** Numbers of the chunks that are not on the disk, from 0. */
  missing(): readonly number[];
  loadedRows(): number;
  /** Durable when it resolves. */
  put(n: number, chunk: { readonly collection: string; readonly records: readonly HeldRecord[] }): Promise<void>;
  /**
   * Makes it the roster. Every chunk must be there.
   *
   * @param onTaken called in the same turn in which it begins to answer
   */
  finish(onTaken: () => void): Promise<void>;
}

/** @param have chunks that are on the disk already @param take makes the chunks the current roster */
export function rosterLoadOf(
  staging: StagingRoster,
  have: Map<number, StoredChunk>,
  chunks: StoredChunks,
  take: (stored: readonly StoredChunk[], onTaken: () => void) => Promise<void>,
): RosterLoad {
  let rows = [...have.values()].reduce((sum, { chunk }) => sum + chunk.count, 0);
  return {
    info: staging,
    missing: () => Array.from({ length: staging.chunks }, (_, n) => n).filter((n) => !have.has(n)),
    loadedRows: () => rows,
    async put(n, { collection, records }) {
      const held = heldCollections.has(collection) ? records : [];
      have.set(n, await chunks.write(stagedId(staging, n), packChunk(collection, held)));
      rows += records.length;
    },
    finish(onTaken) {
      const stored = Array.from({ length: staging.chunks }, (_, n) => must(have.get(n), `chunk ${n} of a load`));
      return take(stored, onTaken);
    },
  };
}

/** @returns the chunks of a load that was under way when the kiosk stopped, as far as they can be opened */
export async function stagedChunks(staging: StagingRoster, chunks: StoredChunks): Promise<Map<number, StoredChunk>> {
  const have = new Map<number, StoredChunk>();
  for (let n = 0; n < staging.chunks; n++) {
    try {
      const [stored] = await chunks.read([stagedId(staging, n)]);
      have.set(n, stored!);
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
    }
  }
  return have;
}

function stagedId(staging: StagingRoster, n: number): string {
  return `${staging.base}/${n}`;
}
