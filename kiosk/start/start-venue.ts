/** The venue of a paired kiosk over its own parts: the host's lines, the replica, the key in its credentials, the sync. */
import { admitsHere, type StationIdentity } from '#kiosk/station/station-facts.ts';
import type { SyncedReplica } from '#kiosk/store/assemble-replica.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import type { Sync } from '#kiosk/sync/open-sync.ts';
import { openVenue, type VenueParts } from '#kiosk/venue/open-venue.ts';
import type { Venue } from '#kiosk/venue/venue.ts';
import { secondMs } from '#shared/base/time.ts';
import { keysOnce, listedMembers } from '#shared/peers/members.ts';
import { createKeyRenewal } from '#shared/peers/renew-key.ts';

const lookEveryMs = 2 * secondMs;
const relayRows = 100;

export interface VenueStartParts {
  readonly identity: StationIdentity;
  readonly replica: SyncedReplica;
  readonly clock: TrustedClock;
  readonly sync: Sync;
}

/** Parts of the machine that the venue needs: the host's lines, its timers, the device's key. */
export type VenueMachine = Pick<VenueParts, 'api' | 'crypto' | 'sha256' | 'monotonicMs' | 'every' | 'onFault'>;

export async function startVenue(
  machine: VenueMachine,
  { identity, replica, clock, sync }: VenueStartParts,
): Promise<Venue> {
  const { monotonicMs, every, onFault } = machine;
  const members = listedMembers(() => replica.roster.records('kiosks'), identity.event);
  replica.rosterStore.onChange(members.changed);
  const keys = keysOnce(sync.credentials);
  const online = (): boolean => sync.phase().phase === 'live';
  const venue = await openVenue({
    ...machine,
    replica: { ...replica, onRosterChange: replica.rosterStore.onChange },
    self: identity.kioskId,
    event: identity.event,
    clock,
    source: { members, keys },
    online,
    takesPart: () => admitsHere(replica, identity),
  });
  sync.logOpened(venue.entryOf);
  const tellPlace = () => sync.reachedAt(venue.state().addresses);
  venue.subscribe(tellPlace);
  tellPlace();
  const renew = createKeyRenewal({
    generation: () => keys()?.current.generation ?? null,
    isMissing: () => venue.state().condition === 'no_key' || venue.state().keyOutdated,
    members: members.all,
    renew: async () => {
      const before = sync.credentials();
      await sync.renew();
      return sync.credentials() !== before;
    },
    monotonicMs,
  });
  let relaying = false;
  every(lookEveryMs, () => {
    if (relaying || !online()) return;
    relaying = true;
    relay(venue, sync)
      .then(renew)
      .catch(onFault)
      .finally(() => {
        relaying = false;
      });
  });
  return venue;
}

async function relay(venue: Venue, sync: Sync): Promise<void> {
  const entries = venue.toRelay(relayRows);
  if (entries.length > 0) venue.answered(await sync.relay(entries));
}
