/**
 * The six kinds of answer that staff tell apart at a glance and by ear: each has a colour, a shape and a sound of its
 * own, none of which is needed to read the words.
 */
import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import type { VerdictCode } from '#shared/admission/verdict.ts';

/**
 * `admitted`: let in. `refused`: do not. `attention`: not yet, and something can be done about it here. `question`:
 * something has to be asked first. `duplicate`: the ticket was used before. `error`: no answer, nothing was recorded.
 */
export const resultKinds = ['admitted', 'refused', 'attention', 'question', 'duplicate', 'error'] as const;
export type ResultKind = (typeof resultKinds)[number];

const kinds: Readonly<Record<VerdictCode, ResultKind>> = {
  admitted: 'admitted',
  already_checked_in: 'duplicate',
  code_expired: 'attention',
  code_from_future: 'attention',
  code_forged: 'refused',
  code_malformed: 'attention',
  wrong_event: 'refused',
  unknown_ticket: 'refused',
  not_confirmed: 'attention',
  cancelled: 'refused',
  refunded: 'refused',
  revoked: 'refused',
  blocked: 'attention',
  wrong_gate: 'attention',
  too_early: 'attention',
  too_late: 'refused',
  gate_full: 'attention',
  exit_first: 'attention',
  questions_required: 'question',
  clock_untrusted: 'attention',
  kiosk_revoked: 'refused',
  lease_expired: 'refused',
};

export function kindOf(code: VerdictCode): ResultKind {
  return kinds[code];
}

export function kindOfResult(result: AdmitResult): ResultKind {
  return result.kind === 'decided' ? kindOf(result.outcome.verdict.code) : 'error';
}

/** Returns the sound to play: a note for staff about a person who may go in must not sound like any other admission. */
export function soundOf(result: AdmitResult): ResultKind {
  const kind = kindOfResult(result);
  const noted = result.kind === 'decided' && result.outcome.verdict.detail.attention !== undefined;
  return kind === 'admitted' && noted ? 'attention' : kind;
}
