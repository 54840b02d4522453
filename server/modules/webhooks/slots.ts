/**
 * Limits how many requests are under way in this process. Webhooks that fail or are slow share a small part of the slots, so
 * that any number of them delays only each other. Freed slots are offered in turn.
 */
export const slotsMax = 256;
const suspectMax = 64;
/** Waiting tenants that are notified of a free place at once. */
const offeredTo = 4;

export class Slots {
  #used = 0;
  #suspects = 0;
  readonly #waiting = new Set<() => void>();

  get used(): number {
    return this.#used;
  }

  take(isSuspect: boolean): boolean {
    if (this.#used >= slotsMax || (isSuspect && this.#suspects >= suspectMax)) return false;
    this.#used += 1;
    if (isSuspect) this.#suspects += 1;
    return true;
  }

  release(isSuspect: boolean): void {
    this.#used -= 1;
    if (isSuspect) this.#suspects -= 1;
    for (const wake of [...this.#waiting].slice(0, offeredTo)) {
      this.#waiting.delete(wake);
      wake();
    }
  }

  /** Registers a function to be called once when a place may be free. */
  wait(wake: () => void): void {
    this.#waiting.delete(wake);
    this.#waiting.add(wake);
  }

  forget(wake: () => void): void {
    this.#waiting.delete(wake);
  }
}
