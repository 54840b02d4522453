/**
 * The roster in memory: tables over packed chunks, and over them what has changed since. Rebuilt from disk at start; a
 * change is known here before it is on the disk. Answers in microseconds, most of them spent parsing one record; makes
 * no promise about durability.
 */
import { assert, must } from '#shared/base/assert.ts';
import { createIdSlots } from '#shared/people-search/id-slots.ts';
import type { HeldCheckin, HeldExternalCode, HeldRecord, HeldRegistration, SmallCollections } from './held-records.ts';
import { createPackedChanges } from './packed-changes.ts';
import { checkinKey, listOfCheckinKey, type PackedChunk, secondKey } from './packed-chunk.ts';
import type { Roster } from './replica.ts';

/** The state of one record at `seq`; null: it is gone. */
export interface RosterChange {
  readonly collection: string;
  readonly id: string;
  readonly seq: number;
  readonly record: HeldRecord | null;
}

export interface RosterMaps extends Roster {
  addChunk(chunk: PackedChunk): void;
  /** Applying a change twice, or one older than what is known, changes nothing (SY3). */
  apply(change: RosterChange): void;
  /** Records that differ from the chunks. */
  changeCount(): number;
  changes(): Iterable<RosterChange>;
}

/** Collections with many records, which stay packed. All others are held as records. */
export const packedCollections: ReadonlySet<string> = new Set(['registrations', 'checkins', 'external_codes']);

/** Slots of a chunk in a location number: more than a chunk may ever have rows. A location fits 32 bits. */
const rowsPerChunkMax = 1 << 16;
const chunksMax = 1 << 15;

/**
 * One packed collection: chunks below, changes on top. By its second key a record is found through a table of hashes,
 * for scans; by id through bisection, because a second table would cost a start as much again.
 */
function packedIndex(collection: string) {
  const chunks: PackedChunk[] = [];
  const changed = createPackedChanges(collection);
  const byKeyHash = createIdSlots((location, key) => secondKey(collection, recordAt(location)) === key);

  const chunkAt = (location: number): PackedChunk => chunks[Math.floor(location / rowsPerChunkMax)]!;
  const recordAt = (location: number): HeldRecord => chunkAt(location).record(location % rowsPerChunkMax);

  function packedById(id: string): HeldRecord | null {
    for (let n = chunks.length - 1; n >= 0; n--) {
      const row = chunks[n]!.rowOf(id);
      if (row !== null) return chunks[n]!.record(row);
    }
    return null;
  }

  function byId(id: string): HeldRecord | null {
    const change = changed.get(id);
    return change === undefined ? packedById(id) : change;
  }

  return {
    byId,
    changed,
    keyOf(id: string): string | null {
      const record = byId(id);
      return record && secondKey(collection, record);
    },
    byKey(key: string): HeldRecord | null {
      const since = changed.byKey(key);
      if (since !== null) return since;
      const location = byKeyHash.find(key);
      if (location === -1) return null;
      const record = recordAt(location);
      // A changed record is found under its new key above; what the chunk says of its old one no longer holds.
      return changed.seqOf(record.id) === null ? record : null;
    },
    add(chunk: PackedChunk): void {
      assert(chunk.count < rowsPerChunkMax && chunks.length < chunksMax, 'a location fits its number');
      const first = chunks.push(chunk) * rowsPerChunkMax - rowsPerChunkMax;
      const { keyHashes } = chunk;
      for (let row = 0; row < keyHashes.length; row++) byKeyHash.putNew(keyHashes[row]!, first + row);
    },
    *all(): IterableIterator<HeldRecord> {
      for (const chunk of chunks)
        for (const [row, id] of chunk.ids().entries()) if (changed.seqOf(id) === null) yield chunk.record(row);
      for (const { record } of changed.all()) if (record !== null) yield record;
    },
  };
}

