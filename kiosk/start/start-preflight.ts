/** The pre-flight over this kiosk's own parts, with a way of its own to the server. */
import type { HostInfo } from '../bridge/host-api.ts';
import { openBrowserPreflight } from '../preflight/browser-preflight.ts';
import type { Preflight } from '../preflight/preflight.ts';
import type { Printing } from '../printing/printing.ts';
import { incompleteLanguages } from '../screens/preflight/incomplete-languages.ts';
import type { Station } from '../station/station.ts';
import type { StationIdentity } from '../station/station-facts.ts';
import type { Replica } from '../store/replica.ts';
import type { TrustedClock } from '../store/trusted-clock.ts';
import { readCredentials } from '../sync/credentials.ts';
import type { Sync } from '../sync/open-sync.ts';
import type { ServerClient } from '../sync/server-client.ts';
import type { PageDevices } from './page-devices.ts';

export interface PreflightParts {
  readonly identity: StationIdentity;
  readonly clock: TrustedClock;
  readonly replica: Replica;
  readonly sync: Sync;
  readonly station: Station;
  readonly printing: Printing;
  /** Impatient: a check is not a scan. */
  readonly probe: ServerClient;
  readonly hostInfo: () => HostInfo | null;
}

export function startPreflight(devices: PageDevices, parts: PreflightParts): Preflight {
  const { identity, clock, replica, sync, station, printing, probe, hostInfo } = parts;
  const { address, preferences, camera, keys, softwareVersion } = devices;
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
    softwareVersion,
    printing,
    hostInfo,
    camera: camera.face,
    preferences: () => {
      const { camera: wanted, ...others } = preferences.get();
      return { ...others, camera: wanted && !(address.cameraOff && camera.face.state().kind === 'off') };
    },
    keys,
    offlineStart: devices.offlineStart,
    incompleteLanguages,
  });
}
