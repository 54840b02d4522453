/**
 * Tracks how much of each device's log the kiosk at the other end has: what it reported, and what was sent to it since
 * and has not come back in its vector yet. What it does not accept is sent again, ever more seldom: it may not know the
 * device.
 */
import { secondMs } from '../base/time.ts';
import type { VersionVector } from './version-vector.ts';

const againAfterMs = 3 * secondMs;
const againAtMostMs = 60 * secondMs;

interface Known {
  readonly through: number;
  /** Monotonic; null: it said so itself. */
  readonly sentAtMs: number | null;
  readonly waitMs: number;
}

export class WhatTheyKnow {
  readonly #known = new Map<string, Known>();

  through(device: string): number {
    return this.#known.get(device)?.through ?? 0;
  }

  vector(): VersionVector {
    return new Map([...this.#known].map(([device, { through }]) => [device, through]));
  }

  /** The other end has the entry. @param sentAtMs when it was sent there, monotonic; null: it came from there */
  has(device: string, counter: number, sentAtMs: number | null): void {
    const known = this.#known.get(device);
    if (known !== undefined && known.through >= counter) return;
    this.#known.set(device, { through: counter, sentAtMs, waitMs: known?.waitMs ?? againAfterMs });
  }

  /** @param vector as it says itself */
  said(vector: VersionVector, nowMs: number): void {
    for (const device of new Set([...vector.keys(), ...this.#known.keys()])) {
      const said = vector.get(device) ?? 0;
      const known = this.#known.get(device);
      const { through, sentAtMs, waitMs } = known ?? { through: 0, sentAtMs: null, waitMs: againAfterMs };
      if (said >= through) this.#known.set(device, { through: said, sentAtMs: null, waitMs: againAfterMs });
      else if (sentAtMs === null || nowMs - sentAtMs >= waitMs)
        this.#known.set(device, { through: said, sentAtMs: nowMs, waitMs: Math.min(2 * waitMs, againAtMostMs) });
    }
  }
}
