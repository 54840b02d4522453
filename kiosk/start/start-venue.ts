/** The venue of a paired kiosk over its own parts: the host's lines, the replica, the key in its credentials, the way up. */
import { admitsHere, type StationIdentity } from '#kiosk/station/station-facts.ts';
import type { SyncedReplica } from '#kiosk/store/assemble-replica.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import type { Sync } from '#kiosk/sync/open-sync.ts';
import { openVenue, type VenueParts } from '#kiosk/venue/open-venue.ts';
import type { Venue } from '#kiosk/venue/venue.ts';
import { minuteMs, secondMs } from '#shared/base/time.ts';
import { keysOnce, listedMembers } from '#shared/peers/members.ts';

const lookEveryMs = 2 * secondMs;
const relayRows = 100;
/** A key that is missing or out of date is asked for at most this often. */
const renewAtMostEveryMs = minuteMs;

export interface VenueStartParts {
  readonly identity: StationIdentity;
  readonly replica: SyncedReplica;
  readonly clock: TrustedClock;
  readonly sync: Sync;
}

/** What the venue needs of the machine: the host's lines, its timers, the device's key. */
export type VenueMachine = Pick<VenueParts, 'api' | 'crypto' | 'sha256' | 'monotonicMs' | 'every' | 'onFault'>;

export async function startVenue(
  machine: VenueMachine,
  { identity, replica, clock, sync }: VenueStartParts,
): Promise<Venue> {
  const { monotonicMs, every, onFault } = machine;
  const members = listedMembers(() => replica.roster.records('kiosks'), identity.event);
  replica.rosterStore.onChange(members.changed);
  const online = (): boolean => sync.phase().phase === 'live';
  const venue = await openVenue({
    ...machine,
    replica: { ...replica, onRosterChange: replica.rosterStore.onChange },
    self: identity.kioskId,
    event: identity.event,
    clock,
    source: { members, keys: keysOnce(sync.credentials) },
    online,
    takesPart: () => admitsHere(replica, identity),
  });
  sync.logOpened(venue.entryOf);
  const tellPlace = () => sync.reachedAt(venue.state().addresses);
  venue.subscribe(tellPlace);
  tellPlace();
  const renew = renewWhenDue(() => isKeyOld(venue, members.all()), sync, monotonicMs);
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

/** Each revocation makes a new key: it comes with the credentials, which are renewed for it. */
function isKeyOld(venue: Venue, members: readonly { readonly id: string; readonly revoked: boolean }[]) {
  const { condition, keyOutdated } = venue.state();
  return {
    isMissing: condition === 'no_key' || keyOutdated,
    revoked: members
      .filter(({ revoked }) => revoked)
      .map(({ id }) => id)
      .sort()
      .join(),
  };
}

function renewWhenDue(
  look: () => { readonly isMissing: boolean; readonly revoked: string },
  sync: Sync,
  monotonicMs: () => number,
): () => Promise<void> {
  let { revoked: seen } = look();
  let renewedMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const { isMissing, revoked } = look();
    const isNews = revoked !== seen;
    if (!isNews && !(isMissing && monotonicMs() - renewedMs >= renewAtMostEveryMs)) return;
    const before = sync.credentials();
    await sync.renew();
    // A request that was lost is asked again at the next look: without the key this kiosk hears no one.
    if (sync.credentials() === before) return;
    renewedMs = monotonicMs();
    seen = revoked;
  };
}
