/**
 * Electron's main process, as a list: config → printers, key store → IPC → permissions → protocol → window. Wiring
 * only; what each part does is in its own file and tested there. Built to dist/kiosk-main/index.js.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, Menu, powerSaveBlocker, protocol, safeStorage, session } from 'electron';
import { channels } from '../bridge/messages.ts';
import { openPrintJournal } from '../host/print-journal.ts';
import { createPrinters, type Printers } from '../host/printers.ts';
import { appScheme, appUrl } from './app-address.ts';
import { contentSecurityPolicy, createAppHandler } from './app-protocol.ts';
import { serveIpc } from './ipc.ts';
import { openKeyStore } from './key-store.ts';
import { type KioskConfig, parseKioskConfig } from './kiosk-config.ts';
import { guardPermissions } from './permissions.ts';
import { recoverPage } from './recovery.ts';
import { lockDown, windowOptions } from './window.ts';

const built = import.meta.dirname;
/** Another renderer can be served only by a developer's run, never by a packaged kiosk. */
const rendererFolder = (!app.isPackaged && process.env['KIOSK_RENDERER']) || join(built, '..', 'kiosk');

async function readConfig(folder: string): Promise<KioskConfig> {
  const text = await readFile(join(folder, 'kiosk.json'), 'utf8').catch(() => null);
  const config = parseKioskConfig(text, process.env);
  if (!config.ok) throw new Error(config.errors[0].message);
  return config.value;
}

function openWindow(config: KioskConfig): BrowserWindow {
  const window = new BrowserWindow(windowOptions(join(built, 'preload.cjs'), config.windowed));
  recoverPage(window.webContents, { now: () => performance.now(), after: (ms, callback) => setTimeout(callback, ms) });
  window.once('ready-to-show', () => window.show());
  const query = config.pair === null ? '' : `?pair=${encodeURIComponent(config.pair)}`;
  // A page that does not load is recoverPage's business.
  window.loadURL(appUrl + query).catch(() => {});
  return window;
}

async function openPrinters(folder: string, config: KioskConfig): Promise<Printers> {
  const journal = await openPrintJournal(join(folder, 'print-journal.jsonl'), Date.now);
  return createPrinters({ configs: config.printers, journal, now: Date.now });
}

function stopBeforeQuit(printers: Printers): void {
  let stopped = false;
  app.on('before-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    stopped = true;
    void printers.stop().finally(() => app.quit());
  });
}

async function start(): Promise<void> {
  await app.whenReady();
  const folder = app.getPath('userData');
  const config = await readConfig(folder);
  const printers = await openPrinters(folder, config);
  const secrets = await openKeyStore(safeStorage, join(folder, 'secrets.json'), process.platform);
  const { serverUrl } = config;
  const info = () =>
    ({ kind: 'electron', version: app.getVersion(), keyStore: secrets.protection, serverUrl }) as const;
  serveIpc(ipcMain, { info, printers, secrets });
  guardPermissions(session.defaultSession);
  protocol.handle(appScheme, createAppHandler(rendererFolder, contentSecurityPolicy(serverUrl)));
  Menu.setApplicationMenu(null);
  powerSaveBlocker.start('prevent-display-sleep');
  app.on('web-contents-created', (_event, contents) => lockDown(contents, config.windowed));
  const window = openWindow(config);
  printers.onState((status) => {
    if (!window.isDestroyed()) window.webContents.send(channels.printerState, status);
  });
  app.on('second-instance', () => window.focus());
  app.on('window-all-closed', () => app.quit());
  stopBeforeQuit(printers);
}

app.enableSandbox();
protocol.registerSchemesAsPrivileged([
  { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
]);
if (app.requestSingleInstanceLock()) {
  start().catch((error: unknown) => {
    console.error(error);
    dialog.showErrorBox('Gatehouse cannot start', error instanceof Error ? error.message : String(error));
    app.exit(1);
  });
} else {
  app.quit();
}
