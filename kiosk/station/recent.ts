/** Lists the recent scans of this kiosk, newest first, for staff who look for the scan they want to undo. */

import type { JournalScan } from '#kiosk/store/replica.ts';
import { isTooLate } from '#shared/admission/undo.ts';
import { undoableUntil } from './outcome.ts';
import type { RecentScan } from './staff-act-results.ts';
import { isStaffed } from './station-facts.ts';
import type { StationTools } from './station-tools.ts';

/** Maximum number of scans that are listed, and number that is read at once: more than staff look through. */
const recentMax = 200;

export async function recentScans(limit: number, tools: StationTools): Promise<readonly RecentScan[]> {
  const { replica, identity } = tools;
  if (!isStaffed(replica, identity)) return [];
  const wanted = Math.min(limit, recentMax);
  const nowMs = tools.clock.now();
  const undone = new Set<string>();
  const shown: RecentScan[] = [];
  // Numbers have no gaps but where scans left the disk: a page back is about as many scans.
  for (let end = replica.journal.lastCounter(); end > 0 && shown.length < wanted; end -= recentMax) {
    const page = await replica.journal.after(Math.max(0, end - recentMax), Math.min(end, recentMax));
    for (const scan of [...page].reverse()) {
      if (scan.undoes) undone.add(scan.undoes);
      else if (shown.length < wanted) shown.push(...shownAs(scan, undone.has(scan.id), nowMs, tools));
    }
  }
  return shown;
}

function shownAs(scan: JournalScan, undone: boolean, nowMs: number, { replica }: StationTools): RecentScan[] {
  const { id, verdict, direction, registration, ticketNumber, scannedAt, flags } = scan;
  if (verdict === 'undone') return [];
  const person =
    (registration && replica.roster.registration(registration)) ||
    (ticketNumber && replica.roster.registrationByTicket(ticketNumber)) ||
    null;
  const undoable = verdict === 'admitted' && !undone && !isTooLate(scannedAt, nowMs);
  return [
    {
      scanId: id,
      verdict,
      direction,
      registrationId: person?.id ?? registration,
      name: person?.name ?? null,
      company: person?.company ?? null,
      scannedAt,
      overridden: (flags ?? []).includes('override'),
      undone,
      undoableUntil: undoable ? undoableUntil(scannedAt) : null,
    },
  ];
}
