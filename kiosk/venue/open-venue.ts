/**
 * The venue at this kiosk, as a list: journal on disk → mesh → lines of the host → facts for the station. Opened by
 * kiosk/start once a kiosk is paired. Without a host or a key it waits and does nothing: no other part needs it.
 */
import type { VenueState } from '#kiosk/station/venue.ts';
import type { HeardRows } from '#kiosk/store/heard-rows.ts';
import type { HeardSlot } from '#kiosk/store/heard-scans.ts';
import type { Replica } from '#kiosk/store/replica.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import { createListeners } from '#shared/base/observable.ts';
import { taughtAddresses } from '#shared/peers/members.ts';
import { type MemberSource, openMember } from '#shared/peers/open-member.ts';
import type { PeerApi } from '#shared/peers/peer-api.ts';
import type { PeerCrypto } from '#shared/peers/ports.ts';
import { drawVenue } from './draw-venue.ts';
import { openNeighbourPlaces } from './neighbour-places.ts';
import { asPeerScan, isMovement, ownMovements } from './own-side.ts';
import { createCoverage } from './roster-coverage.ts';
import { createScannedAddresses } from './scanned-addresses.ts';
import type { Venue } from './venue.ts';
import { openVenueFacts } from './venue-facts.ts';

export interface VenueReplica extends Pick<Replica, 'roster' | 'journal' | 'settings'> {
  readonly heard: HeardSlot;
  /** Null: nothing that is heard is kept over a restart. */
  readonly heardRows: HeardRows | null;
  onRosterChange(listener: () => void): () => void;
}

export interface VenueParts {
  /** Null: this machine has no host. */
  readonly api: PeerApi | null;
  readonly replica: VenueReplica;
  readonly self: string;
  readonly event: string;
  /** Signs with the key that the kiosk was paired with. */
  readonly crypto: PeerCrypto;
  /** Hashes the text in UTF-8. */
  readonly sha256: (text: string) => Promise<Uint8Array>;
  readonly clock: Pick<TrustedClock, 'now' | 'trusted'>;
  readonly monotonicMs: () => number;
  readonly source: MemberSource;
  /** This kiosk reaches the server. */
  readonly online: () => boolean;
  /** Its role admits people. */
  readonly takesPart: () => boolean;
  /** @returns the function that ends it */
  readonly every: (intervalMs: number, callback: () => void) => () => void;
  readonly onFault: (error: unknown) => void;
}

const tickEveryMs = 1_000;

export async function openVenue(parts: VenueParts): Promise<Venue> {
  const { replica, self, event } = parts;
  const { journal, roster, settings } = replica;
  const listeners = createListeners();
  const coverage = createCoverage(roster);
  const member = await openMember({
    ...parts,
    clock: { now: parts.clock.now, trusted: parts.clock.trusted, monotonicMs: parts.monotonicMs },
    settings,
    heardRows: replica.heardRows,
    own: await ownMovements(journal),
    isCovered: coverage.isCovered,
    taught: () => taughtAddresses(roster.records('kiosks'), parts),
    onPlace: () => picture.changed(),
  });
  const { mesh, book } = member;
  const places = await openNeighbourPlaces({ ...parts, settings, mesh });
  const facts = openVenueFacts(replica, event, mesh);
  const draw = (): VenueState =>
    drawVenue({
      condition: member.condition(),
      mesh: mesh.state(),
      roster,
      self,
      place: member.place(),
      typed: book.typed(),
      dialled: member.dialled,
    });
  let rosterChanged = true;
  const picture = createPicture(draw, listeners.notify);

  async function tick(): Promise<void> {
    const isChanged = rosterChanged;
    rosterChanged = false;
    if (isChanged) coverage.rosterChanged();
    await member.tick(isChanged);
    if (isChanged) facts.recount();
  }

  const ends = [
    journal.onAppend((scan) => {
      if (!isMovement(scan)) return;
      mesh.append(asPeerScan(scan));
      facts.look([asPeerScan(scan)]);
    }),
    replica.onRosterChange(() => {
      rosterChanged = true;
    }),
    mesh.onHeard(facts.look),
    mesh.onChange(picture.changed),
    parts.every(tickEveryMs, () => void tick().catch(parts.onFault)),
  ];
  member.open();

  async function addAddress(text: string): Promise<boolean> {
    const added = await book.type(text);
    picture.changed();
    return added;
  }
  const scanned = createScannedAddresses(addAddress);

  return {
    state: picture.now,
    subscribe: listeners.subscribe,
    addAddress,
    removeAddress: (address) => book.forget(address).then(picture.changed),
    awaitCode: scanned.await,
    offerCode: scanned.offer,
    refuseCode: scanned.refuse,
    places,
    toRelay: (limit) => mesh.toRelay(limit),
    answered: (ids) => mesh.answered(ids),
    entryOf: mesh.entryOf,
    async close() {
      for (const end of ends) end();
      facts.end();
      places.end();
      await member.close();
    },
  };
}

/** Pulses come every second: only what people can see is news. */
function createPicture(draw: () => VenueState, notify: () => void) {
  let shown = draw();
  return {
    now: () => shown,
    changed() {
      const next = draw();
      if (JSON.stringify(next) === JSON.stringify(shown)) return;
      shown = next;
      notify();
    },
  };
}
