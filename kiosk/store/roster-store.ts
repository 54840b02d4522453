/**
 * Keeps disk and memory of the roster together: loads it at start, takes a new one chunk by chunk beside the old one,
 * takes changes, and folds them when there are many. What cannot be opened makes the roster `damaged`: the caller
 * then loads a new one; nothing here tries the same broken bytes twice.
 */
import { must } from '#shared/base/assert.ts';
import { foldRoster, type StoredChunk } from './fold-roster.ts';
import type { HeldRecord } from './held-records.ts';
import { packChunk, unpackChunk } from './packed-chunk.ts';
import type { Roster, RosterCursor } from './replica.ts';
import type { CurrentRoster, RosterDisk, StagingRoster } from './roster-disk.ts';
import { createRosterMaps, packedCollections, type RosterChange, type RosterMaps } from './roster-maps.ts';
import { createRosterPeople, type RosterPeople } from './roster-people.ts';
import type { ChangeDoc, ChangeRows } from './rows.ts';
import { SealBroken, type Sealer } from './sealer.ts';

/** What a kiosk keeps; of anything else the server may send it keeps nothing. */
const heldCollections: ReadonlySet<string> = new Set([
  ...packedCollections,
  'events',
  'ticket_types',
  'checkin_lists',
  'gates',
  'entry_rules',
  'checkin_questions',
  'supervisors',
  'ticket_keys',
  'kiosks',
  'checkin_conflicts',
  'admission_reports',
]);

/** Changes beyond the packed roster; above, they are folded into it. */
export const foldAboveChanges = 5_000;
/** Chunks read from disk in one request: enough to be worth one, few enough to unpack while the next is read. */
const readTogetherChunks = 8;

export interface SnapshotInfo {
  readonly snapshot: string;
  readonly log: string;
  readonly seq: number;
  readonly rows: number;
  readonly chunks: number;
}

