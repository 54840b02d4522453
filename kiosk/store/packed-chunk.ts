/**
 * About a thousand records as one value, so that a start reads bytes instead of parsing every record:
 *
 *   line 1        header, JSON: {"collection", "ids": […], "keys": […]}
 *   line 2 … n+1  one record each, JSON, in the order of ids (JSON text holds no line break)
 *
 * `ids` ascend. `keys` is the second index of a collection (ticket number; registration and list); absent where there is none.
 * A record is parsed when somebody asks for it. Pure; sealed and stored by others.
 */
import { assert } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import type { HeldRecord } from './replica.ts';

export interface PackedChunk {
  readonly collection: string;
  readonly ids: readonly string[];
  /** Parallel to `ids`; empty where the collection has no second index. */
  readonly keys: readonly string[];
  record(row: number): HeldRecord;
}

const lineFeed = 10;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A registration and a check-in list in one key; neither holds a space. */
export function checkinKey(registrationId: string, listId: string): string {
  return `${registrationId} ${listId}`;
}

/** The second index of a collection; null: it has none. */
export function secondKey(collection: string, record: HeldRecord): string | null {
  if (collection === 'registrations') return String(record['ticketNumber']);
  if (collection === 'checkins') return checkinKey(String(record['registration']), String(record['list']));
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
  const ids = header['ids'] as string[];
  let starts: Uint32Array | null = null;

  /** Found when the first record is asked for: a start needs the header only. */
  function findStarts(): Uint32Array {
    const at = new Uint32Array(ids.length + 1);
    let end = headerEnd;
    for (let row = 0; row < ids.length; row++) {
      at[row] = end + 1;
      const next = bytes.indexOf(lineFeed, end + 1);
      end = next === -1 ? bytes.length : next;
    }
    at[ids.length] = end + 1;
    return at;
  }

  return {
    collection: String(header['collection']),
    ids,
    keys: (header['keys'] as string[] | undefined) ?? [],
    record(row) {
      starts ??= findStarts();
      const text = decoder.decode(bytes.subarray(starts[row], starts[row + 1]! - 1));
      return JSON.parse(text) as HeldRecord;
    },
  };
}
