/**
 * Decides whether the roster already includes the result of another kiosk's scan. The mesh no longer counts or relays such a
 * scan, because the check-in or the conflict in the roster represents it.
 */
import type { Roster } from '#kiosk/store/replica.ts';
import type { PeerScan } from '#shared/peers/entry.ts';

/** The test of a scan. It reads the conflicts again only after the roster has changed. */
export interface Coverage {
  isCovered(scan: PeerScan): boolean;
  rosterChanged(): void;
}

export function createCoverage(roster: Pick<Roster, 'registrationByTicket' | 'checkin' | 'records'>): Coverage {
  let conflicting: ReadonlySet<string> | null = null;

  function registrationOf({ registration, ticketNumber }: PeerScan): string | null {
    return registration ?? (ticketNumber === null ? null : (roster.registrationByTicket(ticketNumber)?.id ?? null));
  }

  return {
    isCovered(scan) {
      conflicting ??= new Set(roster.records('checkin_conflicts').map((conflict) => conflict.scan));
      if (conflicting.has(scan.id)) return true;
      const registration = registrationOf(scan);
      const checkin = registration === null ? null : roster.checkin(registration, scan.list);
      // A scan is not covered by its time alone: whether the server has received it is not known here.
      return checkin !== null && (checkin.scan === scan.id || checkin.lastScan === scan.id);
    },
    rosterChanged() {
      conflicting = null;
    },
  };
}
