/**
 * The start of the kiosk page, as a list: read the address → open the replica → pair, or follow: printing, sync →
 * station → screens. The only file of the renderer that knows everybody.
 */
import { createRoot } from 'react-dom/client';
import { must } from '#shared/base/assert.ts';
import { uuidv7 } from '#shared/base/id.ts';
import type { Credentials } from '#shared/sync/down.ts';
import type { HostInfo } from './bridge/host-api.ts';
import { openBrowserPreflight } from './preflight/browser-preflight.ts';
import { createKeyWatch } from './preflight/watch-keys.ts';
import { connectHost } from './printing/connect-host.ts';
import { openPrinting } from './printing/open-printing.ts';
import { printerCondition } from './printing/printer-condition.ts';
import { renderBadge } from './printing/render-badge.ts';
import { admissionsOf, badgesOf, layoutsOf, printCursorOf, printQueueOf } from './printing/store-ports.ts';
import { createCamera } from './scanner/camera.ts';
import { createScanner } from './scanner/scanner.ts';
import { createTyped } from './scanner/typed.ts';
import { createWedge } from './scanner/wedge.ts';
import { createCameraSwitch } from './screens/camera-switch.ts';
import type { KioskModel, KioskPhase, PairAnswer, PairRefusal, PairRequest } from './screens/kiosk-model.ts';
import { KioskPage } from './screens/kiosk-page.tsx';
import { createObservable } from './screens/observable.ts';
import { readPageAddress, readServerUrl } from './screens/page-address.ts';
import { openPreferences } from './screens/preference-store.ts';
import { incompleteLanguages } from './screens/preflight/incomplete-languages.ts';
import { openStation } from './station/open-station.ts';
import type { StationIdentity } from './station/station-facts.ts';
import { deriveByWebCrypto } from './station/web-crypto-pin.ts';
import { createWebCryptoVerifier } from './station/web-crypto-verifier.ts';
import type { SyncedReplica } from './store/assemble-replica.ts';
import { openBrowserKeyStore } from './store/browser-key-store.ts';
import { chooseKeyStore } from './store/choose-key-store.ts';
import { openHandoverFiles } from './store/handover-files.ts';
import type { KeyStore } from './store/key-store.ts';
import { openReplica } from './store/open-replica.ts';
import { realTimers } from './store/timers.ts';
import { createTrustedClock } from './store/trusted-clock.ts';
import { readCredentials } from './sync/credentials.ts';
import { handOverUnsent } from './sync/hand-over.ts';
import { openSync, type SyncOptions } from './sync/open-sync.ts';
import { pairKiosk } from './sync/pair.ts';
import { createServerClient } from './sync/server-client.ts';
import { readSyncState } from './sync/sync-state.ts';
import { openUnsentScans } from './sync/unsent-scans.ts';
import { connectWakeUp } from './sync/wake-up.ts';

const softwareVersion = String(import.meta.env['VITE_GATEHOUSE_VERSION'] ?? 'development');
const serverSetting = 'server_url';
const hostInfoWaitMs = 3_000;
/** Longer than the screen waits for a guest's word: this is for a screen that was reloaded meanwhile. */
const selfServiceWordMs = 15_000;
/** Of the pre-flight's own question to the server. */
const probeTimeoutMs = 5_000;

const address = readPageAddress(location.href);
history.replaceState(null, '', address.tidy);
const name = address.station === '' ? 'gatehouse' : `gatehouse-${address.station}`;
const preferences = openPreferences(name, localStorage);
if (address.hostAddress !== null) preferences.set({ hostAddress: address.hostAddress });

const phase = createObservable<KioskPhase>({ kind: 'starting' });
const hostInfo = createObservable<HostInfo | null>(null);
const host = connectHost(preferences.get().hostAddress);
host.onInfo(hostInfo.set);

