/**
 * First loads: all records a device may hold, as of one sequence number, in numbered compressed chunks (SY3, SY4).
 * One build serves every kiosk of an event and role: twenty that come at once cost one read. Servers on one database put
 * theirs on its sharedBlobs, so that a kiosk may take each chunk from another of them.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Clock, minuteMs } from '#shared/base/time.ts';
import type { Condition } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { SharedBlobs } from '../../store/contract.ts';
import { ByteScratch } from './byte-scratch.ts';
import { replicaOf } from './replica-view.ts';

const gzipped = promisify(gzip);

/** Maximum number of rows in a chunk. */
export const chunkRows = 1_000;
/** Rows read at once: few enough that they are forgotten before the next ones come. Divides `chunkRows`. */
const pageRows = 250;
/** A kept snapshot is handed out again while the log has grown by no more changes than this: the kiosk pulls the rest. */
const staleChanges = 5_000;
/** Time for which chunks stay after their snapshot was last handed out, for a kiosk that resumes. */
const keptMs = 30 * minuteMs;
const snapshotsMax = 24;
/** Of all kept chunks together; the snapshot handed out longest ago goes first, the latest stays however large. */
const keptBytesMax = 64 * 1024 * 1024;
/** Level 1: a kiosk waits for this, and on a local network bytes are cheaper than time. */
const gzipLevel = 1;

/** The bytes are written over once it has answered. */
export type Compress = (json: Uint8Array) => Promise<Buffer>;

const compressWithGzip: Compress = (json) => gzipped(json, { level: gzipLevel });

export interface Snapshot {
  readonly id: string;
  readonly log: string;
  /** Every change up to here is in it; later ones may be, too. */
  readonly seq: number;
  readonly rows: number;
  /** Each a gzipped `SnapshotChunk`. */
  readonly chunks: readonly Buffer[];
}

export interface SnapshotSource {
  readonly logId: string;
  head(): Promise<number>;
  walk(collection: string, where: Condition | undefined, pageSize: number): AsyncIterable<readonly StoredRecord[]>;
}

export interface SnapshotPart {
  readonly definition: CollectionDefinition;
  readonly where: Condition | undefined;
}

export interface Snapshots {
  /** @param scope who shares it, e.g. tenant and event */
  latest(scope: string, source: SnapshotSource, parts: readonly SnapshotPart[]): Promise<Snapshot>;
  /** Finds a snapshot among those that this process has; null: there is none of this scope and id. */
  find(scope: string, id: string): Snapshot | null;
  /** Finds also a snapshot that another process made; null: there is none of this scope and id any more. */
  fetch(scope: string, id: string): Promise<Snapshot | null>;
}

async function build(
  id: string,
  source: SnapshotSource,
  parts: readonly SnapshotPart[],
  compress: Compress,
): Promise<Snapshot> {
  // The head is read first: a later commit may be in the rows already and comes again as a change.
  const seq = await source.head();
  const chunks: Buffer[] = [];
  let rows = 0;
  let [filling, packed] = [new ByteScratch(), new ByteScratch()];
  let packing: Promise<Buffer> | null = null;
  /** One chunk is packed on another thread while the next one is read; waiting for it lets others have their turn. */
  async function pack(): Promise<void> {
    filling.write(']}');
    if (packing) chunks.push(await packing);
    packing = compress(filling.bytes);
    // Looked at when the next one comes: until then no caller waits for it.
    packing.catch(() => undefined);
    [filling, packed] = [packed, filling];
  }
  for (const { definition, where } of parts) {
    const toReplica = replicaOf(definition);
    let count = 0;
    for await (const page of source.walk(definition.name, where, pageRows)) {
      if (page.length === 0) continue;
      if (count === 0) filling.clear();
      filling.write(count === 0 ? `{"collection":${JSON.stringify(definition.name)},"records":[` : ',');
      filling.write(JSON.stringify(page.map(toReplica)).slice(1, -1));
      rows += page.length;
      count += page.length;
      if (count < chunkRows) continue;
      await pack();
      count = 0;
    }
    if (count > 0) await pack();
  }
  if (packing) chunks.push(await packing);
  return { id, log: source.logId, seq, rows, chunks };
}

function bytesOf({ chunks }: Snapshot): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}

/** The first part on the sharedBlobs; the chunks follow it. */
type Head = Pick<Snapshot, 'log' | 'seq' | 'rows'>;

function blobParts({ log, seq, rows, chunks }: Snapshot): readonly Buffer[] {
  const head: Head = { log, seq, rows };
  return [Buffer.from(JSON.stringify(head)), ...chunks];
}

