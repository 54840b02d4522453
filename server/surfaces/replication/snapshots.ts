/**
 * First loads: all records a device may hold, as of one sequence number, in numbered compressed chunks (SY3, SY4).
 * One build serves every kiosk of an event: twenty that come at once cost one read.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Clock, minuteMs } from '#shared/base/time.ts';
import type { Condition } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { replicaOf } from './replica-view.ts';

const gzipped = promisify(gzip);

export const chunkRows = 1_000;
/** A kept snapshot is handed out again while the log has grown by less than this: the kiosk pulls the rest. */
const staleChanges = 5_000;
const freshMs = 5 * minuteMs;
/** How long chunks stay for a kiosk that resumes. */
const keptMs = 30 * minuteMs;
const snapshotsMax = 24;
/** Level 1: a kiosk waits for this, and on a local network bytes are cheaper than time. */
const gzipLevel = 1;

export type Compress = (text: string) => Promise<Buffer>;

const compressWithGzip: Compress = (text) => gzipped(text, { level: gzipLevel });

export interface Snapshot {
  readonly id: string;
  readonly log: string;
  readonly seq: number;
  readonly rows: number;
  readonly builtAtMs: number;
  /** Each a gzipped `SnapshotChunk`. */
  readonly chunks: readonly Buffer[];
}

export interface SnapshotSource {
  readonly logId: string;
  head(): Promise<number>;
  scan(collection: string, where: Condition | undefined, pageSize: number): AsyncIterable<readonly StoredRecord[]>;
}

export interface SnapshotPart {
  readonly definition: CollectionDefinition;
  readonly where: Condition | undefined;
}

export interface Snapshots {
  /** @param scope who shares it, e.g. tenant and event */
  latest(scope: string, source: SnapshotSource, parts: readonly SnapshotPart[]): Promise<Snapshot>;
  find(scope: string, id: string): Snapshot | null;
}

async function build(
  id: string,
  source: SnapshotSource,
  parts: readonly SnapshotPart[],
  builtAtMs: number,
  compress: Compress,
): Promise<Snapshot> {
  // The head is read first: whatever is committed meanwhile may be in the rows already and comes again as a change.
  const seq = await source.head();
  const chunks: Buffer[] = [];
  let rows = 0;
  for (const { definition, where } of parts) {
    const toReplica = replicaOf(definition);
    for await (const page of source.scan(definition.name, where, chunkRows)) {
      if (page.length === 0) continue;
      rows += page.length;
      chunks.push(await compress(JSON.stringify({ collection: definition.name, records: page.map(toReplica) })));
    }
  }
  return { id, log: source.logId, seq, rows, builtAtMs, chunks };
}

/** @param compress gzip, unless a simulation has its own time for it */
export function createSnapshots(clock: Clock, newId: () => string, compress = compressWithGzip): Snapshots {
  const kept = new Map<string, { scope: string; snapshot: Snapshot }>();
  const building = new Map<string, Promise<Snapshot>>();

  function forgetOld(): void {
    for (const [id, { snapshot }] of kept) if (clock() - snapshot.builtAtMs > keptMs) kept.delete(id);
    while (kept.size >= snapshotsMax) kept.delete(kept.keys().next().value!);
  }

  return {
    async latest(scope, source, parts) {
      const head = await source.head();
      const newest = [...kept.values()].filter((k) => k.scope === scope).at(-1)?.snapshot;
      const usable =
        newest &&
        newest.log === source.logId &&
        head - newest.seq <= staleChanges &&
        clock() - newest.builtAtMs <= freshMs;
      if (usable) return newest;
      const under = building.get(scope);
      if (under) return under;
      const started = build(newId(), source, parts, clock(), compress).finally(() => building.delete(scope));
      building.set(scope, started);
      const snapshot = await started;
      forgetOld();
      kept.set(snapshot.id, { scope, snapshot });
      return snapshot;
    },
    find(scope, id) {
      const found = kept.get(id);
      return found?.scope === scope ? found.snapshot : null;
    },
  };
}
