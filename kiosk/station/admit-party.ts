/** Lets some of a group in on the word of the one who was scanned: each with a verdict and a scan of their own. */
import { groupAdmittingVerdicts } from '#shared/admission/decide-group.ts';
import type { AdmitResult } from './admit-result.ts';
import { recordAttempt } from './attempt.ts';
import { lookedUp } from './attempt-input.ts';
import { othersOf } from './party.ts';
import type { StaffActs } from './staff-acts.ts';
import { isStaffed } from './station-facts.ts';
import { openEvent, type StationTools } from './station-tools.ts';

/**
 * One after the other, each with its own verdict and scan: who is let in first takes the place that is left. Stops after
 * the first one that could not be recorded.
 */
export async function admitParty(
  holderScanId: string,
  registrationIds: readonly string[],
  tools: StationTools,
): ReturnType<StaffActs['admitParty']> {
  const { replica, identity } = tools;
  const { roster } = replica;
  if (openEvent(tools) === null || !isStaffed(replica, identity)) return { kind: 'refused', reason: 'unknown_scan' };
  const scan = await replica.journal.get(holderScanId);
  if (scan === null) return { kind: 'refused', reason: 'unknown_scan' };
  const holder = scan.registration === null ? null : roster.registration(scan.registration);
  const others = new Set(holder === null ? [] : othersOf(holder, replica));
  const chosen = [...new Set(registrationIds)];
  if (scan.verdict === 'undone' || !groupAdmittingVerdicts.has(scan.verdict) || !chosen.every((id) => others.has(id)))
    return { kind: 'refused', reason: 'not_of_this_group' };
  const results: AdmitResult[] = [];
  for (const id of chosen) {
    const member = roster.registration(id);
    if (member === null) return { kind: 'refused', reason: 'not_of_this_group' };
    const startedMs = tools.monotonicMs();
    const subject = lookedUp(member.ticketNumber);
    const attempt = { source: 'group', subject, direction: scan.direction, answers: null, override: null } as const;
    const result = await recordAttempt(attempt, startedMs, tools);
    results.push(result);
    if (result.kind === 'not_recorded') break;
  }
  return { results };
}
