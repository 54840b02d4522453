/** Counts the people checked in on a list, as far as this kiosk knows: one count for all of its screens. */
import type { Replica } from '#kiosk/store/replica.ts';

/** What came down, what was admitted here and has not come down yet, and what other kiosks said on the LAN. */
export function countCheckedIn({ roster, journal, heard }: Replica, list: string): number {
  return roster.checkedInCount(list) + journal.localAdmissionCount(list) + (heard?.admitted(list) ?? 0);
}
