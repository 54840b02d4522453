/**
 * Decides whether the roster includes the result of another kiosk's scan, so that the scan is no longer a fact of its
 * own.
 */
import type { Roster } from '#kiosk/store/replica.ts';
import type { PeerScan } from '#shared/peers/entry.ts';

/** Scans of conflicts, read once for each change of the roster. */
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
