/**
 * Opens a working kiosk from the credentials of a paired one, as a list: printing → sync → venue → station → leads →
 * pre-flight → screens.
 */

import type { HostInfo } from '#kiosk/bridge/host-api.ts';
import { openLeads } from '#kiosk/leads/open-leads.ts';
import { printerCondition } from '#kiosk/printing/printer-condition.ts';
import type { KioskPhase } from '#kiosk/screens/kiosk-phase.ts';
import { openStation } from '#kiosk/station/open-station.ts';
import type { StationIdentity } from '#kiosk/station/station-facts.ts';
import { approvalByWebCrypto } from '#kiosk/station/web-crypto-approval.ts';
import { webCryptoMac } from '#kiosk/station/web-crypto-mac.ts';
import { createWebCryptoVerifier } from '#kiosk/station/web-crypto-verifier.ts';
import type { SyncedReplica } from '#kiosk/store/assemble-replica.ts';
import type { HandoverFiles } from '#kiosk/store/handover-files.ts';
import type { KeyStore } from '#kiosk/store/key-store.ts';
import { realTimers } from '#kiosk/store/timers.ts';
import { createTrustedClock } from '#kiosk/store/trusted-clock.ts';
import { handOverUnsent } from '#kiosk/sync/hand-over.ts';
import { openSync } from '#kiosk/sync/open-sync.ts';
import { createServerClient } from '#kiosk/sync/server-client.ts';
import { readSyncState } from '#kiosk/sync/sync-state.ts';
import type { UnsentScans } from '#kiosk/sync/unsent-scans.ts';
import { connectWakeUp } from '#kiosk/sync/wake-up.ts';
import { webCryptoPeers, webSha256 } from '#kiosk/venue/web-crypto-peers.ts';
import type { Credentials } from '#shared/sync/down.ts';
import { holdUnsent } from './hold-unsent.ts';
import { openScreens } from './open-screens.ts';
import { type PageDevices, report } from './page-devices.ts';
import { startPreflight } from './start-preflight.ts';
import { startPrinting } from './start-printing.ts';
import { startVenue } from './start-venue.ts';

/** Time limit for the pre-flight's own request to the server. */
const probeTimeoutMs = 5_000;

export interface PairedParts {
  readonly devices: PageDevices;
  readonly replica: SyncedReplica;
  readonly keyStore: KeyStore;
  readonly credentials: Credentials;
  readonly serverUrl: string;
  readonly handoverFiles: HandoverFiles;
  readonly unsent: UnsentScans;
  readonly hostInfo: () => HostInfo | null;
}

function every(intervalMs: number, callback: () => void): () => void {
  const timer = setInterval(callback, intervalMs);
  return () => clearInterval(timer);
}

export async function openPaired(given: PairedParts): Promise<Extract<KioskPhase, { kind: 'open' }>> {
  const { devices, replica, keyStore, credentials, serverUrl, handoverFiles, unsent, hostInfo } = given;
  const { monotonicMs, randomBytes, softwareVersion } = devices;
  const { kioskId, event, gate, role, demo } = credentials;
  const identity: StationIdentity = { kioskId, event, gate, role, demo };
  const saved = await readSyncState(replica.settings);
  const clock = createTrustedClock({ monotonicMs, wallMs: Date.now }, saved?.anchor ?? null);
  const verifier = createWebCryptoVerifier();
  const reachServer = { baseUrl: serverUrl, fetch: window.fetch.bind(window), monotonicMs };

  const printing = startPrinting(devices, identity, replica, clock);

  const sync = openSync({
    replica,
    credentials,
    keyStore,
    clock,
    verifier,
    client: createServerClient(reachServer),
    connectWakeUp,
    timers: realTimers,
    random: Math.random,
    saved,
    printer: () => printerCondition(printing.state()),
    softwareVersion,
    beforeWipe: (left) =>
      handOverUnsent(left, {
        journal: replica.journal,
        leads: replica.leads,
        keyStore,
        nowMs: clock.now(),
        files: handoverFiles,
      }),
  });
  printing.subscribe(sync.printerChanged);

  const lan = { api: devices.host.peers, crypto: webCryptoPeers(await keyStore.deviceKey()), sha256: webSha256 };
  const machine = { ...lan, monotonicMs, every, onFault: report('venue') };
  const venue = await startVenue(machine, { identity, replica, clock, sync });
  const station = await openStation({
    venue,
    neighbours: venue.places,
    replica,
    identity,
    clock,
    link: sync,
    verifier,
    mac: webCryptoMac,
    approvals: approvalByWebCrypto,
    monotonicMs,
    randomBytes,
    every,
  });
  const leads = await openLeads({
    replica,
    identity: { kioskId, event, pairedWith: role === 'exhibitor' ? gate : null },
    clock,
    randomBytes,
  });
  holdUnsent(station, unsent, { credentials, journal: replica.journal, leads: replica.leads, keyStore });

  const probe = createServerClient({ ...reachServer, timeoutMs: probeTimeoutMs });
  const preflight = startPreflight(devices, { identity, clock, replica, sync, station, printing, probe, hostInfo });
  devices.idle.onPrinting(() => printing.state().recent.some(({ state }) => state === 'sent'));
  const { counted } = devices.idle;
  const parts = {
    station: counted(station),
    printing: counted(printing),
    preflight: counted(preflight),
    leads: counted(leads),
  };
  return { kind: 'open', ...parts, ...openScreens(devices, parts) };
}
