/** The peers' network of Electron's one window: frames go to its page, and its lines end when the page is gone. */
import type { BrowserWindow } from 'electron';
import { channels } from '#kiosk/bridge/messages.ts';
import type { Host } from '#kiosk/host/answer-call.ts';
import { createPeers, type PeerOwner } from '#shared/lan/peers.ts';

export interface WindowPeers {
  /** Part of the table of calls. */
  readonly calls: Pick<Host, 'peers'>;
  follow(window: Pick<BrowserWindow, 'isDestroyed' | 'webContents'>): void;
}

/** @param port null: this machine does not connect to other kiosks */
export function openWindowPeers(port: number | null): WindowPeers {
  if (port === null) return { calls: {}, follow: () => {} };
  let tell: PeerOwner['tell'] = () => {};
  // IPC has no queue that could be looked at; the session's own bounds hold.
  const owner: PeerOwner = { tell: (event) => tell(event), hasBacklog: () => false };
  const peers = createPeers({ port });
  return {
    calls: { peers: peers.of(owner) },
    follow(window) {
      tell = (event) => {
        if (!window.isDestroyed()) window.webContents.send(channels.peer, event);
      };
      window.webContents.on('render-process-gone', () => void peers.left(owner));
    },
  };
}
