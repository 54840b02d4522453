/** Takes a scan of this kiosk back, an entry or an exit: another scan, on disk before it is shown. Nothing is erased. */

import type { JournalScan, ScanDraft } from '#kiosk/store/replica.ts';
import { undoRefusal } from '#shared/admission/undo.ts';
import { ruleVersion } from '#shared/admission/verdict.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime } from '#shared/base/time.ts';
import { reasonOf } from './reason.ts';
import type { UndoResult } from './staff-act-results.ts';
import { isStaffed } from './station-facts.ts';
import { locked, notReady, openEvent, type StationTools, staffOnly } from './station-tools.ts';

/** More than a kiosk makes in the fifteen minutes in which a scan can be taken back. */
const laterMax = 10_000;

export async function undo(scanId: string, givenReason: string, tools: StationTools): Promise<UndoResult> {
  const { replica, identity } = tools;
  if (openEvent(tools) === null) return notReady;
  if (!isStaffed(replica, identity)) return staffOnly;
  const { revoked, leaseExpired } = tools.condition();
  // No verdict is given here any more, and none is taken back.
  if (revoked || leaseExpired) return locked;
  const reason = reasonOf(givenReason);
  if (reason === null) return { kind: 'refused', reason: 'reason_missing' };
  return tools.oneAtATime(async () => {
    const scan = await replica.journal.get(scanId);
    if (scan === null) return { kind: 'refused', reason: 'unknown_scan' };
    const nowMs = tools.clock.now();
    const refused = undoRefusal(scan, await laterThan(scan, tools), nowMs);
    if (refused !== null) return { kind: 'refused', reason: refused };
    const written = await replica.journal.append(undoDraft(scan, reason, nowMs, tools));
    return written.kind === 'recorded' ? { kind: 'undone', scanId } : written;
  });
}

function laterThan({ counter }: JournalScan, { replica }: StationTools): Promise<readonly JournalScan[]> {
  return replica.journal.after(counter ?? 0, laterMax);
}

/** Makes the scan that takes this one back, for the same ticket on the same list in the same direction. */
function undoDraft(scan: JournalScan, reason: string, nowMs: number, tools: StationTools): ScanDraft {
  const { clock, replica } = tools;
  const { event, gate, list, kiosk, ticketNumber, registration, direction, source } = scan;
  return {
    id: uuidv7(nowMs, tools.randomBytes(10)),
    event,
    gate,
    list,
    kiosk,
    ticketNumber,
    registration,
    direction,
    verdict: 'undone',
    undoes: scan.id,
    undoReason: reason,
    flags: tools.condition().online ? [] : ['offline'],
    scannedAt: isoTime(nowMs),
    issuedAt: null,
    clockOffsetMs: clock.offsetMs(),
    knownSeq: replica.cursor()?.seq ?? null,
    ruleVersion,
    source,
    staff: null,
    overrideReason: null,
    overrideBy: null,
    overrode: null,
    answers: null,
    leases: null,
    durationMs: null,
  };
}
