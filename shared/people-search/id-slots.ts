/**
 * Maps a text (an id, a key) to the ordinal of what has it: open addressing over typed arrays, a third of a Map, and
 * growing takes a few milliseconds. Knows hashes only; the caller compares texts. Also under the kiosk's replica.
 */

export interface IdSlots {
  /** @returns the ordinal, or -1 */
  find(id: string): number;
  put(id: string, ordinal: number): void;
  /** The same by `hashOf` of the text, without a look whether it is there already: for many that are known to differ. */
  putNew(hash: number, ordinal: number): void;
  remove(id: string): void;
}

const firstCapacity = 1024;
/** Fuller would make probes long; at this 100,000 people fit a megabyte. */
const loadMax = 0.8;

/** FNV-1a over UTF-16 units (draft-eastlake-fnv, 32 bits). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** @param isAt whether what stands under `ordinal` has the text */
export function createIdSlots(isAt: (ordinal: number, id: string) => boolean): IdSlots {
  // Ordinal + 1, so that 0 is free; and the hash, so that growing reads no person.
  let ordinals = new Uint32Array(firstCapacity);
  let hashes = new Uint32Array(firstCapacity);
  let count = 0;

  function slotOf(id: string, hash: number): number {
    let slot = hash & (ordinals.length - 1);
    while (ordinals[slot] !== 0 && !(hashes[slot] === hash && isAt(ordinals[slot]! - 1, id))) {
      slot = (slot + 1) & (ordinals.length - 1);
    }
    return slot;
  }

  function freeSlot(hash: number): number {
    let slot = hash & (ordinals.length - 1);
    while (ordinals[slot] !== 0) slot = (slot + 1) & (ordinals.length - 1);
    return slot;
  }

  function growWhenFull(): void {
    if (count + 1 <= ordinals.length * loadMax) return;
    const [old, oldHashes] = [ordinals, hashes];
    ordinals = new Uint32Array(old.length * 2);
    hashes = new Uint32Array(old.length * 2);
    for (let each = 0; each < old.length; each += 1) {
      if (old[each] === 0) continue;
      const slot = freeSlot(oldHashes[each]!);
      ordinals[slot] = old[each]!;
      hashes[slot] = oldHashes[each]!;
    }
  }

  /** Moves later entries of the same run back, so that no probe ends early at the gap. */
  function closeGap(gap: number): void {
    const mask = ordinals.length - 1;
    let free = gap;
    for (let slot = (gap + 1) & mask; ordinals[slot] !== 0; slot = (slot + 1) & mask) {
      const home = hashes[slot]! & mask;
      if (((slot - home) & mask) < ((slot - free) & mask)) continue;
      ordinals[free] = ordinals[slot]!;
      hashes[free] = hashes[slot]!;
      free = slot;
    }
    ordinals[free] = 0;
    hashes[free] = 0;
  }

  function fill(slot: number, hash: number, ordinal: number): void {
    if (ordinals[slot] === 0) count += 1;
    ordinals[slot] = ordinal + 1;
    hashes[slot] = hash;
  }

  return {
    find: (id) => ordinals[slotOf(id, hashOf(id))]! - 1,
    put(id, ordinal) {
      growWhenFull();
      const hash = hashOf(id);
      fill(slotOf(id, hash), hash, ordinal);
    },
    putNew(hash, ordinal) {
      growWhenFull();
      fill(freeSlot(hash), hash, ordinal);
    },
    remove(id) {
      const slot = slotOf(id, hashOf(id));
      if (ordinals[slot] === 0) return;
      count -= 1;
      closeGap(slot);
    },
  };
}
