/** Counts the different viewers: exact up to a bound, then by a sample of fixed size. */
import { isKept, keptMax } from './viewer-hash.ts';

export class UniqueViewers {
  #hashes = new Set<number>();
  #fresh: number[] = [];
  #level = 0;
  readonly #max: number;

  constructor(max = keptMax) {
    this.#max = max;
  }

  get count(): number {
    return this.#hashes.size * 2 ** this.#level;
  }

  add(hash: number): void {
    if (this.#keep(hash)) this.#fresh.push(hash);
  }

  /** Takes in hashes that were stored before: `takeFresh` does not give them. */
  restore(hashes: Iterable<number>): void {
    for (const hash of hashes) this.#keep(hash);
  }

  /** @returns what was added since the last call, to be stored */
  takeFresh(): readonly number[] {
    const fresh = this.#fresh.filter((hash) => isKept(hash, this.#level));
    this.#fresh = [];
    return fresh;
  }

  #keep(hash: number): boolean {
    if (!isKept(hash, this.#level) || this.#hashes.has(hash)) return false;
    this.#hashes.add(hash);
    while (this.#hashes.size > this.#max) {
      this.#level += 1;
      this.#hashes = new Set([...this.#hashes].filter((one) => isKept(one, this.#level)));
      this.#fresh = this.#fresh.filter((one) => isKept(one, this.#level));
    }
    return isKept(hash, this.#level);
  }
}
