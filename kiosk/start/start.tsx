/**
 * The start of the kiosk page, as a list: devices → replica → pair, or open what is paired → screens. With kiosk/start,
 * where each part of it stands, the only files of the renderer that know all others.
 */
import { createRoot } from 'react-dom/client';
import type { HostInfo } from '#kiosk/bridge/host-api.ts';
import { KioskPage } from '#kiosk/screens/kiosk-page.tsx';
import type { KioskPhase, PageModel } from '#kiosk/screens/kiosk-phase.ts';
import type { PairAnswer, PairRequest } from '#kiosk/screens/model/kiosk-model.ts';
import type { SyncedReplica } from '#kiosk/store/assemble-replica.ts';
import { openBrowserKeyStore } from '#kiosk/store/browser-key-store.ts';
import { chooseKeyStore } from '#kiosk/store/choose-key-store.ts';
import { openHandoverFiles } from '#kiosk/store/handover-files.ts';
import type { KeyStore } from '#kiosk/store/key-store.ts';
import { openReplica } from '#kiosk/store/open-replica.ts';
import { openUnsentScans } from '#kiosk/sync/unsent-scans.ts';
import { must } from '#shared/base/assert.ts';
import { createObservable } from '#shared/base/observable.ts';
import { openPaired } from './open-paired.ts';
import { openPageDevices, report } from './page-devices.ts';
import { forgetPairing, likelyServer, type Pairing, pairHere, previewHere, readPairing } from './pair-here.ts';

const devices = openPageDevices();
const { address, name, preferences, host, typed, camera } = devices;
/** Whether a link can set code and host. In Electron they are the machine's own settings. */
const byLink = window.gatehouseHost === undefined;
const linkedHost = byLink && address.hostAddress !== preferences.get().hostAddress ? address.hostAddress : null;
const phase = createObservable<KioskPhase>({ kind: 'starting' });
const hostInfo = createObservable<HostInfo | null>(null);
host.onInfo(hostInfo.set);

const handoverFiles = openHandoverFiles(name);
const waiting = createObservable(0);
const unsent = openUnsentScans({
  files: handoverFiles,
  nowMs: Date.now,
  onCount: waiting.set,
  onFault: report('unsent scans'),
});

/** Parts that have been opened: with them, the kiosk can pair or be left for pairing. */
interface Disk {
  readonly replica: SyncedReplica;
  readonly keyStore: KeyStore;
}
let disk: Disk | null = null;
const opened = (): Disk => must(disk, 'an open replica');

const model: PageModel = devices.idle.counted<PageModel>({
  phase,
  previewPairing: (asked) => previewHere(asked, devices),
  pair,
  pairAgain: () => void leavePairing().catch(fail),
  handOver: { waiting, files: unsent.files },
  typed,
  sounds: devices.sounds,
  camera: camera.face,
  preferences,
  softwareVersion: devices.softwareVersion,
  hostInfo,
  setHostAddress: (hostAddress) => preferences.set({ hostAddress }),
  quit: async (pin) => (host.api === null ? 'not_here' : host.api.quit(pin)),
  nowMs: Date.now,
  reload: () => location.reload(),
});

createRoot(must(document.getElementById('root'), '#root in index.html')).render(<KioskPage model={model} />);
start().catch(fail);

async function start(): Promise<void> {
  const keyStore = await chooseKeyStore({
    databaseName: name,
    browser: openBrowserKeyStore(name),
    // The device host beside a plain browser keeps keys in a file, which guards less than the browser does.
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
  disk = { replica: result.replica, keyStore };
  const pairing = await readPairing(result.replica.settings);
  const asksForHost = linkedHost !== null && (pairing !== null || address.pairingCode === '');
  if (asksForHost && (await answerAboutHost(linkedHost))) return keepHost();
  if (pairing !== null) return work(pairing);
  unsent.recount();
  const serverUrl = await likelyServer(address.serverUrl, host.api);
  const hostShown = linkedHost === null ? null : new URL(linkedHost).host;
  phase.set({ kind: 'pairing', pairingCode: address.pairingCode, serverUrl, asks: byLink, linkedHost: hostShown });
}

/** A link names a device host that this kiosk does not use: a person confirms it before it is called or stored. */
async function answerAboutHost(linked: string): Promise<boolean> {
  const use = await new Promise<boolean>((onAnswer) => {
    phase.set({ kind: 'asking_host', address: new URL(linked).host, onAnswer });
  });
  phase.set({ kind: 'starting' });
  return use;
}

/** Stores the linked host and loads the page again: devices are opened with the page. */
function keepHost(): void {
  preferences.set({ hostAddress: linkedHost });
  location.reload();
}

async function work(pairing: Pairing): Promise<void> {
  phase.set(await openPaired({ ...opened(), ...pairing, devices, handoverFiles, unsent, hostInfo: hostInfo.get }));
}

async function pair(request: PairRequest): Promise<PairAnswer> {
  const { replica, keyStore } = opened();
  const answer = await pairHere(request, replica.settings, keyStore, devices);
  if ('ok' in answer) return answer;
  preferences.set({ preflightSeen: false });
  if (request.keepsHost && linkedHost !== null) keepHost();
  else await work(answer).catch(fail);
  return { ok: true };
}

/** A kiosk that was revoked or away for too long starts over; what it has not sent stays in its journal. */
async function leavePairing(): Promise<void> {
  await forgetPairing(opened().replica.settings);
  location.reload();
}

function fail(error: unknown): void {
  console.error('the kiosk did not start:', error);
  phase.set({ kind: 'failed', fault: error instanceof Error ? error.message : String(error) });
}
