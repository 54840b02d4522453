/**
 * Keeps disk and memory of the roster together: loads it at start, takes a new one chunk by chunk beside the old one,
 * takes changes, and folds them when there are many. What cannot be opened makes the roster `damaged`: the caller
 * then loads a new one; nothing here tries the same broken bytes twice.
 */
import { must } from '#shared/base/assert.ts';
import { createListeners } from '#shared/base/observable.ts';
import { type ChangeEpochs, createChangeEpochs } from './change-epochs.ts';
import { foldRoster, type StoredChunk } from './fold-roster.ts';
import type { HeldRecord } from './held-records.ts';
import { createHeldRoster, type HeldRoster } from './held-roster.ts';
import type { Roster, RosterCursor } from './replica.ts';
import type { CurrentRoster, RosterDisk, StagingRoster } from './roster-disk.ts';
import { heldCollections, type RosterLoad, rosterLoadOf, type SnapshotInfo, stagedChunks } from './roster-load.ts';
import { createRosterMaps, type RosterChange, type RosterMaps } from './roster-maps.ts';
import { createRosterPeople, type RosterPeople } from './roster-people.ts';
import type { ChangeDoc, ChangeRows } from './rows.ts';
import { SealBroken, type Sealer } from './sealer.ts';
import { openStoredChunks, type StoredChunks } from './stored-chunks.ts';

/** Number of changes beyond the packed roster above which they are folded into it. */
export const foldAboveChanges = 5_000;

export interface RosterStore {
  readonly roster: Roster;
  readonly people: RosterPeople;
  /** Reads the disk, once at the start. `damaged`: the roster could not be opened and was removed from the disk. */
  load(): Promise<'ready' | 'empty' | 'damaged'>;
  ready(): boolean;
  /** Position up to which the log is known; null: there is no roster. */
  cursor(): RosterCursor | null;
  /** Position in the log of the packed roster on disk: changes after it must still be pulled or lie in `changes`. */
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
   * Folds when there are many changes; a call while it runs waits for that fold. To be called when a round has pulled all
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
  /** Pauses between two slices of the index over people; a short while when absent. */
  readonly pauseBuilding?: () => Promise<void>;
  readonly foldAbove?: number;
}

export function openRosterStore(options: RosterStoreOptions): RosterStore {
  const { sealer, disk } = options;
  const listeners = createListeners();
  const chunks = openStoredChunks(disk, sealer);
  const epochs = createChangeEpochs(options.changes);
  const held = createHeldRoster();
  const people = createRosterPeople(() => held.maps().registrations(), options.pauseBuilding);
  let folding: Promise<void> | null = null;

  async function makeCurrent(
    next: CurrentRoster,
    stored: readonly StoredChunk[],
    nextMaps: RosterMaps,
    onTaken = (): void => {},
  ): Promise<void> {
    await disk.swap(next);
    const same = held.replace(next, stored, nextMaps);
    void (same ? people.moved() : people.replaced());
    // Swept in the next round: rows of the last page may be written after this.
    epochs.markUnswept();
    onTaken();
    listeners.notify();
  }

  function loadOf(staging: StagingRoster, have: Map<number, StoredChunk>): RosterLoad {
    return rosterLoadOf(staging, have, chunks, async (stored, onTaken) => {
      const nextMaps = await mapsOf(stored, options.yieldNow);
      epochs.begin();
      const { base, log, seq } = staging;
      const next = { cursor: { base, log, seq }, chunkIds: stored.map(({ id }) => id) };
      await makeCurrent(next, stored, nextMaps, onTaken);
    });
  }

  async function fold(): Promise<void> {
    const at = must(held.cursor(), 'a roster to fold into');
    epochs.begin();
    const stored = await foldHeld(at, held, chunks, options.yieldNow);
    const nextMaps = await mapsOf(stored, options.yieldNow);
    // A new roster came in meanwhile: what was folded belongs to the old one.
    if (held.cursor()?.base !== at.base) return;
    await makeCurrent({ cursor: at, chunkIds: stored.map(({ id }) => id) }, stored, nextMaps);
  }

  return {
    roster: held.roster,
    people,
    load: () => loadHeld({ disk, sealer, chunks, epochs, held, people }),
    ready: () => held.cursor() !== null,
    cursor: held.cursor,
    packedCursor: held.packedCursor,
    async resumeLoad() {
      const staging = await disk.readStaging();
      return staging === null ? null : loadOf(staging, await stagedChunks(staging, chunks));
    },
    async beginLoad(info) {
      const { snapshot, log, seq, rows, chunks: count } = info;
      const base = `${log}:${seq}:${crypto.randomUUID()}`;
      const staging: StagingRoster = { base, snapshot, log, seq, rows, chunks: count };
      await disk.writeStaging(staging);
      return loadOf(staging, new Map());
    },
    async take(changes, seq) {
      const { base, seq: packedSeq } = must(held.packedCursor(), 'a roster to change');
      const taken = changes.filter(({ collection, seq: s }) => heldCollections.has(collection) && s > packedSeq);
      for (const change of taken) {
        held.apply(change);
        if (change.collection === 'registrations') people.put(change.id, held.maps().registration(change.id));
      }
      held.advance(seq);
      if (taken.length > 0) listeners.notify();
      const keyed = taken.map((change) => ({ ...change, key: epochs.keyOf(change.collection, change.id) }));
      return Promise.all(
        keyed.map(async ({ key, seq: changeSeq, record }) => {
          return { key, seq: changeSeq, base, sealed: await sealer.sealJson(record, key) };
        }),
      );
    },
    async foldIfDue() {
      // Litter does no harm: a disk that refuses now is asked again with the next round.
      if (epochs.isUnswept()) await epochs.sweep(held.packedCursor).catch(() => undefined);
      if (held.cursor() === null || held.maps().changeCount() <= (options.foldAbove ?? foldAboveChanges)) return;
      folding ??= fold().finally(() => {
        folding = null;
      });
      await folding;
    },
    async clear() {
      held.clear();
      epochs.begin();
      void people.replaced();
      await disk.clear();
      await epochs.sweep(held.packedCursor);
      listeners.notify();
    },
    onChange: listeners.subscribe,
    close: () => disk.close(),
  };
}

