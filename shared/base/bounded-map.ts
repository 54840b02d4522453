/** Sets an entry as the newest one, and drops the oldest while there are more than `max`. */
export function setBounded<K, V>(map: Map<K, V>, key: K, value: V, max: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= max) return;
    map.delete(oldest);
  }
}

/**
 * Keeps what `make` made of each key. When `max` keys are kept, all are dropped before another one is kept.
 *
 * @returns `make`, called once for each key as long as it is kept
 */
export function keepBounded<K, V>(max: number, make: (key: K) => V): (key: K) => V {
  const kept = new Map<K, V>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    if (kept.size >= max) kept.clear();
    kept.set(key, made);
    return made;
  };
}
