/**
 * Finds the machine the page runs on: Electron's preload, else the device host whose address was given, else none.
 * Called once by kiosk/start.
 */

import type { HostApi, HostInfo } from '#kiosk/bridge/host-api.ts';
import { createWebHostClient } from '#kiosk/bridge/web-host-client.ts';
import { readHostAddress } from '#kiosk/printing/host-address.ts';

declare global {
  interface Window {
    /** Put there by the Electron preload. */
    readonly gatehouseHost?: HostApi;
  }
}

export interface ConnectedHost {
  readonly api: HostApi | null;
  /** Calls with what the host says of itself, now and at every new connection; null when it is lost. */
  onInfo(listener: (info: HostInfo | null) => void): void;
}

/** @param address of the device host, token included; null without one */
export function connectHost(address: string | null): ConnectedHost {
  const electron = window.gatehouseHost;
  if (electron !== undefined) return { api: electron, onInfo: (listener) => tellInfo(electron, listener) };
  const own = address === null ? null : readHostAddress(address);
  if (own === null) return { api: null, onInfo: () => {} };
  const client = createWebHostClient({
    url: own,
    open: (url) => new WebSocket(url),
    after: (delayMs, callback) => {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    random: Math.random,
  });
  return {
    api: client,
    onInfo: (listener) => {
      client.onConnection((connected) => {
        if (connected) tellInfo(client, listener);
        else listener(null);
      });
    },
  };
}

function tellInfo(host: HostApi, listener: (info: HostInfo | null) => void): void {
  host.info().then(listener, (error: unknown) => {
    console.error('the device host does not say what it is:', error);
    listener(null);
  });
}
