/** The viewers that a process counts, by event. Every part that has the same ports has the same counters. */
import { secondMs } from '#shared/base/time.ts';
import { playerPlatform } from '#shared/modules/events/viewers.ts';
import type { Transaction } from '../../../store/contract.ts';
import type { EventsPorts } from '../ports.ts';
import type { EventViewers, Heartbeat } from './event-viewers.ts';
import { hashOfViewer } from './viewer-hash.ts';
import { restoreViewers } from './viewer-records.ts';

/** Maximum number of events whose viewers are in memory. */
const eventsMax = 32;
/** Least time between two writes of an event's records. */
export const writeEveryMs = 5 * secondMs;
/** Records that are due are asked for this often, until they are written. */
const askAgainMs = secondMs;

const keyOf = (tenant: string, event: string) => `${tenant}/${event}`;

/** Events that were heard of last; the others stand in their records. */
export class Counters {
  readonly #events = new Map<string, EventViewers>();

  async of(tx: Transaction, event: string): Promise<EventViewers> {
    const key = keyOf(tx.tenant, event);
    const viewers = this.#events.get(key) ?? (await restoreViewers(tx, event));
    this.#events.delete(key);
    this.#events.set(key, viewers);
    for (const [oldest] of this.#events) {
      if (this.#events.size <= eventsMax) break;
      this.#events.delete(oldest);
    }
    return viewers;
  }

  /**
   * A way to count further heartbeats of a viewer in memory alone.
   *
   * @returns a function that counts one heartbeat; it answers false, and counts nothing, where the action has to count it: the
   *   action also writes records
   */
  beats(tenant: string, event: string, viewerId: string): (kind: Heartbeat, nowMs: number) => boolean {
    const key = keyOf(tenant, event);
    const hash = hashOfViewer(event, viewerId);
    const viewers = this.#events.get(key);
    return (kind, nowMs) => {
      if (!viewers || this.#events.get(key) !== viewers) return false;
      if (nowMs - viewers.writtenAtMs >= writeEveryMs && nowMs - viewers.askedAtMs >= askAgainMs) {
        viewers.askedAtMs = nowMs;
        return false;
      }
      viewers.beat(playerPlatform, hash, kind, nowMs);
      return true;
    };
  }
}

const counters = new WeakMap<EventsPorts, Counters>();

export function countersOf(ports: EventsPorts): Counters {
  const known = counters.get(ports) ?? new Counters();
  counters.set(ports, known);
  return known;
}
