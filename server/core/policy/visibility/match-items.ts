/**
 * Matches the given items of a list to the stored ones. Items have no ids: a given item that reads the same as a stored one
 * is that item, at any place; the rest are matched by place, and only where no item was added, removed or moved.
 */

/** Gives out the places with a text, each once: `take` gives the wanted place or null, and the first where none is wanted. */
class Places {
  readonly #free = new Map<string, Set<number>>();

  constructor(texts: readonly string[], taken: ReadonlySet<number>) {
    for (const [at, text] of texts.entries()) {
      if (taken.has(at)) continue;
      const places = this.#free.get(text) ?? new Set<number>();
      this.#free.set(text, places.add(at));
    }
  }

  take(text: string, wanted?: number): number | null {
    const places = this.#free.get(text);
    const [first] = places ?? [];
    const at = wanted === undefined ? first : places?.has(wanted) ? wanted : undefined;
    if (at === undefined) return null;
    places?.delete(at);
    return at;
  }
}

/**
 * Matches given items with stored ones, in time that grows with the number of items.
 *
 * @param readings of an item as text, the strictest first; equal texts are equal items
 * @param mayReplace whether a given item, at its place, may be the stored one changed
 * @returns for each given item the place of the stored one; null: it is new
 */
export function matchItems(
  items: readonly unknown[],
  stored: readonly unknown[],
  readings: readonly ((item: unknown) => string)[],
  mayReplace: (given: unknown, stored: unknown) => boolean,
): readonly (number | null)[] {
  const found: (number | null)[] = items.map(() => null);
  const taken = new Set<number>();
  for (const read of readings) {
    const places = new Places(stored.map(read), taken);
    for (const isSamePlace of [true, false])
      for (const [i, item] of items.entries()) {
        const at = found[i] === null ? places.take(read(item), isSamePlace ? i : undefined) : null;
        if (at === null) continue;
        found[i] = at;
        taken.add(at);
      }
  }
  const isMoved = items.length !== stored.length || found.some((at, i) => at === null && taken.has(i));
  if (isMoved) return found;
  return found.map((at, i) => (at === null && mayReplace(items[i], stored[i]) ? i : at));
}
