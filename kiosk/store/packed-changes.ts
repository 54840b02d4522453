/**
 * What has changed in one collection since its chunks were packed, by id and by second key: as bytes outside the heap,
 * because thousands of check-ins as objects would make a kiosk larger by every scan. In memory only; the disk has
 * each change for itself.
 */
import { assert } from '#shared/base/assert.ts';
import { createIdSlots } from '#shared/people-search/id-slots.ts';
import type { HeldRecord } from './held-records.ts';
import { secondKey } from './packed-chunk.ts';

export interface PackedChange {
  readonly id: string;
  readonly seq: number;
  /** Null: it is gone. */
  readonly record: HeldRecord | null;
}

export interface PackedChanges {
  /** Takes the place of what was known of the id. */
  set(change: PackedChange): void;
  /** Of the latest change of the id; null: there is none. */
  seqOf(id: string): number | null;
  /** Null: it is gone; undefined: nothing has changed. */
  get(id: string): HeldRecord | null | undefined;
  /** The record that has the key since it changed; null: none. */
  byKey(key: string): HeldRecord | null;
  count(): number;
  all(): IterableIterator<PackedChange>;
}

const firstBytes = 16 * 1024;
const firstEntries = 64;
const growth = 1.5;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function createPackedChanges(collection: string): PackedChanges {
  let bytes = new Uint8Array(firstBytes);
  let used = 0;
  /** Of entries that were replaced. */
  let dead = 0;
  let count = 0;
  let seqs = new Float64Array(firstEntries);
  // An entry is its id, then its record in JSON; nothing where the record is gone.
  let starts = new Uint32Array(firstEntries);
  let idEnds = new Uint32Array(firstEntries);
  let ends = new Uint32Array(firstEntries);
  const byId = createIdSlots((at, id) => isIdAt(at, id));
  const keyed = createIdSlots((at, key) => keyAt(at) === key);

  function isIdAt(at: number, id: string): boolean {
    const start = starts[at]!;
    if (idEnds[at]! - start !== id.length) return false;
    for (let n = 0; n < id.length; n++) if (bytes[start + n] !== id.charCodeAt(n)) return false;
    return true;
  }

  const idAt = (at: number): string => decoder.decode(bytes.subarray(starts[at], idEnds[at]));

  function recordAt(at: number): HeldRecord | null {
    if (idEnds[at] === ends[at]) return null;
    return JSON.parse(decoder.decode(bytes.subarray(idEnds[at], ends[at]))) as HeldRecord;
  }

  function keyAt(at: number): string | null {
    const record = recordAt(at);
    return record && secondKey(collection, record);
  }

  function makeRoomForEntry(): void {
    if (count < seqs.length) return;
    const length = Math.ceil(count * growth);
    const wider = (old: Uint32Array): Uint32Array<ArrayBuffer> => {
      const next = new Uint32Array(length);
      next.set(old);
      return next;
    };
    const widerSeqs = new Float64Array(length);
    widerSeqs.set(seqs);
    [seqs, starts, idEnds, ends] = [widerSeqs, wider(starts), wider(idEnds), wider(ends)];
  }

  /** Leaves out what was replaced, once that is more than what was not. */
  function makeRoomForBytes(more: number): void {
    if (used + more <= bytes.length) return;
    const live = used - dead;
    const next = new Uint8Array(Math.ceil((live + more) * growth));
    let at = 0;
    for (let n = 0; n < count; n++) {
      const length = ends[n]! - starts[n]!;
      next.set(bytes.subarray(starts[n], ends[n]), at);
      idEnds[n] = at + idEnds[n]! - starts[n]!;
      starts[n] = at;
      at += length;
      ends[n] = at;
    }
    bytes = next;
    used = at;
    dead = 0;
  }

  function write(at: number, id: string, record: HeldRecord | null): void {
    const entry = encoder.encode(id + (record === null ? '' : JSON.stringify(record)));
    makeRoomForBytes(entry.length);
    bytes.set(entry, used);
    starts[at] = used;
    idEnds[at] = used + id.length;
    used += entry.length;
    ends[at] = used;
  }

  /** What stood there before counts no longer, under its key neither. */
  function retire(at: number): void {
    const key = keyAt(at);
    if (key !== null && keyed.find(key) === at) keyed.remove(key);
    dead += ends[at]! - starts[at]!;
    ends[at] = idEnds[at] = starts[at]!;
  }

  return {
    set({ id, seq, record }) {
      assert(/^[\0-\x7f]*$/.test(id), 'ids are ASCII: one byte a character');
      const known = byId.find(id);
      const at = known === -1 ? count : known;
      if (known === -1) makeRoomForEntry();
      else retire(at);
      if (known === -1) {
        starts[at] = idEnds[at] = ends[at] = used;
        count += 1;
      }
      write(at, id, record);
      seqs[at] = seq;
      if (known === -1) byId.put(id, at);
      const key = record && secondKey(collection, record);
      if (key !== null) keyed.put(key, at);
    },
    seqOf(id) {
      const at = byId.find(id);
      return at === -1 ? null : seqs[at]!;
    },
    get(id) {
      const at = byId.find(id);
      return at === -1 ? undefined : recordAt(at);
    },
    byKey(key) {
      const at = keyed.find(key);
      return at === -1 ? null : recordAt(at);
    },
    count: () => count,
    *all() {
      for (let at = 0; at < count; at++) yield { id: idAt(at), seq: seqs[at]!, record: recordAt(at) };
    },
  };
}
