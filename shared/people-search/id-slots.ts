/**
 * From an id to the ordinal of its person: open addressing over typed arrays, a third of a Map, and
 * growing takes a few milliseconds. Knows hashes only; the caller compares ids.
 */

export interface IdSlots {
  /** @returns the ordinal, or -1 */
  find(id: string): number;
  put(id: string, ordinal: number): void;
  remove(id: string): void;
}

const firstCapacity = 1024;
/** Fuller would make probes long; at this 100,000 people fit a megabyte. */
const loadMax = 0.8;

/** FNV-1a over UTF-16 units, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** @param isAt whether the person at `ordinal` has the id */
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

  function grow(): void {
    const [old, oldHashes] = [ordinals, hashes];
    ordinals = new Uint32Array(old.length * 2);
    hashes = new Uint32Array(old.length * 2);
    for (let each = 0; each < old.length; each += 1) {
      if (old[each] === 0) continue;
      let slot = oldHashes[each]! & (ordinals.length - 1);
      while (ordinals[slot] !== 0) slot = (slot + 1) & (ordinals.length - 1);
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

  return {
    find: (id) => ordinals[slotOf(id, hashOf(id))]! - 1,
    put(id, ordinal) {
      if (count + 1 > ordinals.length * loadMax) grow();
      const hash = hashOf(id);
      const slot = slotOf(id, hash);
      if (ordinals[slot] === 0) count += 1;
      ordinals[slot] = ordinal + 1;
      hashes[slot] = hash;
    },
    remove(id) {
      const slot = slotOf(id, hashOf(id));
      if (ordinals[slot] === 0) return;
      count -= 1;
      closeGap(slot);
    },
  };
}
