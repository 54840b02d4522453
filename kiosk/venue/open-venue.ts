/**
 * The venue at this kiosk, as a list: journal on disk → mesh → lines of the host → facts for the station. Opened by
 * kiosk/start once a kiosk is paired. Without a host or a key it stands there and waits: nothing of the kiosk needs it.
 */
import type { PeerApi } from '#kiosk/bridge/peer-api.ts';
import type { VenueState } from '#kiosk/station/venue.ts';
import type { HeardRows } from '#kiosk/store/heard-rows.ts';
import type { HeardSlot } from '#kiosk/store/heard-scans.ts';
import type { Replica } from '#kiosk/store/replica.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import { createListeners } from '#shared/base/observable.ts';
import type { PeerMesh } from '#shared/peers/mesh.ts';
import { openMesh } from '#shared/peers/open-mesh.ts';
import type { PeerCrypto, PeerMembers, VenueKeys } from '#shared/peers/ports.ts';
import { openAddressBook } from './address-book.ts';
import { type Coverage, createCoverage } from './covered.ts';
import { createDigests } from './digests.ts';
import { drawVenue } from './draw-venue.ts';
import { type FollowedLines, followLines } from './follow-lines.ts';
import { type HeardStore, openHeardStore } from './heard-store.ts';
import { createHostPlace } from './host-place.ts';
import { openNeighbourPlaces } from './neighbour-places.ts';
import { asPeerScan, isMovement, nextRun, noHost, ownMovements } from './own-side.ts';
import { createScannedAddresses } from './scanned-addresses.ts';
import type { Venue } from './venue.ts';
import { openVenueFacts } from './venue-facts.ts';
import { taughtAddresses } from './venue-source.ts';
import { webCryptoPeers } from './web-crypto-peers.ts';

/** What the replica says about who takes part. */
export interface VenueSource {
  readonly members: PeerMembers;
  keys(): VenueKeys | null;
}

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
  /** The key pair that the kiosk was paired with. */
  readonly device: CryptoKeyPair;
  readonly clock: Pick<TrustedClock, 'now' | 'trusted'>;
  readonly monotonicMs: () => number;
  readonly source: VenueSource;
  /** This kiosk reaches the server. */
  readonly online: () => boolean;
  /** Its role admits people. */
  readonly takesPart: () => boolean;
  /** @returns the function that ends it */
  readonly every: (intervalMs: number, callback: () => void) => () => void;
  readonly onFault: (error: unknown) => void;
}

const dialEveryMs = 300;
const tickEveryMs = 1_000;

export async function openVenue(parts: VenueParts): Promise<Venue> {
  const { replica, self, event, api, source, monotonicMs } = parts;
  const { journal, roster, settings } = replica;
  const listeners = createListeners();
  const book = await openAddressBook(settings);
  const disk = await openHeardStore(replica.heardRows, parts.onFault);
  const coverage = createCoverage(roster);
  const digests = await createDigests(event, self, source.members);
  const lines = followLines({
    ...{ api: api ?? noHost, book, self, monotonicMs },
    memberByDigest: digests.memberOf,
    onLost: () => place.lost(),
  });
  const peerCrypto = webCryptoPeers(parts.device);
  const mesh = await startMesh(parts, { lines, disk, coverage, peerCrypto });
  const places = await openNeighbourPlaces({ ...parts, settings, mesh, crypto: peerCrypto });
  const facts = openVenueFacts(replica, event, mesh);
  const place = createHostPlace({
    api,
    opening: digests.opening,
    takesPart: parts.takesPart,
    hasKey: () => source.keys() !== null,
    onChange() {
      if (place.now() === null) lines.reset(mesh);
      learnPlaces();
      picture.changed();
    },
  });
  // A page without a host may not connect to bare addresses.
  const learnPlaces = (): void => book.taught(place.now()?.addresses.length ? taughtAddresses(roster, parts) : []);
  const draw = (): VenueState =>
    drawVenue({
      condition: place.condition(),
      mesh: mesh.state(),
      roster,
      self,
      place: place.now(),
      typed: book.typed(),
    });
  let rosterChanged = true;
  const picture = createPicture(draw, listeners.notify);

  async function tick(): Promise<void> {
    place.look();
    mesh.tick();
    if (!rosterChanged) return;
    rosterChanged = false;
    coverage.rosterChanged();
    learnPlaces();
    await digests.refresh();
    mesh.refresh();
    facts.recount();
  }

  const ends = [
    api?.onEvent((said) => lines.handle(said, mesh)),
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
    parts.every(dialEveryMs, () => {
      if (place.now() !== null) lines.dialWanted(mesh);
    }),
    parts.every(tickEveryMs, () => void tick().catch(parts.onFault)),
  ];
  place.look();

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
    places,
    toRelay: (limit) => mesh.toRelay(limit),
    answered: (ids) => mesh.answered(ids),
    async close() {
      for (const end of ends) end?.();
      facts.end();
      places.end();
      mesh.close();
      await place.close();
      await disk.settled();
    },
  };
}

interface MeshSide {
  readonly lines: Pick<FollowedLines, 'send' | 'close' | 'proven'>;
  readonly disk: HeardStore;
  readonly coverage: Coverage;
  readonly peerCrypto: PeerCrypto;
}

async function startMesh(parts: VenueParts, { lines, disk, coverage, peerCrypto }: MeshSide): Promise<PeerMesh> {
  const { replica, self, event, clock, monotonicMs, source } = parts;
  return openMesh({
    self,
    event,
    crypto: peerCrypto,
    members: source.members,
    keys: source.keys,
    clock: { now: clock.now, trusted: clock.trusted, monotonicMs },
    run: await nextRun(replica.settings),
    own: await ownMovements(replica.journal),
    heard: disk.heard,
    lines: { send: lines.send, close: lines.close, proven: lines.proven },
    store: disk.store,
    online: parts.online,
    isCovered: coverage.isCovered,
  });
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
