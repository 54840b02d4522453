/**
 * Runs in the sandbox before the page and hands it one object of named functions: window.gatehouseHost. Neither
 * ipcRenderer nor any channel name reaches the page. Built as CommonJS, as sandboxed preloads must be.
 */
import { contextBridge, ipcRenderer } from 'electron';
import type { HostApi, PrinterStatus } from '#kiosk/bridge/host-api.ts';
import { channels } from '#kiosk/bridge/messages.ts';
import type { PeerEvent } from '#shared/peers/peer-api.ts';

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
  peers: {
    open: (opening) => ipcRenderer.invoke(channels.peerOpen, opening),
    close: () => ipcRenderer.invoke(channels.peerClose),
    dial: (address) => ipcRenderer.invoke(channels.peerDial, address),
    send: (line, bytes) => ipcRenderer.invoke(channels.peerSend, line, bytes),
    keep: (line) => ipcRenderer.invoke(channels.peerKeep, line),
    hangUp: (line) => ipcRenderer.invoke(channels.peerHangUp, line),
    onEvent: (listener) => {
      const heard = (_event: unknown, peerEvent: PeerEvent): void => listener(peerEvent);
      ipcRenderer.on(channels.peer, heard);
      return () => {
        ipcRenderer.off(channels.peer, heard);
      };
    },
  },
} satisfies HostApi;

contextBridge.exposeInMainWorld('gatehouseHost', host);
