/**
 * Keeps disk and memory of the roster together: loads it at start, takes a new one chunk by chunk beside the old one,
 * takes changes, and folds them when there are many. What cannot be opened makes the roster `damaged`: the caller
 * then loads a new one; nothing here tries the same broken bytes twice.
 */
import { must } from '#shared/base/assert.ts';
import { type ChangeDoc, forgetDocuments, type ReplicaCollections } from './database.ts';
import { foldRoster, type StoredChunk } from './fold-roster.ts';
import { packChunk, unpackChunk } from './packed-chunk.ts';
import type { HeldRecord, Roster, RosterCursor } from './replica.ts';
import { type CurrentRoster, openRosterDisk, type StagingRoster } from './roster-disk.ts';
import { createRosterMaps, packedCollections, type RosterChange, type RosterMaps } from './roster-maps.ts';
import { createRosterPeople, type PeopleSearch } from './roster-people.ts';
import { SealBroken, type Sealer } from './sealer.ts';
import { yieldToOthers } from './yield-to-others.ts';

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
  /** Makes it the roster. Every chunk must be there. */
  finish(): Promise<void>;
}

export interface RosterStore {
  readonly roster: Roster;
  readonly people: PeopleSearch;
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
  /** Folds when there are many changes; a call while it runs does nothing. */
  foldIfDue(): Promise<void>;
  clear(): Promise<void>;
  onChange(listener: () => void): () => void;
  close(): void;
}

export interface RosterStoreOptions {
  readonly databaseName: string;
  readonly sealer: Sealer;
  /** Still being opened while the packed roster is read: a start has no time for one after the other. */
  readonly changes: Promise<ReplicaCollections['changes']>;
  readonly foldAbove?: number;
}

export function openRosterStore(options: RosterStoreOptions): RosterStore {
  const { sealer } = options;
  const disk = openRosterDisk(options.databaseName);
  const listeners = new Set<() => void>();
  let maps = createRosterMaps();
  const people = createRosterPeople(() => maps.registrations());
  let chunks: readonly StoredChunk[] = [];
  let cursor: RosterCursor | null = null;
  /** Changes up to here stand in the packed roster: one that comes again may be older than what stands there. */
  let packedSeq = 0;
  let epoch = 0;
  let folding: Promise<void> | null = null;

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
      await yieldToOthers();
    }
    return next;
  }

  /** The documents of earlier epochs stand in the packed roster now. */
  async function forgetOldChanges(): Promise<void> {
    const changeDocs = await options.changes;
    const docs = await changeDocs.find().exec();
    await forgetDocuments(
      changeDocs,
      docs.filter((doc) => epochOf(doc.key) < epoch).map((doc) => doc.key),
    );
  }

  async function loadChanges(current: CurrentRoster): Promise<void> {
    const docs = await (await options.changes).find().exec();
    for (const doc of docs) epoch = Math.max(epoch, epochOf(doc.key));
    const { base, seq } = current.cursor;
    const relevant = docs.filter((doc) => doc.base === base && doc.seq > seq);
    await Promise.all(
      relevant.map(async ({ key, seq: changeSeq, sealed }) => {
        const record = (await sealer.openJson(sealed, key)) as HeldRecord | null;
        const [, collection, id] = key.split(':');
        maps.apply({ collection: collection!, id: id!, seq: changeSeq, record });
        if (changeSeq > cursor!.seq) cursor = { ...cursor!, seq: changeSeq };
      }),
    );
  }

  async function makeCurrent(next: CurrentRoster, stored: readonly StoredChunk[], nextMaps: RosterMaps): Promise<void> {
    await disk.swap(next);
    // What was taken while the new roster was written lies on top of it, in memory as on disk.
    const sameRoster = cursor?.base === next.cursor.base;
    if (sameRoster) {
      for (const change of maps.changes()) if (change.seq > next.cursor.seq) nextMaps.apply(change);
    } else cursor = next.cursor;
    maps = nextMaps;
    void (sameRoster ? people.moved() : people.replaced());
    chunks = stored;
    packedSeq = next.cursor.seq;
    tell();
    await forgetOldChanges();
  }

  function loadOf(staging: StagingRoster, have: Map<number, StoredChunk>): RosterLoad {
    let rows = [...have.values()].reduce((sum, { chunk }) => sum + chunk.ids.length, 0);
    return {
      info: staging,
      missing: () => Array.from({ length: staging.chunks }, (_, n) => n).filter((n) => !have.has(n)),
      loadedRows: () => rows,
      async put(n, { collection, records }) {
        const held = heldCollections.has(collection) ? records : [];
        have.set(n, await writeStored(stagedId(staging, n), packChunk(collection, held)));
        rows += records.length;
      },
      async finish() {
        const stored = Array.from({ length: staging.chunks }, (_, n) => must(have.get(n), `chunk ${n} of a load`));
        const nextMaps = await mapsOf(stored);
        epoch += 1;
        const { base, log, seq } = staging;
        await makeCurrent({ cursor: { base, log, seq }, chunkIds: stored.map(({ id }) => id) }, stored, nextMaps);
      },
    };
  }

  async function fold(): Promise<void> {
    const at = must(cursor, 'a roster to fold into');
    const changes = maps.changes();
    epoch += 1;
    let n = 0;
    const stored = await foldRoster({
      chunks,
      changes,
      write: (bytes) => writeStored(`${at.base}/fold-${epoch}-${n++}`, bytes),
      yieldNow: yieldToOthers,
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
      if (current === null) return 'empty';
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
      await forgetOldChanges();
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
