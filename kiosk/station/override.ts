/** A supervisor admits whom the rules refuse: by PIN and with a reason, without a network too. Recorded like any scan. */
import { mayOverride } from '#shared/admission/overridable.ts';
import { recordAttempt } from './attempt.ts';
import { reasonOf } from './reason.ts';
import type { Override, OverrideResult } from './staff-act-results.ts';
import { isStaffed } from './station-facts.ts';
import { type StationTools, staffOnly } from './station-tools.ts';
import { canApprove, type PinCheck, supervisorsOf } from './supervisors.ts';

const pinNotTried: OverrideResult = {
  kind: 'not_recorded',
  reason: 'storage_failed',
  message: 'The attempt could not be saved, so no PIN was checked. Try again, or use another kiosk.',
};

export async function override(
  scanId: string,
  by: Override,
  pins: PinCheck,
  tools: StationTools,
): Promise<OverrideResult> {
  const { replica, identity } = tools;
  const startedMs = tools.monotonicMs();
  if (!isStaffed(replica, identity)) return staffOnly;
  const attempt = tools.recent.get(scanId);
  if (attempt === null || !mayOverride(attempt.verdict.code)) return { kind: 'refused', reason: 'not_overridable' };
  const reason = reasonOf(by.reason);
  if (reason === null) return { kind: 'refused', reason: 'reason_missing' };
  const supervisor = supervisorsOf(replica, identity).find(({ id }) => id === by.supervisorId);
  if (supervisor === undefined) return { kind: 'refused', reason: 'supervisor_unknown' };
  if (!canApprove(supervisor)) return { kind: 'refused', reason: 'pin_outdated' };
  const answer = await pins.approve(supervisor, by.pin).catch(() => null);
  if (answer === null) return pinNotTried;
  if (answer.kind !== 'right') return answer;
  // A second tap, while the first was being looked at, is no second admission.
  if (tools.recent.get(scanId) === null) return { kind: 'refused', reason: 'not_overridable' };
  tools.recent.drop(scanId);
  const approved = { reason, by: supervisor.id, approve: answer.approve };
  const result = await recordAttempt({ ...attempt, override: approved }, startedMs, tools);
  if (result.kind === 'not_recorded') tools.recent.keep(scanId, attempt);
  return result;
}
