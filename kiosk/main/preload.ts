/**
 * Runs in the sandbox before the page and hands it one object of named functions: window.gatehouseHost. Neither
 * ipcRenderer nor any channel name reaches the page. Built as CommonJS, as sandboxed preloads must be.
 */
import { contextBridge, ipcRenderer } from 'electron';
import type { HostApi, PrinterStatus } from '#kiosk/bridge/host-api.ts';
import { channels } from '#kiosk/bridge/messages.ts';

const host = {
  info: () => ipcRenderer.invoke(channels.info),
  printers: () => ipcRenderer.invoke(channels.printers),
  print: (printerId, job) =>
    ipcRenderer.invoke(channels.print, printerId, job).catch((error: unknown) => ({
      outcome: 'unknown',
      reason: 'host_lost',
      message: error instanceof Error ? error.message : 'The device host failed.',
    })),
  onPrinterState: (listener) => {
    const heard = (_event: unknown, status: PrinterStatus): void => listener(status);
    ipcRenderer.on(channels.printerState, heard);
    return () => {
      ipcRenderer.off(channels.printerState, heard);
    };
  },
  saveSecret: (name, value) => ipcRenderer.invoke(channels.saveSecret, name, value),
  loadSecret: (name) => ipcRenderer.invoke(channels.loadSecret, name),
  quit: (pin) => ipcRenderer.invoke(channels.quit, pin),
} satisfies HostApi;

contextBridge.exposeInMainWorld('gatehouseHost', host);
