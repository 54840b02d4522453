/**
 * The verdicts that a supervisor may override. Verdicts without a known person, or of a kiosk that may not admit, stay
 * refused.
 */
import type { VerdictCode } from './verdict.ts';

export const overridable: Readonly<Record<Exclude<VerdictCode, 'admitted'>, boolean>> = {
  already_checked_in: true,
  code_expired: true,
  code_from_future: true,
  // A forged code must not admit the person whose number it names: staff look the person up by name instead.
  code_forged: false,
  code_malformed: false,
  wrong_event: false,
  // No registration has that number: register the person as a walk-in.
  unknown_ticket: false,
  not_confirmed: true,
  cancelled: true,
  refunded: true,
  revoked: true,
  blocked: true,
  wrong_gate: true,
  too_early: true,
  too_late: true,
  // Recorded as an over-admission.
  gate_full: true,
  exit_first: true,
  questions_required: true,
  clock_untrusted: true,
  // A locked station may be in the wrong hands, and so may its supervisors' PINs.
  kiosk_revoked: false,
  lease_expired: false,
};

export function mayOverride(code: VerdictCode): boolean {
  return code !== 'admitted' && overridable[code];
}
