/**
 * Live subscriptions over WebSocket at `/live`: one JSON frame a message (shared/live/frames.ts). The credential comes in the
 * Authorization header; pages in browsers, which cannot send one, and clients that offer our subprotocol may send it in
 * the first frame instead.
 */
import { WebSocketServer } from 'ws';
import { closeCodes, frameBytesMax, liveProtocol } from '#shared/live/frames.ts';
import { faultFields } from '../../http/log.ts';
import { refuseUpgrade, type Upgrade } from '../../http/upgrades.ts';
import type { Identified } from '../../identity/identify.ts';
import { LiveSocket, type LiveSocketParts } from './live-socket.ts';
import { noCredential, tooManyLines } from './no-line.ts';

/** Time within which a client has to identify itself. */
const initTimeoutMs = 10_000;

function offersProtocol({ request }: Upgrade): boolean {
  const offered = request.headers['sec-websocket-protocol'] ?? '';
  return offered.split(',').some((one) => one.trim() === liveProtocol);
}

/** @returns the handler of connections at `/live` */
export function serveLive(parts: LiveSocketParts): (upgrade: Upgrade) => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: frameBytesMax,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(liveProtocol) ? liveProtocol : false),
  });

  function open(upgrade: Upgrade, known: Identified | null): void {
    const { head, request, socket: stream } = upgrade;
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const live = new LiveSocket(parts, socket, upgrade);
      if (known) {
        if (!live.begin(known, request.headers.authorization)) live.end(tooManyLines, closeCodes.tryLater);
        return;
      }
      const late = setTimeout(() => {
        if (!live.isKnown()) live.end(noCredential);
      }, parts.initTimeoutMs ?? initTimeoutMs);
      late.unref();
      socket.once('close', () => clearTimeout(late));
    });
  }

  async function admit(upgrade: Upgrade): Promise<void> {
    const { request, sandbox, socket: stream } = upgrade;
    const { authorization, origin } = request.headers;
    if (authorization === undefined) {
      if (origin !== undefined || offersProtocol(upgrade)) return open(upgrade, null);
      return refuseUpgrade(stream, 401, noCredential, ['WWW-Authenticate: Bearer realm="gatehouse"']);
    }
    const found = await parts.identify(authorization, sandbox);
    if (!found.ok) {
      const [refused] = found.errors;
      if (refused.code === 'device_not_allowed') return refuseUpgrade(stream, 403, refused);
      return refuseUpgrade(stream, 401, refused, ['WWW-Authenticate: Bearer realm="gatehouse", error="invalid_token"']);
    }
    open(upgrade, found.value);
  }

  return (upgrade) => {
    admit(upgrade).catch((fault: unknown) => {
      parts.log.error('live socket not admitted', faultFields(fault));
      upgrade.socket.destroy();
    });
  };
}
