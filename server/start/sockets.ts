/** The server of socket.io, which kiosks and live subscriptions connect to. */
import { Server as SocketServer } from 'socket.io';
import { isObject } from '#shared/base/json.ts';
import { mayConnect, packedKioskOrigin } from '../http/origins.ts';
import { isPagesHost } from '../http/pages-host.ts';
import type { Config } from './config.ts';

/** The largest message a client may send on a socket; none has reason to send any. */
const socketMessageBytesMax = 100_000;

/** Takes no connection until it is attached to a server of HTTP. */
export function createSockets({ pagesUrl, publicUrl }: Config): SocketServer {
  return new SocketServer({
    serveClient: false,
    // Upgrades at other paths are routed by open-surfaces.ts.
    destroyUpgrade: false,
    maxHttpBufferSize: socketMessageBytesMax,
    cors: { origin: [packedKioskOrigin] },
    allowRequest: (request, answer) => {
      const allowed = mayConnect(request, publicUrl) && !isPagesHost(request, pagesUrl);
      answer(allowed ? null : 'origin_refused', allowed);
    },
  });
}

export interface Connections {
  readonly kiosks: number;
  readonly others: number;
}

/** Counted by the kind of actor that each was admitted as; `data` is empty until then. */
export function connectionsOf(io: SocketServer): Connections {
  const all = [...io.sockets.sockets.values()];
  const kiosks = all.filter((socket) => actorKind(socket.data) === 'kiosk').length;
  return { kiosks, others: all.length - kiosks };
}

function actorKind(data: unknown): unknown {
  const actor = isObject(data) ? data['actor'] : null;
  return isObject(actor) ? actor['kind'] : null;
}
