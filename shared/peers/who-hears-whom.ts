/**
 * Tracks which kiosks are connected to which, from the status that each sends and others pass on. A status that is not
 * repeated is forgotten.
 */
import { secondMs } from '../base/time.ts';
import type { PeerStatus } from './session.ts';

const forgottenAfterMs = 6 * secondMs;
/** More kiosks are not passed on in one frame. */
const statusesMax = 100;

export class WhoHearsWhom {
  readonly #self: string;
  readonly #statuses = new Map<string, { readonly status: PeerStatus; readonly atMs: number }>();

  constructor(self: string) {
    this.#self = self;
  }

  heard(statuses: readonly PeerStatus[], nowMs: number): void {
    for (const status of statuses) {
      const known = this.#statuses.get(status.device);
      if (status.device !== this.#self && (known === undefined || status.n > known.status.n))
        this.#statuses.set(status.device, { status, atMs: nowMs });
    }
  }

  /** @param isMember those that left are forgotten at once */
  forget(nowMs: number, isMember: (device: string) => boolean): void {
    for (const [device, { atMs }] of this.#statuses)
      if (nowMs - atMs >= forgottenAfterMs || !isMember(device)) this.#statuses.delete(device);
  }

  others(): readonly PeerStatus[] {
    return [...this.#statuses.values()].slice(0, statusesMax).map(({ status }) => status);
  }

  /** Kiosks that lines lead to from these on, themselves included. */
  reach(from: readonly string[]): ReadonlySet<string> {
    const reached = new Set<string>();
    const next = [...from];
    for (let device = next.pop(); device !== undefined; device = next.pop()) {
      if (reached.has(device) || device === this.#self) continue;
      reached.add(device);
      next.push(...(this.#statuses.get(device)?.status.hears ?? []));
    }
    return reached;
  }
}
