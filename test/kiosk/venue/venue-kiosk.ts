/** One kiosk of a venue: a real station, a real device host, real TCP, no server. Only its disk is in memory. */
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { createWebHostClient } from '#kiosk/bridge/web-host-client.ts';
import { createWebPeers } from '#kiosk/bridge/web-peers.ts';
import { type DeviceHost, startDeviceHost } from '#kiosk/host/device-host.ts';
import { type NeighbourPlaces, noNeighbours } from '#kiosk/station/neighbour-places.ts';
import type { ServerActions } from '#kiosk/station/server-actions.ts';
import { openVenue } from '#kiosk/venue/open-venue.ts';
import type { Venue } from '#kiosk/venue/venue.ts';
import { webCryptoPeers, webSha256 } from '#kiosk/venue/web-crypto-peers.ts';
import { createListeners } from '#shared/base/observable.ts';
import type { MemberSource } from '#shared/peers/open-member.ts';
import type { PeerApi } from '#shared/peers/peer-api.ts';
import type { StationLab } from '#test/fixtures/station-lab.ts';
import { eventId, hallList, openRequestHandler, person, startMs } from '../station/sample-people.ts';

const origin = 'http://127.0.0.1:4000';

export interface VenueKiosk {
  readonly id: string;
  readonly lab: StationLab;
  readonly venue: Venue;
  readonly host: DeviceHost;
  stop(): Promise<void>;
}

export interface VenueKioskParts {
  /** Counted from 1. */
  readonly n: number;
  /** How many kiosks the roster of the event lists. */
  readonly kiosks: number;
  readonly people: number;
  readonly dataFolder: string;
  /** Of this machine: where other kiosks reach this one. */
  readonly address: string;
  readonly device: CryptoKeyPair;
  readonly source: MemberSource;
  /** Of the list that the kiosks' gate counts on; absent: without end. */
  readonly capacity?: number;
  /** The server, while the kiosk is online. */
  readonly act?: ServerActions['act'];
  /** UDP port of mDNS; absent: it neither announces itself nor hears others. */
  readonly mdns?: number;
  /** Corrected time, Unix milliseconds; absent: it stands still. */
  readonly nowMs?: () => number;
  /** It has no host: the page dials the hosts of others itself. */
  readonly isPhone?: boolean;
}

export const kioskId = (n: number): string => `0197a000-0000-7000-8000-${`b${n}`.padStart(12, '0')}`;

export async function startVenueKiosk(parts: VenueKioskParts): Promise<VenueKiosk> {
  const id = kioskId(parts.n);
  const neighbours = laterNeighbours();
  const station = await openRequestHandler(recordsOf(parts), {
    online: false,
    identity: identityOf(id),
    neighbours,
    ...(parts.act && { act: parts.act }),
  });
  const host = await startDeviceHost({
    port: 0,
    origins: [origin],
    printers: [],
    dataFolder: join(parts.dataFolder, String(parts.n)),
    version: 'test',
    now: Date.now,
    peers: { port: 0, address: parts.address, mdns: parts.mdns ?? 'off' },
  });
  const client = createWebHostClient({
    url: host.url,
    open: (address) => new WebSocket(address, { origin }),
    after: (delayMs, callback) => {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    random: () => 0,
  });
  const { replica } = station;
  const venue = await openVenue({
    api: parts.isPhone ? phoneLines() : client.peers,
    replica: { ...replica, heardRows: null, onRosterChange: replica.onChange },
    self: id,
    event: eventId,
    crypto: webCryptoPeers(parts.device),
    sha256: webSha256,
    clock: { now: parts.nowMs ?? (() => startMs), trusted: () => true },
    monotonicMs: () => performance.now(),
    source: parts.source,
    online: () => false,
    takesPart: () => true,
    every: (intervalMs, callback) => {
      const timer = setInterval(callback, intervalMs);
      return () => clearInterval(timer);
    },
    onFault: (error) => console.error('venue:', error),
  });
  neighbours.are(venue.places);
  return {
    id,
    lab: station,
    venue,
    host,
    async stop() {
      await venue.close();
      client.close();
      await host.stop();
      await station.station.close();
    },
  };
}

function phoneLines(): PeerApi {
  return createWebPeers({
    open: (url) => new globalThis.WebSocket(url),
    monotonicMs: () => performance.now(),
    every: (intervalMs, callback) => {
      const timer = setInterval(callback, intervalMs);
      return () => clearInterval(timer);
    },
  });
}

/** In the lab the station opens before its venue. */
function laterNeighbours(): NeighbourPlaces & { are(now: NeighbourPlaces): void } {
  let them = noNeighbours;
  let offered: Parameters<NeighbourPlaces['offer']>[0] = () => null;
  const listeners = createListeners();
  return {
    offer(ownPlaces) {
      offered = ownPlaces;
    },
    ask: (room, places) => them.ask(room, places),
    given: (lease) => them.given(lease),
    givenUntil: (lease) => them.givenUntil(lease),
    ofOthers: (room) => them.ofOthers(room),
    leasesOfOthers: () => them.leasesOfOthers(),
    onChange: listeners.subscribe,
    are(now) {
      them = now;
      them.offer((room) => offered(room));
      them.onChange(listeners.notify);
    },
  };
}

function recordsOf({ kiosks, people, capacity }: VenueKioskParts) {
  const common = { event: eventId, gate: null, role: 'gate' };
  return {
    kiosks: Array.from({ length: kiosks }, (_, n) => ({ ...common, id: kioskId(n + 1), name: `Kiosk ${n + 1}` })),
    checkin_lists: [{ ...hallList, capacity: capacity ?? null }],
    registrations: Array.from({ length: people }, (_, n) => person(n + 1)),
  };
}

function identityOf(id: string) {
  return {
    kioskId: id,
    event: eventId,
    gate: '0197a000-0000-7000-8000-0000000000d1',
    role: 'gate',
    demo: false,
  } as const;
}
