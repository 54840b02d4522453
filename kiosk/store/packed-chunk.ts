/**
 * About a thousand records as one value, so that a start reads bytes instead of parsing every record:
 *
 *   line 1        header, JSON: {"collection", "ids": […], "keys": […]}
 *   line 2 … n+1  one record each, JSON, in the order of ids (JSON text holds no line break)
 *
 * `ids` ascend. `keys` is the second index of a collection (ticket number or badge code; registration and list; hash of
 * a code); absent where there is none. A record is parsed when it is asked for, and ids and keys stay bytes and hashes:
 * as strings they would be most of what a kiosk holds. Pure; sealed and stored by others.
 */
import { assert } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import { hashOf } from '#shared/people-search/id-slots.ts';
import { type HeldRecord, heldRecordOf } from './held-records.ts';

export interface PackedChunk {
  readonly collection: string;
  /** Rows. */
  readonly count: number;
  /** Returns the ids of all rows, ascending; makes the list again at each call. */
  ids(): readonly string[];
  id(row: number): string;
  /** @returns null when the id is not among them */
  rowOf(id: string): number | null;
  /** `hashOf` of each row's second key; empty where the collection has no second index. */
  readonly keyHashes: Uint32Array;
  /** Number of check-ins here, by list. */
  readonly checkinsByList: ReadonlyMap<string, number>;
  record(row: number): HeldRecord;
}

const lineFeed = 10;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A registration and a check-in list in one key; neither holds a space. */
export function checkinKey(registrationId: string, listId: string): string {
  return `${registrationId} ${listId}`;
}

export function listOfCheckinKey(key: string): string {
  return key.slice(key.indexOf(' ') + 1);
}

/** The second index of a collection; null: it has none. A device that reads badges holds no ticket numbers. */
export function secondKey(collection: string, record: HeldRecord): string | null {
  if (collection === 'registrations') return String(record['ticketNumber'] ?? record['badgeCode'] ?? record.id);
  if (collection === 'checkins') return checkinKey(String(record['registration']), String(record['list']));
  if (collection === 'external_codes') return String(record['codeHash']);
  return null;
}

export function packChunk(collection: string, unsorted: readonly HeldRecord[]): Uint8Array<ArrayBuffer> {
  const records = unsorted.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const ids = records.map((record) => record.id);
  const keys = records.map((record) => secondKey(collection, record)).filter((key) => key !== null);
  const lines = [JSON.stringify(keys.length > 0 ? { collection, ids, keys } : { collection, ids })];
  for (const record of records) lines.push(JSON.stringify(record));
  return encoder.encode(lines.join('\n'));
}

/** @throws Error when the bytes are not what `packChunk` makes: they come from a sealed value, so that is a bug */
export function unpackChunk(bytes: Uint8Array): PackedChunk {
  const found = bytes.indexOf(lineFeed);
  const headerEnd = found === -1 ? bytes.length : found;
  const header: unknown = JSON.parse(decoder.decode(bytes.subarray(0, headerEnd)));
  assert(isObject(header) && Array.isArray(header['ids']), 'a packed chunk has a header');
  const collection = String(header['collection']);
  const keys = (header['keys'] as string[] | undefined) ?? [];
  const ids = packIds(header['ids'] as string[]);
  // A copy, so that the memory of the header, a quarter of all, is freed.
  const lines = bytes.slice(headerEnd + 1);
  let starts: Uint32Array | null = null;

  /** Found when the first record is asked for: a start needs the header only. */
  function findStarts(): Uint32Array {
    const at = new Uint32Array(ids.count + 1);
    let start = 0;
    for (let row = 0; row < ids.count; row++) {
      at[row] = start;
      const next = lines.indexOf(lineFeed, start);
      start = (next === -1 ? lines.length : next) + 1;
    }
    at[ids.count] = start;
    return at;
  }

  return {
    ...ids,
    collection,
    keyHashes: Uint32Array.from(keys, hashOf),
    checkinsByList: countByList(collection === 'checkins' ? keys : []),
    record(row) {
      starts ??= findStarts();
      const text = decoder.decode(lines.subarray(starts[row], starts[row + 1]! - 1));
      return heldRecordOf(text);
    },
  };
}

function countByList(checkinKeys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of checkinKeys) {
    const list = listOfCheckinKey(key);
    counts.set(list, (counts.get(list) ?? 0) + 1);
  }
  return counts;
}

/** Ascending ids in one array of bytes. */
function packIds(ids: readonly string[]): Pick<PackedChunk, 'count' | 'ids' | 'id' | 'rowOf'> {
  const text = ids.join('\n');
  const bytes = encoder.encode(text);
  assert(bytes.length === text.length, 'ids are ASCII: one byte a character');
  const ends = new Uint32Array(ids.length);
  let end = -1;
  for (let row = 0; row < ids.length; row++) {
    end += ids[row]!.length + 1;
    ends[row] = end;
  }
  const count = ids.length;
  const startOf = (row: number): number => (row === 0 ? 0 : ends[row - 1]! + 1);

  /** @returns below, above or equal to zero, as the id at `row` is to `id` */
  function compare(row: number, id: string): number {
    const start = startOf(row);
    const length = ends[row]! - start;
    const shared = Math.min(length, id.length);
    for (let at = 0; at < shared; at++) {
      const difference = bytes[start + at]! - id.charCodeAt(at);
      if (difference !== 0) return difference;
    }
    return length - id.length;
  }

  return {
    count,
    ids: () => (count === 0 ? [] : decoder.decode(bytes).split('\n')),
    id: (row) => decoder.decode(bytes.subarray(startOf(row), ends[row])),
    rowOf(id) {
      let low = 0;
      let high = count - 1;
      if (count === 0 || compare(low, id) > 0 || compare(high, id) < 0) return null;
      while (low <= high) {
        const middle = (low + high) >> 1;
        const order = compare(middle, id);
        if (order === 0) return middle;
        if (order < 0) low = middle + 1;
        else high = middle - 1;
      }
      return null;
    },
  };
}
