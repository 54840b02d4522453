/** Records as bytes in one growing buffer: an entry is its id, then its record in JSON; nothing where the record is gone. */
import { type HeldRecord, heldRecordOf } from './held-records.ts';

export interface PackedEntries {
  count(): number;
  /** A new entry without content. @returns its place */
  add(): number;
  /** Takes the place of what stood there, which must have been cleared. */
  write(at: number, id: string, seq: number, record: HeldRecord | null): void;
  clear(at: number): void;
  isIdAt(at: number, id: string): boolean;
  idAt(at: number): string;
  seqAt(at: number): number;
  /** Null: it is gone. */
  recordAt(at: number): HeldRecord | null;
}

const firstBytes = 16 * 1024;
const firstEntries = 64;
const growth = 1.5;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function createPackedEntries(): PackedEntries {
  let bytes = new Uint8Array(firstBytes);
  let used = 0;
  /** Number of bytes of entries that were replaced. */
  let dead = 0;
  let count = 0;
  let seqs = new Float64Array(firstEntries);
  let starts = new Uint32Array(firstEntries);
  let idEnds = new Uint32Array(firstEntries);
  let ends = new Uint32Array(firstEntries);

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

  /** Where the buffer is full: copies the entries into a larger one, without the bytes of those that were replaced. */
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

  return {
    count: () => count,
    add() {
      makeRoomForEntry();
      starts[count] = idEnds[count] = ends[count] = used;
      count += 1;
      return count - 1;
    },
    write(at, id, seq, record) {
      const entry = encoder.encode(id + (record === null ? '' : JSON.stringify(record)));
      makeRoomForBytes(entry.length);
      bytes.set(entry, used);
      starts[at] = used;
      idEnds[at] = used + id.length;
      used += entry.length;
      ends[at] = used;
      seqs[at] = seq;
    },
    clear(at) {
      dead += ends[at]! - starts[at]!;
      ends[at] = idEnds[at] = starts[at]!;
    },
    isIdAt(at, id) {
      const start = starts[at]!;
      if (idEnds[at]! - start !== id.length) return false;
      for (let n = 0; n < id.length; n++) if (bytes[start + n] !== id.charCodeAt(n)) return false;
      return true;
    },
    idAt: (at) => decoder.decode(bytes.subarray(starts[at], idEnds[at])),
    seqAt: (at) => seqs[at]!,
    recordAt(at) {
      if (idEnds[at] === ends[at]) return null;
      return heldRecordOf(decoder.decode(bytes.subarray(idEnds[at], ends[at])));
    },
  };
}
