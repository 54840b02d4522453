/**
 * Finds the machine the page runs on: Electron's preload, else the device host whose address was given, else none.
 * Called once by kiosk/start.
 */

import type { HostApi, HostInfo } from '#kiosk/bridge/host-api.ts';
import { createWebHostClient } from '#kiosk/bridge/web-host-client.ts';
import { createWebPeers } from '#kiosk/bridge/web-peers.ts';
import { readHostAddress } from '#kiosk/printing/host-address.ts';
import type { PeerApi } from '#shared/peers/peer-api.ts';

declare global {
  interface Window {
    /** Put there by the Electron preload. */
    readonly gatehouseHost?: HostApi;
  }
}

export interface ConnectedHost {
  /** Null: this machine has no host. */
  readonly api: HostApi | null;
  /** Lines to other kiosks: the host's, or the page's own where there is no host, as on a phone. */
  readonly peers: PeerApi | null;
  /**
   * Calls with what the host says of itself, at the start and, for a device host, at every new connection; null when the
   * host is lost or does not say. Never calls without a host.
   */
  onInfo(listener: (info: HostInfo | null) => void): void;
}

/** @param address of the device host, token included; null without one */
export function connectHost(address: string | null): ConnectedHost {
  const electron = window.gatehouseHost;
  if (electron !== undefined)
    return { api: electron, peers: electron.peers ?? null, onInfo: (listener) => tellInfo(electron, listener) };
  const own = address === null ? null : readHostAddress(address);
  if (own === null) return { api: null, peers: ownPeers(), onInfo: () => {} };
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
    peers: client.peers,
    onInfo: (listener) => {
      client.onConnection((connected) => {
        if (connected) tellInfo(client, listener);
        else listener(null);
      });
    },
  };
}

function ownPeers(): PeerApi {
  return createWebPeers({
    open: (url) => new WebSocket(url),
    monotonicMs: () => performance.now(),
    every: (intervalMs, callback) => {
      const timer = setInterval(callback, intervalMs);
      return () => clearInterval(timer);
    },
  });
}

function tellInfo(host: HostApi, listener: (info: HostInfo | null) => void): void {
  host.info().then(listener, (error: unknown) => {
    console.error('the device host does not say what it is:', error);
    listener(null);
  });
}
