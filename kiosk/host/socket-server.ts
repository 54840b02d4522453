/**
 * The WebSocket of the device host: who may connect (token, origin, host name), and frames in and out. What a
 * call does is answer-call.ts. A client that is let in may print and read this kiosk's secrets, hence the three locks.
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { PrinterStatus } from '#kiosk/bridge/host-api.ts';
import { maxMessageChars, parseRequest } from '#kiosk/bridge/messages.ts';
import { spellPeerEvent } from '#kiosk/bridge/peer-messages.ts';
import type { PeerOwner, Peers } from '#shared/lan/peers.ts';
import { answerCall, type Host } from './answer-call.ts';

/** A kiosk, its reload, a second window: more is a mistake. */
const maxConnections = 8;
/** While more bytes than this wait for a page, no frames of other kiosks are read from the LAN. */
const maxBufferedBytes = 4 * 1_048_576;
export const socketPath = '/host';

export interface Locks {
  readonly token: string;
  /** Origins of kiosk pages, as browsers spell them. */
  readonly origins: ReadonlySet<string>;
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Whether the request carries the token and its host name is this machine's (against DNS rebinding). It also guards the
 * pages of the device host.
 */
export function hasToken(request: IncomingMessage, url: URL, locks: Locks): boolean {
  const name = (request.headers.host ?? '').replace(/:\d+$/, '');
  if (name !== '127.0.0.1' && name !== 'localhost' && name !== '[::1]') return false;
  return sameText(url.searchParams.get('token') ?? '', locks.token);
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

async function answerFrame(host: Host, text: string): Promise<string | null> {
  const request = parseRequest(text);
  if (request === null) return null;
  try {
    return JSON.stringify({ id: request.id, value: await answerCall(host, request.name, request.call) });
  } catch (error) {
    return JSON.stringify({ id: request.id, error: error instanceof Error ? error.message : String(error) });
  }
}

/** @returns how to tell every connected kiosk of a printer's state, and how to hang up on all */
export function openSocketServer(
  server: Server,
  host: Omit<Host, 'peers'> & { readonly peers: Peers | null },
  locks: Locks,
): { readonly tell: (status: PrinterStatus) => void; readonly close: () => void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageChars, perMessageDeflate: false });

  /** Frames of other kiosks reach the page that opened the lines. */
  function hostOf(socket: WebSocket): Host {
    const { peers, ...rest } = host;
    if (peers === null) return rest;
    const owner: PeerOwner = {
      tell: (event) => {
        if (socket.readyState === socket.OPEN)
          socket.send(JSON.stringify({ event: 'peer', value: spellPeerEvent(event) }));
      },
      hasBacklog: () => socket.bufferedAmount > maxBufferedBytes,
    };
    socket.once('close', () => void peers.left(owner));
    return { ...rest, peers: peers.of(owner) };
  }

  function serve(socket: WebSocket): void {
    const own = hostOf(socket);
    socket.on('error', () => {});
    socket.on('message', (data, isBinary) => {
      if (isBinary) {
        socket.close(1003);
        return;
      }
      void answerFrame(own, data.toString()).then((answer) => {
        if (answer === null) socket.close(1007);
        else if (socket.readyState === socket.OPEN) socket.send(answer);
      });
    });
  }

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => {});
    const url = URL.parse(request.url ?? '/', 'http://host');
    if (url === null) refuseUpgrade(socket, '400 Bad Request');
    else if (url.pathname !== socketPath) refuseUpgrade(socket, '404 Not Found');
    else if (!hasToken(request, url, locks)) refuseUpgrade(socket, '401 Unauthorized');
    else if (!locks.origins.has(request.headers.origin ?? '')) refuseUpgrade(socket, '403 Forbidden');
    else if (sockets.clients.size >= maxConnections) refuseUpgrade(socket, '503 Service Unavailable');
    else sockets.handleUpgrade(request, socket, head, serve);
  });

  return {
    tell: (status) => {
      const frame = JSON.stringify({ event: 'printerState', value: status });
      for (const client of sockets.clients) if (client.readyState === client.OPEN) client.send(frame);
    },
    close: () => {
      for (const client of sockets.clients) client.close(1001);
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    },
  };
}
