/**
 * The interface of the station: the only one between its parts and the screens. Implemented by `open-station.ts`; calls
 * go in, only answers and snapshots of state come out.
 */

import type { SyncPhase } from '#kiosk/store/sync-phase.ts';
import type { Direction } from '#shared/admission/verdict.ts';
import type { MatchedRanges } from '#shared/people-search/highlight.ts';
import type { AdmitResult, AdmittedPerson } from './admit-result.ts';
import type { BoardFace } from './board.ts';
import type { StaffActs } from './staff-acts.ts';
import type { VenueFace } from './venue.ts';

export type { SyncPhase };

/** Times are ISO 8601; a name is null where it is not known here. */
export interface ConflictNotice {
  readonly id: string;
  readonly registrationId: string;
  readonly name: string | null;
  readonly scannedAt: string;
  /** Name of the gate, or its key where no name is known; null: the scan names none. */
  readonly gate: string | null;
  readonly kioskName: string | null;
  readonly firstScannedAt: string;
  readonly firstGate: string | null;
  readonly firstKioskName: string | null;
}

export interface FoundPerson extends AdmittedPerson {
  readonly email: string | null;
  readonly ticketNumber: string;
  /** Time of entry through this gate's list; null: not yet, as far as known here. */
  readonly checkedInAt: string | null;
  /** Ranges to mark in name, company, e-mail and ticket number. */
  readonly matched: MatchedRanges;
}

export interface PeopleFound {
  readonly people: readonly FoundPerson[];
  readonly more: boolean;
  /** False while the list is still being read in: who is not found may still come. */
  readonly complete: boolean;
}

/** A room with a capacity that this gate leads to, and what this kiosk may still let into it. */
export interface RoomState {
  readonly kind: 'gate' | 'list';
  readonly name: string;
  readonly capacity: number;
  /** People it may still let in without asking, by all leases; null: it holds no lease for the room. */
  readonly left: number | null;
  /** Number of places left that other kiosks passed on to this one. */
  readonly fromOthers: number;
  /** Places of its own lease that this kiosk passed on to others. */
  readonly given: number;
  /** End of the lease that the next admission names, ISO 8601; null: there is none. */
  readonly expiresAt: string | null;
}

export interface StationState {
  readonly eventName: string;
  /** IANA name, in which times are shown; null until the event is known. */
  readonly timezone: string | null;
  readonly gateName: string;
  readonly kioskName: string;
  readonly role: 'gate' | 'self-service' | 'exhibitor';
  /** False until the replica can decide (first load done). */
  readonly ready: boolean;
  readonly sync: SyncPhase;
  /** The kiosk was out of contact for longer than the lease: no one is admitted until the server is heard again. */
  readonly leaseExpired: boolean;
  /** The sync is live: the last pull reached the head of the log, and no request has failed since. */
  readonly online: boolean;
  /** The way people go at this kiosk now. */
  readonly direction: Direction;
  /** The gate leads both ways: only there does setting the direction show. */
  readonly canTurn: boolean;
  readonly rooms: readonly RoomState[];
  /** Time at which the data was last known to be complete, ISO 8601; null before the first load. */
  readonly dataAsOf: string | null;
  /** Scans recorded here that the server has not acknowledged. */
  readonly pending: number;
  /** Scans the server refused, kept with their reason. */
  readonly parked: readonly { readonly scanId: string; readonly code: string; readonly message: string }[];
  readonly registrations: number;
  /** Check-ins on this gate's list, over all kiosks, as far as known here. */
  readonly checkedIn: number;
  readonly conflicts: readonly ConflictNotice[];
  readonly storage: { readonly persistent: boolean; readonly usedBytes: number; readonly quotaBytes: number } | null;
  /** Practice switch of demo tenants: the kiosk behaves as if the network were cut. */
  readonly networkCut: boolean;
  readonly demo: boolean;
}

export interface Station extends StaffActs {
  /** All gates, for supervisors. */
  readonly board: BoardFace;
  /** The other kiosks in reach. */
  readonly venue: VenueFace;
  state(): StationState;
  subscribe(listener: () => void): () => void;
  /** @param candidates spellings of one scan, best first (see scanner/scan-text.ts) */
  admit(scan: {
    readonly source: 'wedge' | 'camera' | 'typed' | 'serial';
    readonly candidates: readonly string[];
  }): Promise<AdmitResult>;
  /** People by name, company, e-mail or ticket number; none at a kiosk without staff. */
  search(text: string): PeopleFound;
  /** Staff looked the person up and asked them: decided and recorded like a scan, before the screen shows the admission. */
  admitRegistration(registrationId: string): Promise<AdmitResult>;
  setNetworkCut(cut: boolean): void;
  acknowledgeConflict(conflictId: string): Promise<void>;
  close(): Promise<void>;
}
