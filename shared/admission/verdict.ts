/** The closed list of what a scan can come to; the same at kiosk and server: RULES.md has their precedence. */
export const verdictCodes = [
  'admitted',
  'already_checked_in',
  'code_expired',
  'code_from_future',
  'code_forged',
  'code_malformed',
  'wrong_event',
  'unknown_ticket',
  'not_confirmed',
  'cancelled',
  'refunded',
  'revoked',
  'blocked',
  'wrong_gate',
  'too_early',
  'too_late',
  'gate_full',
  'exit_first',
  'questions_required',
  'clock_untrusted',
  'kiosk_revoked',
  'lease_expired',
] as const;

export type VerdictCode = (typeof verdictCodes)[number];

/**
 * Verdicts given before the ticket code has proven anything: a person who made a code up must learn neither a name nor what is
 * noted about the holder.
 */
export const unprovenVerdicts: ReadonlySet<VerdictCode> = new Set([
  'kiosk_revoked',
  'lease_expired',
  'wrong_event',
  'code_forged',
]);

/** Verdicts of stored scans; `undone`: the scan takes an earlier one back (`scans.undoes`), which is no attempt. */
export const scanVerdicts = [...verdictCodes, 'undone'] as const;
export type ScanVerdict = (typeof scanVerdicts)[number];

/** Direction in which a person goes through the gate. */
export const directions = ['entry', 'exit'] as const;
export type Direction = (typeof directions)[number];

/** The server's check of a kiosk's override: `proven` counts; `refused` admits no one, is stored, and is reported. */
export const approvalOutcomes = ['proven', 'refused'] as const;

export type VerdictFlag = 'offline' | 'unverified' | 'override' | 'conflict' | 'external_code';

/** A question as staff has to ask it. */
export interface QuestionAsked {
  readonly id: string;
  readonly text: string;
  readonly kind: 'text' | 'choice' | 'boolean';
  /** Options of a choice; empty otherwise. */
  readonly options: readonly string[];
  readonly required: boolean;
}

/** Gate and time at which this ticket is let in soonest. */
export interface WayIn {
  /** The gate's name. */
  readonly gate: string;
  /** Null: it is open now. */
  readonly opensAt: string | null;
}

/** Origin of an external code, for staff. */
export interface ExternalShown {
  /** Scheme as in `external_codes`. */
  readonly scheme: string;
  /** With `code_expired`, the time until which such codes were accepted; null: the organizer has turned them off. */
  readonly until?: string | null;
}

/** Facts for staff beyond the code; times in ISO 8601. */
export interface VerdictDetail {
  /** Time of the latest entry that counts. */
  readonly checkedInAt?: string;
  /** Gate of that entry: its key, or as a station shows it, its name. */
  readonly gate?: string;
  readonly kiosk?: string;
  readonly kioskName?: string;
  /** The staff member at that kiosk. */
  readonly staff?: string;
  /** Entries so far and their maximum, for a ticket that may enter more than once; of that day where the list counts days. */
  readonly entries?: number;
  readonly maxEntries?: number;
  /** End of the passback window: this ticket is let in again from then on. */
  readonly againAt?: string;
  readonly issuedAt?: string;
  readonly windowMinutes?: number;
  readonly opensAt?: string;
  readonly closesAt?: string;
  /** Names of the gates that would admit this ticket now; on the way out, of the gates that have one. */
  readonly gates?: readonly string[];
  /** Names of gates of other areas that admit it now; set where no gate of this area would. */
  readonly otherAreas?: readonly string[];
  /** Set with `wrong_gate` where the event declares gates and none of the ID that was sent, or none was sent. */
  readonly unknownGate?: true;
  readonly nearest?: WayIn;
  readonly blockedReason?: string;
  /** The full part: the space that this gate leads to, or the whole list. */
  readonly full?: 'gate' | 'list';
  /** With `questions_required`, all questions to ask, the optional ones too, so that no one is asked twice. */
  readonly questions?: readonly QuestionAsked[];
  /** Ids of the questions to which an answer was given that is not valid. */
  readonly badAnswers?: readonly string[];
  /** The organizer's note for staff about this person, with every verdict but `unprovenVerdicts`. */
  readonly attention?: string;
  /** Present on the way out. */
  readonly direction?: 'exit';
  /** Set with `code_malformed` where a name badge was scanned, which opens no gate. */
  readonly badge?: true;
  /** The code was issued by another system and carries no signature of ours. Present with every verdict. */
  readonly external?: ExternalShown;
  /** Verdict that would have applied without the override. */
  readonly overrode?: VerdictCode;
}

export interface Verdict {
  readonly code: VerdictCode;
  readonly flags: readonly VerdictFlag[];
  readonly detail: VerdictDetail;
}

/**
 * Raised whenever the same facts may now give another verdict; every scan carries it.
 *
 * 1: codes, states, gates, hours, once per list.
 * 2: entry rules by ticket type, lists that count per day or not at all, exits, passback, capacity by leases, questions,
 *    and a table of what may be overridden.
 * 3: a code's age is doubted, not refused, by a clock that the server has not confirmed since the start.
 * 4: codes of other systems that an import brought.
 */
export const ruleVersion = 4;
