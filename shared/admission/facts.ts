/**
 * The facts that `decide` reads. Kiosk and server fill the same shapes from their own records, so that their verdicts
 * can differ only in the facts they had.
 */
import type { ExternalScheme } from '../base/external-scheme.ts';
import type { SignatureState } from '../ticket/ticket-signature.ts';
import type { Direction, QuestionAsked } from './verdict.ts';

export interface RegistrationFacts {
  readonly id: string;
  readonly event: string;
  readonly ticketType: string;
  readonly status: 'pending' | 'confirmed' | 'waitlisted' | 'cancelled' | 'expired';
  readonly paymentStatus: string;
  readonly revokedAt: string | null;
  readonly blockedReason: string | null;
  readonly attentionNote: string | null;
  /** Ids of the questions that are answered already: each is asked once. */
  readonly answered: readonly string[];
}

/** A registration's standing on one list; null where it has never entered. */
export interface CheckinFacts {
  /** ISO 8601 time of the latest entry that counts; gate, kiosk and staff are those of this entry. */
  readonly checkedInAt: string;
  readonly gate: string | null;
  readonly kiosk: string | null;
  readonly kioskName: string | null;
  readonly staff: string | null;
  readonly entries: number;
  /** Entries on the event's calendar day of `checkedInAt`. */
  readonly entriesThatDay: number;
  readonly leftAt: string | null;
  /** The last movement was an entry. */
  readonly inside: boolean;
}

export interface GateFacts {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  /** Id of its check-in list. */
  readonly list: string;
  /** Directions in which people may pass it. */
  readonly direction: Direction | 'both';
  /** Ids of the ticket types admitted here; empty: all. */
  readonly ticketTypes: readonly string[];
  /** ISO 8601; null: no bound. The same for `closesAt`. */
  readonly opensAt: string | null;
  readonly closesAt: string | null;
}

export interface ListFacts {
  readonly id: string;
  readonly counting: 'once' | 'once_per_day' | 'unlimited';
  /** People who are inside must go out before they come in again. */
  readonly exitFirst: boolean;
  /** Time after an entry in which the same ticket is not let in again while its holder is inside; 0: no such window. */
  readonly passbackMinutes: number;
}

/** Speaks about the ticket types it names, at the gate and the list it names; where it names none, about all. */
export interface EntryRuleFacts {
  readonly list: string | null;
  readonly gate: string | null;
  readonly ticketTypes: readonly string[];
  readonly opensAt: string | null;
  readonly closesAt: string | null;
  /**
   * Number of times that one ticket may enter: in place of the list's once, and per day where the list counts days. Null:
   * this rule sets none.
   */
  readonly maxEntries: number | null;
}

export interface QuestionFacts extends QuestionAsked {
  /** Ids of the ticket types it is asked of; empty: all. */
  readonly ticketTypes: readonly string[];
}

/** A room that takes only so many people, as this station may fill it. */
export interface RoomFacts {
  readonly kind: 'gate' | 'list';
  /** Number of people who may still come in: at the server the free places, at a kiosk those left of its lease. */
  readonly remaining: number;
  /** The lease may have run out, and the clock cannot tell. */
  readonly clockNeeded: boolean;
}

export interface GateContext {
  readonly event: {
    readonly id: string;
    readonly replayWindowMinutes: number;
    readonly signatures: 'required' | 'off';
    readonly status: string;
    /** IANA name: where a day begins. */
    readonly timezone: string;
  };
  /** Null: the event declares no gates, and any is taken; or `gateUnknown`. */
  readonly gate: GateFacts | null;
  /** The event declares gates, and the one asked for is not among them, or none was named. */
  readonly gateUnknown: boolean;
  /** All gates of the event, to name one that would admit. */
  readonly gates: readonly GateFacts[];
  /** The list that scans here count on. */
  readonly list: ListFacts;
  readonly entryRules: readonly EntryRuleFacts[];
  /** In the order in which they are asked. */
  readonly questions: readonly QuestionFacts[];
  /**
   * True at the server: a registration that is not found does not exist. False at a kiosk, whose replica may not be up
   * to date: a code with our signature is then accepted and the scan flagged `unverified`.
   */
  readonly knowledgeComplete: boolean;
  readonly station: {
    readonly revoked: boolean;
    readonly leaseExpired: boolean;
    /** False: the clock is not trusted (`ClockReason`), so that ages and hours cannot be judged. */
    readonly clockTrusted: boolean;
    /** True: the server has not been heard since the kiosk started, and the wall clock bridges the gap. */
    readonly clockAssumed?: boolean;
    readonly online: boolean;
  };
}

/** A code of another system, as the import that brought it and the organizer's setting for that import say. */
export interface ExternalCodeFacts {
  readonly scheme: ExternalScheme;
  /** False: the organizer has turned the codes of this import off. */
  readonly accepted: boolean;
  /** ISO 8601; null: for as long as they are accepted at all. */
  readonly until: string | null;
}

export interface Facts {
  /** Null: no registration with this ticket number is known here. */
  readonly registration: RegistrationFacts | null;
  /**
   * Its standing on this gate's list, if any. Where the registration is not known here, what this station itself
   * recorded for the ticket number.
   */
  readonly checkin: CheckinFacts | null;
  /** `missing`: the code carries none, or there is no code; `invalid`: no key of this event verifies it. */
  readonly signature: SignatureState;
  /** Rooms of this gate and of its list that have a capacity; empty: none has. */
  readonly rooms: readonly RoomFacts[];
}

/** The list a scan counts on where the event declares no gates. */
export const defaultList = 'default';

/** Counting rule of a list that sets none. */
export const onceList = { counting: 'once', exitFirst: false, passbackMinutes: 0 } as const;
