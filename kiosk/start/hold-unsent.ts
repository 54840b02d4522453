/** Offers this machine's unsent scans to the organizer as a file for as long as the kiosk may not send them itself. */
import type { Station } from '#kiosk/station/station.ts';
import type { HeldJournal, UnsentScans } from '#kiosk/sync/unsent-scans.ts';

/** A revoked kiosk has sealed what it had; one that was away too long keeps its journal and seals when asked. */
export function holdUnsent(station: Station, unsent: UnsentScans, journal: HeldJournal): void {
  const look = (): void => {
    const { leaseExpired, sync } = station.state();
    const revoked = sync.phase === 'locked' && sync.code === 'kiosk_revoked';
    unsent.hold(leaseExpired && !revoked ? journal : null);
    if (revoked) unsent.recount();
  };
  station.subscribe(look);
  look();
}
