/**
 * Decides when an address is dialled again: soon where it worked lately, so that a healed network is found within two
 * seconds; ever more seldom where it never answers.
 */
import { setBounded } from '../base/bounded-map.ts';

const retryFirstMs = 300;
const retryMostMs = 15_000;
/** An address that worked within this time is tried again after `retryFirstMs`, however often it has failed since. */
const workedLatelyMs = 15 * 60_000;
/** Time that the kiosk with the higher id waits for the other's call when two kiosks find each other at once. */
const higherWaitsMs = 1_000;
const addressesKept = 256;

interface Retry {
  readonly failures: number;
  readonly nextMs: number;
}

export class DialRetries {
  readonly #monotonicMs: () => number;
  readonly #retries = new Map<string, Retry>();
  readonly #workedMs = new Map<string, number>();

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  failed(address: string): void {
    const failures = (this.#retries.get(address)?.failures ?? 0) + 1;
    const lately = this.#monotonicMs() - (this.#workedMs.get(address) ?? Number.NEGATIVE_INFINITY) < workedLatelyMs;
    const delayMs = lately ? retryFirstMs : Math.min(retryMostMs, retryFirstMs * 2 ** Math.min(failures, 10));
    this.#retry(address, failures, delayMs);
  }

  worked(address: string): void {
    this.#retries.delete(address);
    setBounded(this.#workedMs, address, this.#monotonicMs(), addressesKept);
  }

  /** @param waits the first time it is asked for, the other end gets the time to call */
  isDue(address: string, waits: boolean): boolean {
    const retry = this.#retries.get(address);
    if (retry !== undefined) return this.#monotonicMs() >= retry.nextMs;
    if (waits) this.#retry(address, 0, higherWaitsMs);
    return !waits;
  }

  /** All are due at once; what worked lately is still known. */
  clear(): void {
    this.#retries.clear();
  }

  #retry(address: string, failures: number, delayMs: number): void {
    setBounded(this.#retries, address, { failures, nextMs: this.#monotonicMs() + delayMs }, addressesKept);
  }
}
