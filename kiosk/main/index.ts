/**
 * Electron's main process, as a list: log → config → printers, key store → IPC → permissions → protocol → window →
 * power, displays. Wiring only; what each part does is in its own file and tested there. Built to
 * dist/kiosk-main/index.js.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
} from 'electron';
import type { HostInfo } from '#kiosk/bridge/host-api.ts';
import { channels } from '#kiosk/bridge/messages.ts';
import { openPrintJournal } from '#kiosk/host/printers/print-journal.ts';
import { createPrinters, type Printers } from '#kiosk/host/printers/printers.ts';
import { appScheme, appUrl } from './app-address.ts';
import { contentSecurityPolicy, createAppHandler } from './app-protocol.ts';
import { setAutostart, staffExitCode } from './autostart.ts';
import { dropCrashDumps } from './crash-dumps.ts';
import { keepOnDisplay } from './displays.ts';
import { serveIpc } from './ipc.ts';
import { keyStoreWarning, openKeyStore } from './key-store.ts';
import { type KioskConfig, parseKioskConfig } from './kiosk-config.ts';
import { logConsole, openLogFile } from './log-file.ts';
import { guardPermissions } from './permissions.ts';
import { watchPower } from './power.ts';
import { recoverPage } from './recovery.ts';
import { refusedSwitch } from './release-rules.ts';
import { createStaffExit } from './staff-exit.ts';
import { noteStart, safePagePath } from './start-guard.ts';
import { createSystemPrint, printWindowOptions } from './system-print.ts';
import { lockDown, windowOptions } from './window.ts';
import { openWindowPeers } from './window-peers.ts';

const built = import.meta.dirname;
/** Another renderer can be served only by a developer's run, never by a packaged kiosk. */
const rendererFolder = (!app.isPackaged && process.env['KIOSK_RENDERER']) || join(built, '..', 'kiosk');
const dumpWrittenMs = 10_000;
const monotonicMs = (): number => performance.now();

async function readConfig(folder: string): Promise<KioskConfig> {
  const text = await readFile(join(folder, 'kiosk.json'), 'utf8').catch(() => null);
  const config = parseKioskConfig(text, process.env, { packaged: app.isPackaged });
  if (!config.ok) throw new Error(config.errors[0].message);
  return config.value;
}

function openWindow(config: KioskConfig, isLoop: boolean): BrowserWindow {
  const window = new BrowserWindow(windowOptions(join(built, 'preload.cjs'), config.windowed));
  const clock = { now: monotonicMs, after: (ms: number, callback: () => void) => setTimeout(callback, ms) };
  recoverPage(window.webContents, clock, appUrl + safePagePath);
  window.once('ready-to-show', () => {
    window.show();
    if (config.windowed) return;
    window.setAlwaysOnTop(true, 'screen-saver');
    window.setVisibleOnAllWorkspaces(true);
    keepOnDisplay(screen, window, config.display);
  });
  window.webContents.on('did-finish-load', () => void window.webContents.setVisualZoomLevelLimits(1, 1));
  const query = config.pair === null ? '' : `?pair=${encodeURIComponent(config.pair)}`;
  // recoverPage handles a page that does not load.
  window.loadURL(appUrl + (isLoop ? safePagePath : query)).catch(() => {});
  return window;
}

async function openPrinters(folder: string, config: KioskConfig): Promise<Printers> {
  const journal = await openPrintJournal(join(folder, 'print-journal.jsonl'), Date.now);
  const system = createSystemPrint(() => new BrowserWindow(printWindowOptions));
  return createPrinters({ configs: config.printers, journal, now: Date.now, system });
}

/** Badges under way end first, for any reason to quit: staff, the system, the last window. */
function stopBeforeQuit(printers: Printers): { readonly leave: () => void } {
  let stopped = false;
  const stopThen = (end: () => void): void => {
    if (stopped) return;
    stopped = true;
    void printers.stop().finally(end);
  };
  app.on('before-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    stopThen(() => app.quit());
  });
  return { leave: () => stopThen(() => app.exit(staffExitCode)) };
}

