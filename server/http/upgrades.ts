/**
 * Routes WebSocket upgrades to the surface that owns the path. Unknown paths and pages of other origins get an HTTP
 * error. socket.io handles its own path.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refusal } from '#shared/base/result.ts';
import { STATUS_CODES } from '../core/node-http.ts';
import { mayConnect } from './origins.ts';
import { isPagesHost } from './pages-host.ts';
import { headProblem, placeOf } from './request-head.ts';

export interface Upgrade {
  readonly request: IncomingMessage;
  /** Path without the sandbox prefix and the query. */
  readonly path: string;
  readonly socket: Duplex;
  /** Bytes that arrived after the request. */
  readonly head: Buffer;
  /** It came in by the sandbox address. */
  readonly sandbox: boolean;
}

export interface UpgradeSetting {
  readonly publicUrl: string;
  /** The second host, which has no sockets. */
  readonly pagesUrl: string | null;
  /** Host at which every path is the sandbox's; null: none. */
  readonly sandboxHost: string | null;
  /** Handlers by path, without the sandbox prefix. */
  readonly paths: ReadonlyMap<string, (upgrade: Upgrade) => void>;
  /** Handlers of everything below a path; the path itself is not among it. */
  readonly below?: ReadonlyMap<string, (upgrade: Upgrade) => void>;
  /** Beginnings of the URLs that other listeners of the server handle, such as socket.io. */
  readonly others: readonly string[];
}

const notHere: Refusal = { code: 'route_unknown', message: 'No WebSocket is served at this address.' };
const otherOrigin: Refusal = { code: 'origin_refused', message: 'Pages of other origins cannot connect here.' };

/** Answers in HTTP instead of becoming a socket. */
export function refuseUpgrade(socket: Duplex, status: number, refusal: Refusal, headers: readonly string[] = []): void {
  const body = JSON.stringify({ errors: [refusal] });
  const head = [
    `${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...headers,
  ];
  socket.end(`HTTP/1.1 ${head.join('\r\n')}\r\n\r\n${body}`);
}

export function routeUpgrades(server: Server, setting: UpgradeSetting): void {
  const { below, others, pagesUrl, paths, publicUrl, sandboxHost } = setting;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { sandbox, url } = placeOf(request.url ?? '', request.headers.host, sandboxHost);
    const path = url.split('?')[0] ?? '';
    if (others.some((other) => (request.url ?? '').startsWith(other))) return;
    // A connection may break at any time; that is no fault to report.
    socket.on('error', () => socket.destroy());
    const problem = headProblem(request);
    if (problem) return refuseUpgrade(socket, 400, problem);
    const asked = path.replace(/\/$/, '');
    const handle = paths.get(asked) ?? [...(below ?? [])].find(([above]) => asked.startsWith(`${above}/`))?.[1];
    if (!handle || isPagesHost(request, pagesUrl)) return refuseUpgrade(socket, 404, notHere);
    if (!mayConnect(request, publicUrl)) return refuseUpgrade(socket, 403, otherOrigin);
    handle({ request, path: asked, socket, head, sandbox });
  });
}
