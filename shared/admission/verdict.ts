/** The closed list of what a scan can come to; the same at kiosk and server (contract 8). */
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

export type VerdictFlag = 'offline' | 'unverified' | 'override' | 'conflict';

/** What staff need to know beyond the code; times in ISO 8601. */
export interface VerdictDetail {
  readonly checkedInAt?: string;
  readonly gate?: string;
  readonly kiosk?: string;
  readonly issuedAt?: string;
  readonly windowMinutes?: number;
  readonly opensAt?: string;
  readonly closesAt?: string;
  /** Names of the gates that would admit this ticket now. */
  readonly gates?: readonly string[];
  readonly blockedReason?: string;
  /** What the verdict would have been without the override. */
  readonly overrode?: VerdictCode;
}

export interface Verdict {
  readonly code: VerdictCode;
  readonly flags: readonly VerdictFlag[];
  readonly detail: VerdictDetail;
}

/** Raised whenever the same facts may now give another verdict; every scan carries it. */
export const ruleVersion = 1;
