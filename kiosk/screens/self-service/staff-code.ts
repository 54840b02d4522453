/**
 * The short number that a guest shows to staff in place of a reason: what it means stands in the staff's menu, and never
 * on the guest's screen. Staff remember the numbers: a number that is in use never gets another meaning.
 */
import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import type { VerdictCode } from '#shared/admission/verdict.ts';

/** Request of the screen to a guest. */
export type Hint = 'ask_staff' | 'show_ticket' | 'reload_ticket' | 'other_gate' | 'not_open';

type NotRecorded = Extract<AdmitResult, { kind: 'not_recorded' }>['reason'];

export type StaffReason =
  | { readonly kind: 'verdict'; readonly code: VerdictCode }
  | { readonly kind: 'not_recorded'; readonly reason: NotRecorded }
  /** The answers were not taken. */
  | { readonly kind: 'answers' }
  /** The person says that something on the badge is wrong. */
  | { readonly kind: 'badge_wrong' }
  /** Let in, and no badge came out, or none for certain. */
  | { readonly kind: 'badge_later' };

export const verdictNumbers: Readonly<Record<Exclude<VerdictCode, 'admitted'>, number>> = {
  already_checked_in: 11,
  code_expired: 12,
  code_from_future: 13,
  code_forged: 14,
  code_malformed: 15,
  wrong_event: 16,
  unknown_ticket: 17,
  not_confirmed: 21,
  cancelled: 22,
  refunded: 23,
  revoked: 24,
  blocked: 25,
  wrong_gate: 31,
  too_early: 32,
  too_late: 33,
  gate_full: 34,
  exit_first: 35,
  questions_required: 36,
  clock_untrusted: 41,
  kiosk_revoked: 42,
  lease_expired: 43,
};

export const notRecordedNumbers: Readonly<Record<NotRecorded, number>> = {
  disk_full: 51,
  storage_failed: 52,
  not_ready: 53,
  not_allowed: 54,
};

export const otherNumbers = { answers: 61, badge_wrong: 71, badge_later: 72 } as const;

/** @returns e.g. `25-7C1E`: the reason's number, and the end of the scan's id, by which staff find it; no id: `25` alone */
export function staffCodeOf(reason: StaffReason, scanId: string | null): string {
  const number = numberOf(reason);
  return scanId === null ? String(number) : `${number}-${scanId.slice(-4).toUpperCase()}`;
}

function numberOf(reason: StaffReason): number {
  if (reason.kind === 'not_recorded') return notRecordedNumbers[reason.reason];
  if (reason.kind !== 'verdict') return otherNumbers[reason.kind];
  return reason.code === 'admitted' ? otherNumbers.badge_later : verdictNumbers[reason.code];
}
