import type { SignatureState } from '../ticket/ticket-signature.ts';

/**
 * What `decide` looks at. Kiosk and server fill the same shapes from their own records,
 * so that their verdicts can differ only in the facts they had.
 */
export interface RegistrationFacts {
  readonly id: string;
  readonly event: string;
  readonly ticketType: string;
  readonly status: 'pending' | 'confirmed' | 'waitlisted' | 'cancelled' | 'expired';
  readonly paymentStatus: string;
  readonly revokedAt: string | null;
  readonly blockedReason: string | null;
}

export interface CheckinFacts {
  readonly checkedInAt: string;
  readonly gate: string | null;
  readonly kiosk: string | null;
}

export interface GateFacts {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  /** Id of its check-in list. */
  readonly list: string;
  /** Ids of the ticket types admitted here; empty: all. */
  readonly ticketTypes: readonly string[];
  readonly opensAt: string | null;
  readonly closesAt: string | null;
}

export interface GateContext {
  readonly event: {
    readonly id: string;
    readonly replayWindowMinutes: number;
    readonly signatures: 'required' | 'off';
    readonly status: string;
  };
  /** Null: the event declares no gates, any is taken. */
  readonly gate: GateFacts | null;
  /** The event declares gates, and the one asked for is not among them. */
  readonly gateUnknown: boolean;
  /** All gates of the event, to name one that would admit. */
  readonly gates: readonly GateFacts[];
  /**
   * True at the server: a registration that is not found does not exist. False at a kiosk, whose replica may be
   * behind: a code that we signed is then taken on trust and the scan flagged `unverified`.
   */
  readonly knowledgeComplete: boolean;
  readonly station: {
    readonly revoked: boolean;
    readonly leaseExpired: boolean;
    /** False: no offset measured against the server, or the clock jumped since; ages and hours cannot be judged. */
    readonly clockTrusted: boolean;
    readonly online: boolean;
  };
}

export interface Facts {
  /** Null: no registration with this ticket number is known here. */
  readonly registration: RegistrationFacts | null;
  /**
   * Its check-in on this gate's list, if any. Where the registration is not known here, the one that this station
   * itself recorded for the ticket number.
   */
  readonly checkin: CheckinFacts | null;
  /** `missing`: the code carries none, or there is no code; `invalid`: no key of this event verifies it. */
  readonly signature: SignatureState;
}

/** The list a scan counts on where the event declares no gates. */
export const defaultList = 'default';