interface LoadParts {
  readonly disk: RosterDisk;
  readonly sealer: Sealer;
  readonly chunks: StoredChunks;
  readonly epochs: ChangeEpochs;
  readonly held: HeldRoster;
  readonly people: RosterPeople;
}

/** Loads the packed roster from the disk at the start, and the changes on top of it. */
async function loadHeld(parts: LoadParts): Promise<'ready' | 'empty' | 'damaged'> {
  const { disk, chunks, epochs, held, people } = parts;
  const current = await disk.readCurrent();
  if (current === null) {
    await epochs.onDisk(null);
    return 'empty';
  }
  try {
    held.begin(current.cursor, await chunks.read(current.chunkIds));
    await loadChanges(current, parts);
    void people.replaced();
    return 'ready';
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    held.clear();
    await disk.clear();
    await epochs.onDisk(null);
    return 'damaged';
  }
}

async function loadChanges(current: CurrentRoster, { epochs, held, sealer }: LoadParts): Promise<void> {
  const relevant = await epochs.onDisk(current.cursor);
  await Promise.all(
    relevant.map(async ({ key, seq, sealed }) => {
      const record = (await sealer.openJson(sealed, key)) as HeldRecord | null;
      const [, collection, id] = key.split(':');
      held.apply({ collection: collection!, id: id!, seq, record });
      held.advance(seq);
    }),
  );
}

function foldHeld(
  at: RosterCursor,
  held: HeldRoster,
  chunks: StoredChunks,
  yieldNow: () => Promise<void>,
): Promise<readonly StoredChunk[]> {
  // No name that any fold before this one gave, also not before a restart: those chunks may be the roster on disk.
  const name = crypto.randomUUID();
  let n = 0;
  return foldRoster({
    chunks: held.chunks(),
    changes: held.maps().changes(),
    write: (bytes) => chunks.write(`${at.base}/fold-${name}-${n++}`, bytes),
    yieldNow,
  });
}

async function mapsOf(stored: readonly StoredChunk[], yieldNow: () => Promise<void>): Promise<RosterMaps> {
  const next = createRosterMaps();
  for (const { chunk } of stored) {
    next.addChunk(chunk);
    await yieldNow();
  }
  return next;
}