function unshelved(id: string, [first, ...chunks]: readonly Buffer[]): Snapshot | null {
  return first === undefined ? null : { id, ...(JSON.parse(first.toString()) as Head), chunks };
}

/** A snapshot beyond the head is not usable: the log was set back, and every kiosk that took it would be sent for another. */
function isUsable(snapshot: Pick<Snapshot, 'log' | 'seq'>, source: SnapshotSource, head: number): boolean {
  return snapshot.log === source.logId && snapshot.seq <= head && head - snapshot.seq <= staleChanges;
}

/**
 * @param compress gzip, unless a simulation has its own time for it
 * @param sharedBlobs null: no other process answers for the same data
 */
export function createSnapshots(
  clock: Clock,
  newId: () => string,
  compress = compressWithGzip,
  sharedBlobs: SharedBlobs | null = null,
): Snapshots {
  /** Snapshots by id, the one that was handed out longest ago first. */
  const kept = new Map<string, Kept>();
  const building = new Map<string, Promise<Snapshot>>();
  const fetching = new Map<string, Promise<Snapshot | null>>();

  function keep(scope: string, snapshot: Snapshot): void {
    kept.delete(snapshot.id);
    kept.set(snapshot.id, { scope, snapshot, handedOutMs: clock() });
  }

  function forgetOld(): void {
    for (const [id, { handedOutMs }] of kept) if (clock() - handedOutMs > keptMs) kept.delete(id);
    let bytes = [...kept.values()].reduce((sum, { snapshot }) => sum + bytesOf(snapshot), 0);
    for (const [id, { snapshot }] of kept) {
      if (kept.size === 1 || (kept.size <= snapshotsMax && bytes <= keptBytesMax)) return;
      kept.delete(id);
      bytes -= bytesOf(snapshot);
    }
  }

  function find(scope: string, id: string): Snapshot | null {
    const found = kept.get(id);
    return found?.scope === scope ? found.snapshot : null;
  }

  async function fromShared(scope: string, id: string): Promise<Snapshot | null> {
    const parts = await sharedBlobs?.read(scope, id);
    const snapshot = parts ? unshelved(id, parts) : null;
    if (snapshot === null) return null;
    keep(scope, snapshot);
    forgetOld();
    return snapshot;
  }

  async function fetch(scope: string, id: string): Promise<Snapshot | null> {
    const found = find(scope, id);
    if (found !== null || sharedBlobs === null) return found;
    const key = `${scope} ${id}`;
    const under = fetching.get(key) ?? fromShared(scope, id).finally(() => fetching.delete(key));
    fetching.set(key, under);
    return under;
  }

  /** Returns a snapshot that another process made a moment ago, if it is usable here too. */
  async function madeByAnotherServer(scope: string, source: SnapshotSource, head: number): Promise<Snapshot | null> {
    const newest = await sharedBlobs?.newest(scope);
    if (!newest || !isUsable(JSON.parse(newest.first.toString()) as Head, source, head)) return null;
    return fetch(scope, newest.id);
  }

  async function make(scope: string, source: SnapshotSource, parts: readonly SnapshotPart[], head: number) {
    return (await madeByAnotherServer(scope, source, head)) ?? build(newId(), source, parts, compress);
  }

  /** Puts the snapshot where other processes find it: they receive requests for its chunks as soon as it is handed out. */
  async function putOut(scope: string, snapshot: Snapshot): Promise<Snapshot> {
    if (sharedBlobs !== null && !(await sharedBlobs.touch(scope, snapshot.id)))
      await sharedBlobs.put(scope, snapshot.id, blobParts(snapshot), keptMs);
    return snapshot;
  }

  return {
    async latest(scope, source, parts) {
      const head = await source.head();
      const newest = [...kept.values()].filter((k) => k.scope === scope).at(-1)?.snapshot;
      if (newest && isUsable(newest, source, head)) {
        keep(scope, newest);
        return putOut(scope, newest);
      }
      const under = building.get(scope);
      if (under) return under;
      const started = make(scope, source, parts, head)
        .then((snapshot) => putOut(scope, snapshot))
        .finally(() => building.delete(scope));
      building.set(scope, started);
      const snapshot = await started;
      keep(scope, snapshot);
      forgetOld();
      return snapshot;
    },
    find,
    fetch,
  };
}

interface Kept {
  readonly scope: string;
  readonly snapshot: Snapshot;
  readonly handedOutMs: number;
}
