/**
 * Holds the changes of one collection since its chunks were packed, by id and by second key: as bytes outside the heap,
 * because thousands of check-ins as objects would make a kiosk larger by every scan. In memory only; the disk has each
 * change for itself.
 */
import { assert } from '#shared/base/assert.ts';
import { createIdSlots } from '#shared/people-search/id-slots.ts';
import type { HeldRecord } from './held-records.ts';
import { secondKey } from './packed-chunk.ts';
import { createPackedEntries } from './packed-entries.ts';

export interface PackedChange {
  readonly id: string;
  readonly seq: number;
  /** Null: it is gone. */
  readonly record: HeldRecord | null;
}

export interface PackedChanges {
  /** Takes the place of what was known of the id. */
  set(change: PackedChange): void;
  /** Returns the number of the latest change of the id; null: there is none. */
  seqOf(id: string): number | null;
  /** Null: it is gone; undefined: nothing has changed. */
  get(id: string): HeldRecord | null | undefined;
  /** The record that has the key since it changed; null: none. */
  byKey(key: string): HeldRecord | null;
  count(): number;
  all(): IterableIterator<PackedChange>;
}

export function createPackedChanges(collection: string): PackedChanges {
  const entries = createPackedEntries();
  const byId = createIdSlots(entries.isIdAt);
  const keyed = createIdSlots((at, key) => keyAt(at) === key);

  function keyAt(at: number): string | null {
    const record = entries.recordAt(at);
    return record && secondKey(collection, record);
  }

  /** Removes the entry that stood there before, under its key too. */
  function retire(at: number): void {
    const key = keyAt(at);
    if (key !== null && keyed.find(key) === at) keyed.remove(key);
    entries.clear(at);
  }

  return {
    set({ id, seq, record }) {
      assert(/^[\0-\x7f]*$/.test(id), 'ids are ASCII: one byte a character');
      const known = byId.find(id);
      if (known !== -1) retire(known);
      const at = known === -1 ? entries.add() : known;
      entries.write(at, id, seq, record);
      if (known === -1) byId.put(id, at);
      const key = record && secondKey(collection, record);
      if (key !== null) keyed.put(key, at);
    },
    seqOf(id) {
      const at = byId.find(id);
      return at === -1 ? null : entries.seqAt(at);
    },
    get(id) {
      const at = byId.find(id);
      return at === -1 ? undefined : entries.recordAt(at);
    },
    byKey(key) {
      const at = keyed.find(key);
      return at === -1 ? null : entries.recordAt(at);
    },
    count: entries.count,
    *all() {
      for (let at = 0; at < entries.count(); at++)
        yield { id: entries.idAt(at), seq: entries.seqAt(at), record: entries.recordAt(at) };
    },
  };
}