/** A roster that is being loaded; the current one goes on answering until `finish`. */
export interface RosterLoad {
  readonly info: SnapshotInfo;
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

export interface RosterStore {
  readonly roster: Roster;
  readonly people: RosterPeople;
  load(): Promise<'ready' | 'empty' | 'damaged'>;
  ready(): boolean;
  cursor(): RosterCursor | null;
  /** How far the packed roster on disk knows the log: changes after it must still be pulled or lie in `changes`. */
  packedCursor(): RosterCursor | null;
  /** The load that was under way when the kiosk stopped, with what it has. */
  resumeLoad(): Promise<RosterLoad | null>;
  beginLoad(info: SnapshotInfo): Promise<RosterLoad>;
  /**
   * Takes changes into memory and hands back what has to be written to the collection `changes`.
   *
   * @param seq how far the log is known with them
   */
  take(changes: readonly RosterChange[], seq: number): Promise<readonly ChangeDoc[]>;
  /**
   * Folds when there are many changes; a call while it runs does nothing. To be called when a round has pulled all
   * there was: documents of rounds before it are on the disk then, and what an earlier fold made superfluous is dropped.
   */
  foldIfDue(): Promise<void>;
  clear(): Promise<void>;
  onChange(listener: () => void): () => void;
  close(): void;
}

export interface RosterStoreOptions {
  readonly disk: RosterDisk;
  readonly sealer: Sealer;
  readonly changes: ChangeRows;
  /** Lets everything else on the thread go first. */
  readonly yieldNow: () => Promise<void>;
  /** Between two slices of the index over people; a short while unless told. */
  readonly pauseBuilding?: () => Promise<void>;
  readonly foldAbove?: number;
}

export function openRosterStore(options: RosterStoreOptions): RosterStore {
  const { sealer, disk, yieldNow } = options;
  const listeners = new Set<() => void>();
  let maps = createRosterMaps();
  const people = createRosterPeople(() => maps.registrations(), options.pauseBuilding);
  let chunks: readonly StoredChunk[] = [];
  let cursor: RosterCursor | null = null;
  /** Changes up to here stand in the packed roster: one that comes again may be older than what stands there. */
  let packedSeq = 0;
  let epoch = 0;
  let folding: Promise<void> | null = null;
  /** Documents may lie on disk, or still be on their way there, that the packed roster has made superfluous. */
  let unswept = false;

  const tell = (): void => {
    for (const listener of listeners) listener();
  };

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

  /** All reads at once, a few chunks each: the disk, the cipher and this thread each have something to do. */
  async function readStored(ids: readonly string[]): Promise<StoredChunk[]> {
    const parts: Promise<StoredChunk[]>[] = [];
    for (let from = 0; from < ids.length; from += readTogetherChunks)
      parts.push(readSome(ids.slice(from, from + readTogetherChunks)));
    return (await Promise.all(parts)).flat();
  }

  async function writeStored(id: string, bytes: Uint8Array<ArrayBuffer>): Promise<StoredChunk> {
    await disk.writeChunk(id, await sealer.seal(bytes, id));
    return { id, chunk: unpackChunk(bytes) };
  }

  async function mapsOf(stored: readonly StoredChunk[]): Promise<RosterMaps> {
    const next = createRosterMaps();
    for (const { chunk } of stored) {
      next.addChunk(chunk);
      await yieldNow();
    }
    return next;
  }

  /** On top of the packed roster at `under`; any other document is superfluous. */
  const liesOn = (doc: ChangeDoc, under: RosterCursor | null, underSeq: number): boolean =>
    under !== null && doc.base === under.base && doc.seq > underSeq;

  /**
   * Drops superfluous documents. Keys of the current epoch stay: they are still being written. Not the epoch alone
   * decides, because a fold that failed has begun an epoch, too.
   */
  async function sweep(): Promise<void> {
    unswept = false;
    try {
      const docs = await options.changes.all();
      const isSuperfluous = (doc: ChangeDoc): boolean =>
        cursor === null || (epochOf(doc.key) < epoch && !liesOn(doc, cursor, packedSeq));
      const superfluous = docs.filter(isSuperfluous);
      if (superfluous.length > 0) await options.changes.forget(superfluous.map((doc) => doc.key));
    } catch (error) {
      unswept = true;
      throw error;
    }
  }

  /** @returns the documents on top of the packed roster; whatever else lies there is swept, also what a wipe left */
  async function changesOnDisk(under: RosterCursor | null): Promise<readonly ChangeDoc[]> {
    const docs = await options.changes.all();
    for (const doc of docs) epoch = Math.max(epoch, epochOf(doc.key));
    const relevant = docs.filter((doc) => liesOn(doc, under, under?.seq ?? 0));
    if (relevant.length < docs.length) {
      epoch += 1;
      unswept = true;
    }
    return relevant;
  }

  async function loadChanges(current: CurrentRoster): Promise<void> {
    const relevant = await changesOnDisk(current.cursor);
    await Promise.all(
      relevant.map(async ({ key, seq: changeSeq, sealed }) => {
        const record = (await sealer.openJson(sealed, key)) as HeldRecord | null;
        const [, collection, id] = key.split(':');
        maps.apply({ collection: collection!, id: id!, seq: changeSeq, record });
        if (changeSeq > cursor!.seq) cursor = { ...cursor!, seq: changeSeq };
      }),
    );
  }

  async function makeCurrent(
    next: CurrentRoster,
    stored: readonly StoredChunk[],
    nextMaps: RosterMaps,
    onTaken = (): void => {},
  ): Promise<void> {
    await disk.swap(next);
    const sameRoster = cursor?.base === next.cursor.base;
    // What was taken while the new roster was written lies on top of it, in memory as on disk. So does what a snapshot
    // of the same log is behind: in memory only, until it has been pulled again.
    if (cursor?.log === next.cursor.log)
      for (const change of maps.changes()) if (change.seq > next.cursor.seq) nextMaps.apply(change);
    if (!sameRoster) cursor = next.cursor;
    maps = nextMaps;
    void (sameRoster ? people.moved() : people.replaced());
    chunks = stored;
    packedSeq = next.cursor.seq;
    // Not now: what was taken with the last page may be written after this. By the next round it has been.
    unswept = true;
    onTaken();
    tell();
  }

  function loadOf(staging: StagingRoster, have: Map<number, StoredChunk>): RosterLoad {
    let rows = [...have.values()].reduce((sum, { chunk }) => sum + chunk.count, 0);
    return {
      info: staging,
      missing: () => Array.from({ length: staging.chunks }, (_, n) => n).filter((n) => !have.has(n)),
      loadedRows: () => rows,
      async put(n, { collection, records }) {
        const held = heldCollections.has(collection) ? records : [];
        have.set(n, await writeStored(stagedId(staging, n), packChunk(collection, held)));
        rows += records.length;
      },
      async finish(onTaken) {
        const stored = Array.from({ length: staging.chunks }, (_, n) => must(have.get(n), `chunk ${n} of a load`));
        const nextMaps = await mapsOf(stored);
        epoch += 1;
        const { base, log, seq } = staging;
        const next = { cursor: { base, log, seq }, chunkIds: stored.map(({ id }) => id) };
        await makeCurrent(next, stored, nextMaps, onTaken);
      },
    };
  }

  async function fold(): Promise<void> {
    const at = must(cursor, 'a roster to fold into');
    const changes = maps.changes();
    epoch += 1;
    // No name that any fold before this one gave, also not before a restart: those chunks may be the roster on disk.
    const name = crypto.randomUUID();
    let n = 0;
    const stored = await foldRoster({
      chunks,
      changes,
      write: (bytes) => writeStored(`${at.base}/fold-${name}-${n++}`, bytes),
      yieldNow,
    });
    const nextMaps = await mapsOf(stored);
    // A new roster came in meanwhile: what was folded belongs to the old one.
    if (cursor?.base !== at.base) return;
    await makeCurrent({ cursor: at, chunkIds: stored.map(({ id }) => id) }, stored, nextMaps);
  }

  return {
    roster: rosterOver(() => maps),
    people,
    async load() {
      const current = await disk.readCurrent();
      if (current === null) {
        await changesOnDisk(null);
        return 'empty';
      }
      try {
        const stored = await readStored(current.chunkIds);
        for (const { chunk } of stored) maps.addChunk(chunk);
        chunks = stored;
        cursor = current.cursor;
        packedSeq = current.cursor.seq;
        await loadChanges(current);
        void people.replaced();
        return 'ready';
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error;
        maps = createRosterMaps();
        chunks = [];
        cursor = null;
        await disk.clear();
        await changesOnDisk(null);
        return 'damaged';
      }
    },
    ready: () => cursor !== null,
    cursor: () => cursor,
    packedCursor: () => (cursor === null ? null : { ...cursor, seq: packedSeq }),
    async resumeLoad() {
      const staging = await disk.readStaging();
      if (staging === null) return null;
      const have = new Map<number, StoredChunk>();
      for (let n = 0; n < staging.chunks; n++) {
        try {
          const [stored] = await readStored([stagedId(staging, n)]);
          have.set(n, stored!);
        } catch (error) {
          if (!(error instanceof SealBroken)) throw error;
        }
      }
      return loadOf(staging, have);
    },
    async beginLoad(info) {
      const { snapshot, log, seq, rows, chunks: count } = info;
      const base = `${log}:${seq}:${crypto.randomUUID()}`;
      const staging: StagingRoster = { base, snapshot, log, seq, rows, chunks: count };
      await disk.writeStaging(staging);
      return loadOf(staging, new Map());
    },
    async take(changes, seq) {
      const at = must(cursor, 'a roster to change');
      const held = changes.filter(({ collection, seq: s }) => heldCollections.has(collection) && s > packedSeq);
      for (const change of held) {
        maps.apply(change);
        if (change.collection === 'registrations') people.put(change.id, maps.registration(change.id));
      }
      cursor = { ...at, seq: Math.max(at.seq, seq) };
      if (held.length > 0) tell();
      const ofEpoch = epoch;
      return Promise.all(
        held.map(async ({ collection, id, seq: changeSeq, record }) => {
          const key = `${ofEpoch}:${collection}:${id}`;
          return { key, seq: changeSeq, base: at.base, sealed: await sealer.sealJson(record, key) };
        }),
      );
    },
    async foldIfDue() {
      // Litter does no harm: a disk that refuses now is asked again with the next round.
      if (unswept) await sweep().catch(() => undefined);
      if (cursor === null || maps.changeCount() <= (options.foldAbove ?? foldAboveChanges)) return;
      folding ??= fold().finally(() => {
        folding = null;
      });
      await folding;
    },
    async clear() {
      maps = createRosterMaps();
      chunks = [];
      cursor = null;
      epoch += 1;
      void people.replaced();
      await disk.clear();
      await sweep();
      tell();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => disk.close(),
  };
}

function stagedId(staging: StagingRoster, n: number): string {
  return `${staging.base}/${n}`;
}

function epochOf(key: string): number {
  return Number(key.slice(0, key.indexOf(':')));
}

/** One face over maps that are replaced as a whole. */
function rosterOver(maps: () => RosterMaps): Roster {
  return {
    registrationByTicket: (ticketNumber) => maps().registrationByTicket(ticketNumber),
    registration: (id) => maps().registration(id),
    checkin: (registrationId, listId) => maps().checkin(registrationId, listId),
    records: (collection) => maps().records(collection),
    record: (collection, id) => maps().record(collection, id),
    registrationCount: () => maps().registrationCount(),
    checkedInCount: (listId) => maps().checkedInCount(listId),
    registrations: () => maps().registrations(),
  };
}