export function createRosterMaps(): RosterMaps {
  const registrations = packedIndex('registrations');
  const checkins = packedIndex('checkins');
  const externalCodes = packedIndex('external_codes');
  const packed: ReadonlyMap<string, ReturnType<typeof packedIndex>> = new Map([
    ['registrations', registrations],
    ['checkins', checkins],
    ['external_codes', externalCodes],
  ]);
  const small = new Map<string, Map<string, HeldRecord>>();
  /** Latest changes of the small collections. */
  const changes = new Map<string, RosterChange>();
  const checkedInByList = new Map<string, number>();
  let registrationCount = 0;

  function countCheckins(list: string, by: number): void {
    checkedInByList.set(list, (checkedInByList.get(list) ?? 0) + by);
  }

  function smallMap(collection: string): Map<string, HeldRecord> {
    const map = small.get(collection) ?? new Map<string, HeldRecord>();
    small.set(collection, map);
    return map;
  }

  /** @param known the key under which the record was known; null: it was not there */
  function count(collection: string, known: string | null, record: HeldRecord | null): void {
    if (collection === 'registrations') {
      if ((known !== null) !== (record !== null)) registrationCount += known !== null ? -1 : 1;
      return;
    }
    if (collection !== 'checkins') return;
    if (known !== null) countCheckins(listOfCheckinKey(known), -1);
    const now = record && secondKey(collection, record);
    if (now !== null) countCheckins(listOfCheckinKey(now), 1);
  }

  function applyPacked({ collection, id, seq, record }: RosterChange): void {
    const index = must(packed.get(collection), 'a packed collection');
    const knownSeq = index.changed.seqOf(id);
    if (knownSeq !== null && knownSeq >= seq) return;
    count(collection, index.keyOf(id), record);
    index.changed.set({ id, seq, record });
  }

  function applySmall(change: RosterChange): void {
    const { collection, id, seq, record } = change;
    const key = `${collection}:${id}`;
    const known = changes.get(key);
    if (known && known.seq >= seq) return;
    changes.set(key, change);
    if (record === null) smallMap(collection).delete(id);
    else smallMap(collection).set(id, record);
  }

  return {
    addChunk(chunk) {
      if (chunk.collection === 'registrations') {
        registrations.add(chunk);
        registrationCount += chunk.count;
      } else if (chunk.collection === 'checkins') {
        checkins.add(chunk);
        for (const [list, added] of chunk.checkinsByList) countCheckins(list, added);
      } else if (chunk.collection === 'external_codes') {
        externalCodes.add(chunk);
      } else {
        const map = smallMap(chunk.collection);
        for (const [row, id] of chunk.ids().entries()) map.set(id, chunk.record(row));
      }
    },
    apply(change) {
      if (packedCollections.has(change.collection)) applyPacked(change);
      else applySmall(change);
    },
    changeCount: () => [...packed.values()].reduce((sum, { changed }) => sum + changed.count(), changes.size),
    *changes() {
      yield* changes.values();
      for (const [collection, { changed }] of packed)
        for (const change of changed.all()) yield { collection, ...change };
    },
    registrationByTicket: (ticketNumber) => registrations.byKey(ticketNumber) as HeldRegistration | null,
    externalCode: (codeHash) => externalCodes.byKey(codeHash) as HeldExternalCode | null,
    registration: (id) => registrations.byId(id) as HeldRegistration | null,
    checkin: (registrationId, listId) => checkins.byKey(checkinKey(registrationId, listId)) as HeldCheckin | null,
    records: <C extends keyof SmallCollections>(collection: C) =>
      [...smallMap(collection).values()] as unknown as readonly SmallCollections[C][],
    record: <C extends keyof SmallCollections>(collection: C, id: string) =>
      (smallMap(collection).get(id) ?? null) as unknown as SmallCollections[C] | null,
    registrationCount: () => registrationCount,
    checkedInCount: (listId) => checkedInByList.get(listId) ?? 0,
    registrations: () => registrations.all() as IterableIterator<HeldRegistration>,
  };
}
