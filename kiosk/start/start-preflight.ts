/** The pre-flight over this kiosk's own parts, with a way of its own to the server. */
import type { HostInfo } from '#kiosk/bridge/host-api.ts';
import { openBrowserPreflight } from '#kiosk/preflight/browser-preflight.ts';
import type { Preflight } from '#kiosk/preflight/preflight.ts';
import type { Printing } from '#kiosk/printing/printing.ts';
import { incompleteLanguages } from '#kiosk/screens/preflight/incomplete-languages.ts';
import type { Station } from '#kiosk/station/station.ts';
import type { StationIdentity } from '#kiosk/station/station-facts.ts';
import type { Replica } from '#kiosk/store/replica.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import { readCredentials } from '#kiosk/sync/credentials.ts';
import type { Sync } from '#kiosk/sync/open-sync.ts';
import type { ServerClient } from '#kiosk/sync/server-client.ts';
import type { PageDevices } from './page-devices.ts';

export interface PreflightParts {
  readonly identity: StationIdentity;
  readonly clock: TrustedClock;
  readonly replica: Replica;
  readonly sync: Sync;
  readonly station: Station;
  readonly printing: Printing;
  /** Client with a short time limit of its own: a check must not wait as long as a request of sync. */
  readonly probe: ServerClient;
  readonly hostInfo: () => HostInfo | null;
}

export function startPreflight(devices: PageDevices, parts: PreflightParts): Preflight {
  const { identity, clock, replica, sync, station, printing, probe, hostInfo } = parts;
  const { preferences, camera, keys, softwareVersion } = devices;
  return openBrowserPreflight({
    identity,
    clock,
    replica,
    link: {
      phase: sync.phase,
      dataAsOf: sync.dataAsOf,
      networkCut: sync.networkCut,
      leaseExpiresAt: async () => (await readCredentials(replica.settings))?.leaseExpiresAt ?? null,
    },
    askServer: () => probe.request({ method: 'GET', path: '/readyz' }),
    rooms: () => station.state().rooms,
    otherKiosks: () => station.venue.state(),
    softwareVersion,
    printing,
    hostInfo,
    camera: camera.face,
    preferences: preferences.get,
    keys,
    offlineStart: devices.offlineStart,
    incompleteLanguages,
  });
}
