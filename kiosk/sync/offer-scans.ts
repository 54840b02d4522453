/** Offers scans to the server until each has its answer, and keeps the answers in the journal's ledger (SY6–SY9). */

import type { JournalStore, NumberedScan } from '#kiosk/store/journal.ts';
import type { JournalScan, ParkedScan } from '#kiosk/store/replica.ts';
import type { ScanDoc } from '#kiosk/store/rows.ts';
import { must } from '#shared/base/assert.ts';
import type { Link } from './link.ts';
import { offerRows, type Refusal } from './offer-rows.ts';

/**
 * Each scan after the walk-in whose person it lets in, so that the server never has a person without a name.
 *
 * @throws where nothing can be said about the rows: a locked kiosk, an answer that makes no sense, a closed link
 */
export async function offerScans(rows: readonly ScanDoc[], link: Link, journal: JournalStore): Promise<void> {
  const made = rows.flatMap(({ scan }) => (scan.walkIn ? [scan.walkIn] : []));
  const refusedWalkIns = new Map<string, Refusal>();
  await offerRows('walk_ins', made, link, async (answers) => {
    for (const [id, refusal] of answers) if (refusal) refusedWalkIns.set(id, refusal);
  });
  const rowById = new Map(rows.map((row) => [row.id, row]));
  await offerRows('scans', rows.map(withoutWalkIn), link, (answers) => {
    const accepted: NumberedScan[] = [];
    const refused: ParkedScan[] = [];
    for (const [id, refusal] of answers) {
      const { counter, scan } = must(rowById.get(id), 'an answer for a row that was offered');
      // A refused walk-in refuses its scan, too: staff at this kiosk have to get the person registered.
      const reason = refusal ?? (scan.walkIn && refusedWalkIns.get(scan.walkIn.id)) ?? null;
      if (reason === null) accepted.push({ id, counter });
      else refused.push({ scanId: id, counter, ...reason });
    }
    return journal.answered(accepted, refused);
  });
}

function withoutWalkIn({ scan }: ScanDoc): JournalScan {
  const { walkIn: _walkIn, ...alone } = scan;
  return alone;
}
