/** The result of an attempt at the gate, durable when it is returned. Types only. */
import type { Direction, Verdict } from '#shared/admission/verdict.ts';

export interface AdmittedPerson {
  readonly registrationId: string;
  readonly name: string;
  readonly company: string | null;
  readonly role: string | null;
  readonly ticketTypeName: string | null;
}

/** The result of a scan, durable when this is returned. */
export interface ScanOutcome {
  readonly scanId: string;
  readonly verdict: Verdict;
  /** Null where the ticket is not known here or must not be shown. */
  readonly person: AdmittedPerson | null;
  /** ISO 8601, by the kiosk's corrected clock. */
  readonly scannedAt: string;
  readonly direction: Direction;
  /** A supervisor may override it at this kiosk. */
  readonly overridable: boolean;
  /** Time until which the scan can be taken back, ISO 8601; null: it cannot. */
  readonly undoableUntil: string | null;
  /** Others share the person's group: `party` says who. */
  readonly hasParty: boolean;
  /** Time from the call of the station to the durable verdict. */
  readonly durationMs: number;
}

/** A scan that could not be recorded is no verdict: green is never shown for it. */
export type AdmitResult =
  | { readonly kind: 'decided'; readonly outcome: ScanOutcome }
  | {
      readonly kind: 'not_recorded';
      readonly reason: 'disk_full' | 'storage_failed' | 'not_ready' | 'not_allowed';
      readonly message: string;
    };
