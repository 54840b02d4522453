/** Counts the faults of peers by reason and kiosk, so that a flood is one line on the board. */
import { setBounded } from '../base/bounded-map.ts';
import type { RefusalReason } from './session.ts';

/** One kind of fault with one peer, counted; for the board. */
export interface PeerReport {
  readonly reason: RefusalReason;
  /** Id of a kiosk of the event; null: the frame proved none. */
  readonly peer: string | null;
  readonly count: number;
  /** Unix milliseconds. */
  readonly lastAtMs: number;
}

/** Maximum number of reports that are kept, the latest ones. */
export const reportsMax = 100;

export interface PeerReports {
  add(reason: RefusalReason, peer: string | null, nowMs: number): void;
  /** Newest first. */
  all(): readonly PeerReport[];
}

export function createPeerReports(): PeerReports {
  const reports = new Map<string, PeerReport>();
  return {
    add(reason, peer, nowMs) {
      const key = `${reason} ${peer}`;
      const count = (reports.get(key)?.count ?? 0) + 1;
      setBounded(reports, key, { reason, peer, count, lastAtMs: nowMs }, reportsMax);
    },
    all: () => [...reports.values()].reverse(),
  };
}
