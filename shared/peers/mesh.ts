/**
 * The venue as one kiosk takes part in it: opens a session on each line, sends what others lack, keeps what it hears, and
 * says which kiosks it wants lines to. Knows no socket, no disk and no screen: `open-member.ts` and the simulation give them.
 */
import type { PeerEntry, PeerScan } from './entry.ts';
import type { HeardEntry } from './heard-entry.ts';
import type { LeaseMessage } from './lease-transfer.ts';
import type { LineEnd } from './peer-api.ts';
import type { PeerClock, PeerCrypto, PeerMembers, VenueKeys } from './ports.ts';
import type { PeerReport } from './reports.ts';
import type { LineId, PeerStatus, RefusalReason } from './session.ts';

export interface MeshParts {
  /** This kiosk's id. */
  readonly self: string;
  readonly event: string;
  readonly crypto: PeerCrypto;
  readonly members: PeerMembers;
  /** Null: the server gave none (yet), and nothing is sent or read. */
  readonly keys: () => VenueKeys | null;
  readonly clock: PeerClock;
  /** Number of this run, which no earlier run of this device used, durable before the mesh is opened (PE5). */
  readonly run: number;
  /** This device's own movements at the start, by counter, ascending. */
  readonly own: readonly PeerScan[];
  /** Entries that were heard before the last restart, as `store` kept them. */
  readonly heard: readonly HeardEntry[];
  readonly lines: {
    /** Sends at most `frameBytesMax`; what cannot be sent any more is dropped. */
    send(line: LineId, bytes: Uint8Array): void;
    close(line: LineId, reason: RefusalReason): void;
    /** The other end has proven that it is this kiosk, and that it is there now unless it is `unheard`: the line may stay. */
    proven?(line: LineId, peer: string): void;
  };
  /** Keeps what is heard over a restart. Called after it counts: a loss costs knowledge, never a scan. */
  readonly store: {
    put(entries: readonly HeardEntry[]): void;
    /** Ids of scans. */
    drop(ids: readonly string[]): void;
  };
  /** Time for which heard entries are left to their own device before they go up from here (PE14). Absent: 5 seconds. */
  readonly relayAfterMs?: number;
  /** This kiosk has a way to the server. */
  readonly online: () => boolean;
  /** The replica's check-ins say what follows from the scan, so that it is no fact of its own any more. */
  readonly isCovered: (scan: PeerScan) => boolean;
}

export interface MeshState {
  /** Kiosks and boxes of the event that are not revoked, this one included. */
  readonly members: number;
  /** Ids of the boxes among them. */
  readonly boxes: readonly string[];
  /** Ids of this member and of those that it hears, directly or through others. */
  readonly inReach: readonly string[];
  /** Statuses that are not out of date, its own first. */
  readonly statuses: readonly PeerStatus[];
  /** No more than `reportsMax`, newest first. */
  readonly reports: readonly PeerReport[];
  /** Another kiosk has a newer venue key: this one must reach the server to read again. */
  readonly keyOutdated: boolean;
  /** Number of entries not covered by check-ins that were let go because the bound was reached. */
  readonly dropped: number;
}

export interface PeerMesh {
  /** A line is open, from either side. @param peer what the host dialled, such as an address; null: the line was accepted */
  lineOpened(line: LineId, peer: string | null): void;
  received(line: LineId, bytes: Uint8Array): void;
  /** @param end why the host closed it; a neighbour that the host turned away is reported, with a line that never opened too */
  lineClosed(line: LineId, end?: LineEnd): void;
  /** An own movement is durable: it goes to every kiosk now. Other verdicts are ignored. */
  append(scan: PeerScan): void;
  /**
   * Kiosks to hold lines to now, by id: those without one are to be dialled.
   *
   * @param reachable kiosks with a known address that did not fail a moment ago
   */
  wanted(reachable: readonly string[]): readonly string[];
  /** Called about every second: pulses, silence, ageing. */
  tick(): void;
  /** Members, keys or check-ins have changed. */
  refresh(): void;
  /** Others' movements of the ticket on the list, as facts for `decide`. */
  scansOf(ticketNumber: string, registration: string | null, list: string): readonly PeerScan[];
  /** Others' movements that the replica's check-ins do not say yet. */
  uncovered(): Iterable<PeerScan>;
  /** @returns the own movement as an entry, signed; null: it stands in no log, or with another content */
  entryOf(scan: unknown): Promise<PeerEntry | null>;
  /**
   * Entries that came by another way than a line: kiosks gave them to this box (PE22). They go to members that lack them, and
   * count as answered.
   *
   * @returns those that cannot be taken yet: their predecessor is missing, or their device is not listed
   */
  offer(entries: readonly PeerEntry[]): Promise<readonly PeerEntry[]>;
  /** Heard entries that the server has not answered and that may go up now, oldest first (PE14). */
  toRelay(limit: number): readonly PeerEntry[];
  /** The server has answered these scans, with any outcome. */
  answered(ids: readonly string[]): void;
  state(): MeshState;
  /** Says it to one kiosk that is heard directly; what cannot be said now is dropped. */
  sayLease(peer: string, lease: LeaseMessage): void;
  /** Calls with lease messages of a kiosk that is heard directly; their sender is proven, and that they are sent now. */
  onLease(listener: (peer: string, lease: LeaseMessage) => void): () => void;
  /** Others' movements have come. */
  onHeard(listener: (scans: readonly PeerScan[]) => void): () => void;
  onChange(listener: () => void): () => void;
  close(): void;
}