// Before the wedge is started: it hides a scanner's keys from whoever listens after it.
const keys = createKeyWatch(window);
const typed = createTyped();
const camera = createCameraSwitch(
  createCamera({ deviceId: preferences.get().cameraId }),
  preferences.get().camera && !address.cameraOff,
);
const monotonicMs = (): number => performance.now();
const randomBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));
const report = (what: string) => (error: unknown) => console.error(`${what}:`, error);

/** What has been opened and can pair, or be left for pairing. */
let opened: SyncedReplica | null = null;
let keyStore: KeyStore;

const handoverFiles = openHandoverFiles(name);
const waiting = createObservable(0);
const unsent = openUnsentScans({
  files: handoverFiles,
  nowMs: Date.now,
  onCount: waiting.set,
  onFault: report('unsent scans'),
});

const model: KioskModel = {
  phase,
  pair,
  pairAgain: () => void leavePairing().catch(fail),
  handOver: { waiting, files: unsent.files },
  scanner: createScanner([createWedge(), typed, camera.source]),
  typed,
  camera: camera.face,
  preferences,
  softwareVersion,
  hostInfo,
  setHostAddress: (hostAddress) => preferences.set({ hostAddress }),
  quit: async (pin) => (host.api === null ? 'not_here' : host.api.quit(pin)),
  nowMs: Date.now,
  reload: () => location.reload(),
};

createRoot(must(document.getElementById('root'), '#root in index.html')).render(<KioskPage model={model} />);
start().catch(fail);

async function start(): Promise<void> {
  keyStore = await chooseKeyStore({
    databaseName: name,
    browser: openBrowserKeyStore(name),
    // Beside a plain browser the device host has a file, which guards less than the browser does.
    host: window.gatehouseHost ?? null,
  });
  const result = await openReplica({ databaseName: name, keyStore });
  if (result.kind === 'already_open') {
    phase.set({ kind: 'already_open' });
    // The other window may be closed while this one waits: then it takes over by itself.
    await result.whenFree;
    phase.set({ kind: 'starting' });
    return start();
  }
  opened = result.replica;
  const credentials = await readCredentials(opened.settings);
  const serverUrl = await opened.settings.read(serverSetting);
  if (credentials !== null && typeof serverUrl === 'string') return openPaired(opened, credentials, serverUrl);
  unsent.recount();
  phase.set({ kind: 'pairing', pairingCode: address.pairingCode, serverUrl: await likelyServer() });
}

