/**
 * Connections that ask to become WebSockets, sent to whom their path belongs. Paths that nobody knows, and pages of
 * other origins, are answered in HTTP. socket.io looks after its own path by itself.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { mayConnect } from './origins.ts';

export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** What came behind the request already. */
  readonly head: Buffer;
  /** It came in by the sandbox address. */
  readonly sandbox: boolean;
}

export interface UpgradeSetting {
  readonly publicUrl: string;
  /** Handlers by path, without the sandbox prefix. */
  readonly paths: ReadonlyMap<string, (upgrade: Upgrade) => void>;
  /** Paths that others listen for, as they begin. */
  readonly others: readonly string[];
}

const refusals = {
  404: { line: '404 Not Found', code: 'route_unknown', message: 'There is no socket here.' },
  403: { line: '403 Forbidden', code: 'origin_refused', message: 'Pages of other origins cannot connect here.' },
} as const;

function refuse(socket: Duplex, status: keyof typeof refusals): void {
  const { code, line, message } = refusals[status];
  const body = JSON.stringify({ errors: [{ code, message }] });
  const head = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'];
  socket.end(`HTTP/1.1 ${[line, ...head].join('\r\n')}\r\n\r\n${body}`);
}

export function routeUpgrades(server: Server, { others, paths, publicUrl }: UpgradeSetting): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (others.some((other) => path.startsWith(other))) return;
    // A line that breaks meanwhile is nobody's fault.
    socket.on('error', () => socket.destroy());
    const sandbox = path === '/sandbox' || path.startsWith('/sandbox/');
    const handle = paths.get((sandbox ? path.slice('/sandbox'.length) : path).replace(/\/$/, ''));
    if (!handle) return refuse(socket, 404);
    if (!mayConnect(request, publicUrl)) return refuse(socket, 403);
    handle({ request, socket, head, sandbox });
  });
}