async function keepStarting(config: KioskConfig): Promise<void> {
  if (config.autostart === null || !app.isPackaged) return;
  const program = process.env['APPIMAGE'] ?? process.execPath;
  const machine = { platform: process.platform, configFolder: app.getPath('appData'), program };
  await setAutostart(app, machine, config.autostart).catch((error: unknown) => console.error('autostart:', error));
}

async function start(): Promise<void> {
  await app.whenReady();
  const folder = app.getPath('userData');
  logConsole(console, openLogFile({ folder: join(folder, 'logs'), now: Date.now }));
  console.log(`kiosk ${app.getVersion()} starts`);
  const dropDumps = (): void => void dropCrashDumps(app.getPath('crashDumps'));
  dropDumps();
  const isLoop = await noteStart(join(folder, 'starts.json'), Date.now());
  const config = await readConfig(folder);
  const printers = await openPrinters(folder, config);
  const { leave } = stopBeforeQuit(printers);
  const secrets = await openKeyStore(safeStorage, join(folder, 'secrets.json'), process.platform);
  const warning = keyStoreWarning(secrets, safeStorage, process.platform);
  if (warning !== null) console.warn(warning);
  const info = (): HostInfo => ({
    kind: 'electron',
    version: app.getVersion(),
    keyStore: secrets.protection,
    serverUrl: config.serverUrl,
    canQuit: config.exitPinHash !== null,
    warnings: warning === null ? [] : ['key_store_plain'],
  });
  const quit = createStaffExit({ pinHash: config.exitPinHash, now: monotonicMs, leave });
  const peers = openWindowPeers(config.peerPort);
  serveIpc(ipcMain, { info, printers, secrets, quit, ...peers.calls });
  guardPermissions(session.defaultSession);
  protocol.handle(appScheme, createAppHandler(rendererFolder, contentSecurityPolicy(config.serverUrl)));
  Menu.setApplicationMenu(null);
  app.on('web-contents-created', (_event, contents) => lockDown(contents, config.windowed));
  app.on('child-process-gone', (_event, details) => {
    console.error(`${details.type} process gone: ${details.reason}`);
    // The crash handler needs a moment to write.
    setTimeout(dropDumps, dumpWrittenMs);
  });
  app.on('render-process-gone', () => setTimeout(dropDumps, dumpWrittenMs));
  const window = openWindow(config, isLoop);
  peers.follow(window);
  printers.onState((status) => {
    if (!window.isDestroyed()) window.webContents.send(channels.printerState, status);
  });
  watchPower(powerSaveBlocker, powerMonitor, {
    onAwake: () => void printers.probe(),
    onShutdown: () => app.quit(),
  });
  window.on('query-session-end', () => void printers.stop());
  app.on('second-instance', () => window.focus());
  // Not 'window-all-closed': the hidden print window never closes.
  window.on('closed', () => app.quit());
  await keepStarting(config);
}

/** The state of this process is not to be trusted any more; the disk's is. */
function startOver(error: unknown): void {
  console.error('kiosk:', error);
  app.relaunch();
  app.exit(1);
}

const opening = app.isPackaged ? refusedSwitch(process.argv) : null;
app.enableSandbox();
crashReporter.start({ uploadToServer: false });
protocol.registerSchemesAsPrivileged([
  { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
]);
if (opening !== null) {
  console.error(`A packaged kiosk does not start with ${opening}.`);
  app.exit(1);
} else if (app.requestSingleInstanceLock()) {
  start().then(
    () => process.on('uncaughtException', startOver),
    (error: unknown) => {
      console.error(error);
      dialog.showErrorBox('Gatehouse cannot start', error instanceof Error ? error.message : String(error));
      app.exit(1);
    },
  );
} else {
  app.quit();
}
