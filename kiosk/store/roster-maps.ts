/**
 * The roster in memory: maps over packed chunks, and over them what has changed since. Rebuilt from disk at start;
 * it knows nothing that the disk does not. Answers in microseconds; makes no promise about durability.
 */
import { checkinKey, type PackedChunk, secondKey } from './packed-chunk.ts';
import type { HeldCheckin, HeldRecord, HeldRegistration, Roster, SmallCollections } from './replica.ts';

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
  changes(): readonly RosterChange[];
}

/** Of these there are many; they stay packed. All others are held as records. */
export const packedCollections: ReadonlySet<string> = new Set(['registrations', 'checkins']);

/** Slots of a chunk in a location number: more than a chunk may ever have rows. */
const rowsPerChunkMax = 1 << 16;

/**
 * One packed collection: chunks below, changes on top. A map finds a record by its second key, for scans. By id it is
 * found by bisection: ids within a chunk ascend, and a map of them would cost a start as much again.
 */
function packedIndex(collection: string) {
  const chunks: PackedChunk[] = [];
  const locationByKey = new Map<string, number>();
  const changed = new Map<string, HeldRecord | null>();
  const changedIdByKey = new Map<string, string>();

  const chunkAt = (location: number): PackedChunk => chunks[Math.floor(location / rowsPerChunkMax)]!;
  const recordAt = (location: number): HeldRecord => chunkAt(location).record(location % rowsPerChunkMax);
  const idAt = (location: number): string => chunkAt(location).ids[location % rowsPerChunkMax]!;

  function locate(id: string): number | null {
    for (let n = chunks.length - 1; n >= 0; n--) {
      const { ids } = chunks[n]!;
      if (ids.length === 0 || id < ids[0]! || id > ids.at(-1)!) continue;
      const row = bisect(ids, id);
      if (row !== null) return n * rowsPerChunkMax + row;
    }
    return null;
  }

  function byId(id: string): HeldRecord | null {
    const change = changed.get(id);
    if (change !== undefined) return change;
    const location = locate(id);
    return location === null ? null : recordAt(location);
  }

  /** The record's key without parsing it. */
  function keyOf(id: string): string | null {
    const change = changed.get(id);
    if (change !== undefined) return change === null ? null : secondKey(collection, change);
    const location = locate(id);
    return location === null ? null : chunkAt(location).keys[location % rowsPerChunkMax]!;
  }

  return {
    byId,
    keyOf,
    byKey(key: string): HeldRecord | null {
      const changedId = changedIdByKey.get(key);
      if (changedId !== undefined) return changed.get(changedId) ?? null;
      const location = locationByKey.get(key);
      if (location === undefined) return null;
      // A changed record is found under its new key above; what the chunk says of its old one no longer holds.
      return changed.has(idAt(location)) ? null : recordAt(location);
    },
    add(chunk: PackedChunk): void {
      const first = chunks.push(chunk) * rowsPerChunkMax - rowsPerChunkMax;
      for (let row = 0; row < chunk.keys.length; row++) locationByKey.set(chunk.keys[row]!, first + row);
    },
    set(id: string, record: HeldRecord | null): void {
      const oldKey = keyOf(id);
      if (oldKey !== null && changedIdByKey.get(oldKey) === id) changedIdByKey.delete(oldKey);
      changed.set(id, record);
      if (record !== null) changedIdByKey.set(secondKey(collection, record)!, id);
    },
    *all(): IterableIterator<HeldRecord> {
      for (const chunk of chunks)
        for (let row = 0; row < chunk.ids.length; row++) if (!changed.has(chunk.ids[row]!)) yield chunk.record(row);
      for (const record of changed.values()) if (record !== null) yield record;
    },
  };
}

/** @returns the row of the id in ascending ids; null when it is not among them */
function bisect(ids: readonly string[], id: string): number | null {
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = ids[middle]!;
    if (at === id) return middle;
    if (at < id) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}

export function createRosterMaps(): RosterMaps {
  const registrations = packedIndex('registrations');
  const checkins = packedIndex('checkins');
  const small = new Map<string, Map<string, HeldRecord>>();
  const changes = new Map<string, RosterChange>();
  const checkedInByList = new Map<string, number>();
  let registrationCount = 0;

  const listOfKey = (key: string): string => key.slice(key.indexOf(' ') + 1);

  function countCheckin(key: string | null, by: 1 | -1): void {
    if (key === null) return;
    const list = listOfKey(key);
    checkedInByList.set(list, (checkedInByList.get(list) ?? 0) + by);
  }

  function smallMap(collection: string): Map<string, HeldRecord> {
    const map = small.get(collection) ?? new Map<string, HeldRecord>();
    small.set(collection, map);
    return map;
  }

  function put(collection: string, id: string, record: HeldRecord | null): void {
    if (collection === 'registrations') {
      const known = registrations.keyOf(id) !== null;
      if (known !== (record !== null)) registrationCount += known ? -1 : 1;
      registrations.set(id, record);
    } else if (collection === 'checkins') {
      countCheckin(checkins.keyOf(id), -1);
      checkins.set(id, record);
      countCheckin(checkins.keyOf(id), 1);
    } else if (record === null) smallMap(collection).delete(id);
    else smallMap(collection).set(id, record);
  }

  return {
    addChunk(chunk) {
      if (chunk.collection === 'registrations') {
        registrations.add(chunk);
        registrationCount += chunk.ids.length;
      } else if (chunk.collection === 'checkins') {
        checkins.add(chunk);
        for (const key of chunk.keys) countCheckin(key, 1);
      } else {
        const map = smallMap(chunk.collection);
        chunk.ids.forEach((id, row) => {
          map.set(id, chunk.record(row));
        });
      }
    },
    apply(change) {
      const key = `${change.collection}:${change.id}`;
      const known = changes.get(key);
      if (known && known.seq >= change.seq) return;
      changes.set(key, change);
      put(change.collection, change.id, change.record);
    },
    changeCount: () => changes.size,
    changes: () => [...changes.values()],
    registrationByTicket: (ticketNumber) => registrations.byKey(ticketNumber) as HeldRegistration | null,
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
