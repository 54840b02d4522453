/** Counts the people checked in on a list, as far as this kiosk knows: one count for all of its screens. */
import type { Replica } from '#kiosk/store/replica.ts';

/** Adds check-ins from the server, admissions here that it has not sent back yet, and those that other kiosks report. */
export function countCheckedIn({ roster, journal, heard }: Replica, list: string): number {
  return roster.checkedInCount(list) + journal.localAdmissionCount(list) + (heard?.admitted(list) ?? 0);
}