async function openPaired(replica: SyncedReplica, credentials: Credentials, serverUrl: string): Promise<void> {
  const { kioskId, event, gate, role, demo } = credentials;
  const identity: StationIdentity = { kioskId, event, gate, role, demo };
  const saved = await readSyncState(replica.settings);
  const clock = createTrustedClock({ monotonicMs, wallMs: Date.now }, saved?.anchor ?? null);
  const verifier = createWebCryptoVerifier();
  const timing = { nowMs: () => clock.now(), after: realTimers.after };
  const gateKey = (): string =>
    replica.roster.record('gates', replica.roster.record('kiosks', kioskId)?.gate ?? gate)?.key ?? gate;

  const roleNow = (): StationIdentity['role'] => replica.roster.record('kiosks', kioskId)?.role ?? role;

  const printing = openPrinting({
    host: host.api,
    queue: printQueueOf(replica, { kioskId, event }, timing),
    journal: admissionsOf(replica),
    cursor: printCursorOf(replica),
    badges: badgesOf(replica, event),
    render: renderBadge,
    layouts: layoutsOf(replica, event),
    kioskId,
    gate: gateKey,
    confirmWithinMs: () => (roleNow() === 'self-service' ? selfServiceWordMs : 0),
    choice: {
      load: () => preferences.get().printerId,
      save: (printerId) => preferences.set({ printerId }),
    },
    timing,
    random: Math.random,
    newId: () => uuidv7(clock.now(), randomBytes(10)),
    onFault: report('printing'),
  });

  const reachServer = { baseUrl: serverUrl, fetch: window.fetch.bind(window), monotonicMs };
  const probe = createServerClient({ ...reachServer, timeoutMs: probeTimeoutMs });
  const parts: Pick<SyncOptions, 'replica' | 'credentials' | 'keyStore' | 'clock' | 'verifier'> = {
    replica,
    credentials,
    keyStore,
    clock,
    verifier,
  };
  const sync = openSync({
    ...parts,
    client: createServerClient(reachServer),
    connectWakeUp,
    timers: realTimers,
    random: Math.random,
    saved,
    printer: () => printerCondition(printing.state()),
    softwareVersion,
    beforeWipe: (left) =>
      handOverUnsent(left, { journal: replica.journal, keyStore, nowMs: clock.now(), files: handoverFiles }),
  });
  printing.subscribe(sync.printerChanged);

  const station = await openStation({
    replica,
    identity,
    clock,
    link: sync,
    verifier,
    derivePin: deriveByWebCrypto,
    monotonicMs,
    randomBytes,
    every: (intervalMs, callback) => {
      const timer = setInterval(callback, intervalMs);
      return () => clearInterval(timer);
    },
  });
  // A revoked kiosk has sealed what it had; one that was away too long keeps its journal and seals when asked.
  const holdUnsent = (): void => {
    const { leaseExpired, sync: now } = station.state();
    const revoked = now.phase === 'locked' && now.code === 'kiosk_revoked';
    unsent.hold(leaseExpired && !revoked ? { credentials, journal: replica.journal, keyStore } : null);
    if (revoked) unsent.recount();
  };
  station.subscribe(holdUnsent);
  holdUnsent();
  const preflight = openBrowserPreflight({
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
    hostInfo: hostInfo.get,
    camera: camera.face,
    preferences: () => {
      const { camera: wanted, ...others } = preferences.get();
      return { ...others, camera: wanted && !(address.cameraOff && camera.face.state().kind === 'off') };
    },
    keys,
    incompleteLanguages,
  });
  phase.set({ kind: 'open', station, printing, preflight });
}

async function pair(request: PairRequest): Promise<PairAnswer> {
  const baseUrl = readServerUrl(request.serverUrl);
  if (baseUrl === null) {
    return {
      ok: false,
      code: 'server_address',
      message: 'It looks like https://events.example.org. The console shows it.',
    };
  }
  const replica = must(opened, 'an open replica while pairing');
  const client = createServerClient({ baseUrl, fetch: window.fetch.bind(window), monotonicMs });
  const { pairingCode } = request;
  const answer = await pairKiosk({ client, keyStore, settings: replica.settings, pairingCode, softwareVersion });
  if (!answer.ok) {
    const [{ code, message }] = answer.errors;
    return { ok: false, code: pairRefusals[code] ?? 'other', message };
  }
  await replica.settings.write(serverSetting, baseUrl);
  preferences.set({ preflightSeen: false });
  await openPaired(replica, answer.value, baseUrl).catch(fail);
  return { ok: true };
}

const pairRefusals: Readonly<Record<string, PairRefusal>> = {
  pairing_code_unknown: 'pairing_code_unknown',
  pairing_code_expired: 'pairing_code_expired',
  pairing_code_used: 'pairing_code_used',
  unreachable: 'server_unreachable',
};

/** A kiosk that was revoked or away for too long starts over; what it has not sent stays in its journal. */
async function leavePairing(): Promise<void> {
  await must(opened, 'an open replica').settings.remove('credentials');
  location.reload();
}

/** A page that came from a server belongs to it; Electron is told where its server is. */
async function likelyServer(): Promise<string> {
  if (address.serverUrl !== '') return address.serverUrl;
  const said =
    host.api === null ? null : await Promise.race([host.api.info(), after(hostInfoWaitMs)]).catch(() => null);
  return said?.serverUrl ?? '';
}

function after(delayMs: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), delayMs);
  });
}

function fail(error: unknown): void {
  console.error('the kiosk did not start:', error);
  phase.set({ kind: 'failed', fault: error instanceof Error ? error.message : String(error) });
}
