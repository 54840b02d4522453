/**
 * Limits the time in which a body must arrive. Node has one such time for a whole server; uploads need another than forms, so
 * that each request with a body has a timer, unless its route watches the body itself (`hasOwnBodyTimeout`).
 */
import type { IncomingMessage, Server } from 'node:http';

interface TimedRequest extends IncomingMessage {
  hasOwnBodyTimeout?: boolean;
}

/** @param timeoutMs afterwards the connection gets Node's own answer for slow requests (broken-requests.ts) and is closed */
export function limitBodyTime(server: Server, timeoutMs: number): void {
  server.prependListener('request', (request: TimedRequest) => {
    const { headers } = request;
    if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return;
    const look = () => {
      if (request.complete || request.destroyed) return;
      if (request.hasOwnBodyTimeout) {
        timer = setTimeout(look, timeoutMs);
        return;
      }
      server.emit(
        'clientError',
        Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        request.socket,
      );
    };
    let timer = setTimeout(look, timeoutMs);
    request.once('end', () => clearTimeout(timer));
    request.once('close', () => clearTimeout(timer));
  });
}
