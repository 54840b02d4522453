/** A map that does not keep its values: an entry is there as long as something else refers to its value. */
export class WeakValues<V extends WeakKey> {
  readonly #refs = new Map<string, WeakRef<V>>();
  readonly #collected = new FinalizationRegistry<string>((key) => {
    // The key may have another value since.
    if (this.#refs.get(key)?.deref() === undefined) this.#refs.delete(key);
  });

  /** Entries, those of values that were collected a moment ago included. */
  get size(): number {
    return this.#refs.size;
  }

  get(key: string): V | undefined {
    return this.#refs.get(key)?.deref();
  }

  set(key: string, value: V): void {
    this.#refs.set(key, new WeakRef(value));
    this.#collected.register(value, key);
  }

  delete(key: string): void {
    this.#refs.delete(key);
  }

  *values(): IterableIterator<V> {
    for (const ref of this.#refs.values()) {
      const value = ref.deref();
      if (value !== undefined) yield value;
    }
  }
}
