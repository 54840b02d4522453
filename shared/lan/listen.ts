/**
 * The one port for other kiosks: TCP lines of hosts, and the WebSocket of phones on the same port, over TLS too where the
 * host has a certificate. A connection's first byte tells them apart: a frame's length begins with 0, a TLS greeting with
 * 22, a request with a letter.
 */
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { WebSocketServer } from 'ws';
import { maxPeerFrameBytes } from '#shared/peers/peer-api.ts';
import type { PeerLimits } from './limits.ts';
import type { Lines } from './lines.ts';
import { phoneWire, tcpWire } from './wire.ts';

export const phonePath = '/peer';
/** Addresses including the name; more do not travel to the page. */
const maxAddresses = 8;
const requestBegins = 0x41;
/** RFC 8446, section 5.1: a record of the handshake. */
const tlsBegins = 0x16;

/** PEM. Phones whose page came by https open TLS lines alone. */
export interface PeerCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface Listener {
  readonly port: number;
  stop(): Promise<void>;
}

export interface ListenParts {
  /** Address to listen on; unset: every network of this machine. */
  readonly address?: string;
  /** 0: any free one. */
  readonly port: number;
  readonly lines: Lines;
  readonly limits: PeerLimits;
  /** Absent: the host speaks no TLS. */
  readonly certificate?: PeerCertificate;
}

function listening(server: Server, port: number, address: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(address === undefined ? {} : { host: address }) }, () => {
      server.off('error', reject);
      const bound = server.address();
      resolve(bound === null || typeof bound === 'string' ? port : bound.port);
    });
  });
}

/** Phones speak HTTP first. */
function phones(lines: Lines): { readonly take: (socket: Socket) => void; readonly stop: () => void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxPeerFrameBytes, perMessageDeflate: false });
  const server = createHttpServer({ maxHeaderSize: 8_192 }, (_request, response) => {
    response.writeHead(404, { Connection: 'close' }).end();
  });
  server.headersTimeout = 2_000;
  server.requestTimeout = 2_000;
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => {});
    const path = URL.parse(request.url ?? '/', 'http://host')?.pathname;
    if (path !== phonePath) return void socket.destroy();
    const remote = request.socket.remoteAddress ?? '';
    if (!lines.hasPlaceFor(remote)) {
      lines.turnedAway();
      return void socket.destroy();
    }
    sockets.handleUpgrade(request, socket, head, (phone) => {
      lines.add(null, (events) => phoneWire(phone, remote, events));
    });
  });
  return {
    take: (socket) => void server.emit('connection', socket),
    stop: () => {
      sockets.close();
      server.closeAllConnections();
    },
  };
}

/** The greeting of TLS has the same time as a request. */
function tlsFor(certificate: PeerCertificate, limits: PeerLimits, take: (socket: TLSSocket) => void) {
  const server = createTlsServer({ ...certificate, handshakeTimeout: limits.silentMs }, take);
  // A stranger that speaks no TLS after all.
  server.on('tlsClientError', (_error, socket) => void socket.destroy());
  return (socket: Socket): void => void server.emit('connection', socket);
}

/** @throws Error when neither the port nor any other can be opened */
export async function listenForPeers(parts: ListenParts): Promise<Listener> {
  const { address, certificate, limits, lines, port } = parts;
  const phoneSide = phones(lines);
  const takeTls = certificate && tlsFor(certificate, limits, phoneSide.take);
  /** Connections that have not said what they are. */
  const silent = new Set<Socket>();

  function turnAway(socket: Socket): void {
    lines.turnedAway();
    socket.destroy();
  }

  function sort(socket: Socket, first: Buffer): void {
    const [byte = 0] = first;
    const take = byte >= requestBegins ? phoneSide.take : byte === tlsBegins ? takeTls : undefined;
    if (take === undefined) {
      if (lines.hasPlaceFor(socket.remoteAddress ?? ''))
        lines.add(null, (events) => tcpWire(socket, events, new Uint8Array(first)));
      else turnAway(socket);
      return;
    }
    socket.pause();
    socket.unshift(first);
    take(socket);
    // TLS reads from the buffer itself.
    if (take === phoneSide.take) socket.resume();
  }

  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {});
    // This comes before anything is read, so that a flood costs no more than accepting it.
    if (silent.size >= limits.unproven || !lines.hasPlaceFor(socket.remoteAddress ?? '')) return turnAway(socket);
    silent.add(socket);
    const forget = (): void => {
      silent.delete(socket);
      socket.setTimeout(0);
    };
    socket.setTimeout(limits.silentMs, () => socket.destroy());
    socket.once('close', forget);
    socket.once('data', (first: Buffer) => {
      forget();
      sort(socket, first);
    });
  });

  // The usual port may be taken by another kiosk on this machine; then the others learn the port by mDNS or the QR code.
  const bound = await listening(server, port, address).catch((error: unknown) => {
    if (port === 0) throw error;
    return listening(server, 0, address);
  });
  server.on('error', (error) => console.error('peers:', error));
  return {
    port: bound,
    async stop() {
      for (const socket of silent) socket.destroy();
      phoneSide.stop();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/**
 * This machine's addresses on the LAN, IPv4 first: `ip:port`; the last one is its name there, which its system answers by mDNS
 * (RFC 6762). Pages reach it by that name alone.
 *
 * @param only the one address that the host listens on, which alone is returned; undefined: it listens on all
 */
export function ownAddresses(port: number, only: string | undefined): readonly string[] {
  if (only !== undefined) return [`${only.includes(':') ? `[${only}]` : only}:${port}`];
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .sort((a, b) => a.family.localeCompare(b.family))
    .slice(0, maxAddresses - 1)
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`))
    .concat(`${localName(hostname())}:${port}`);
}

const localName = (name: string): string => `${name.toLowerCase().split('.', 1)[0]}.local`;
