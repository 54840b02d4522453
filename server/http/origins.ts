/**
 * Which pages of other origins may call: the packed kiosk, whose pages have an origin of their own, and nobody else.
 * There are no cookies, and `Access-Control-Allow-Credentials` is never given.
 */
import type { IncomingMessage } from 'node:http';
import type { RequestHandler, Response } from 'express';

export const packedKioskOrigin = 'app://kiosk';

export const allowOrigins: RequestHandler = (request, response, next) => {
  const { origin } = request.headers;
  response.vary('Origin');
  if (origin !== packedKioskOrigin) return next();
  response.setHeader('Access-Control-Allow-Origin', origin);
  if (request.method === 'OPTIONS' && request.headers['access-control-request-method']) return preflight(response);
  next();
};

function preflight(response: Response): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PATCH, DELETE');
  response.setHeader(
    'Access-Control-Allow-Headers',
    'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match',
  );
  response.setHeader('Access-Control-Max-Age', '600');
  response.status(204).end();
}

/**
 * Browsers let any page open a WebSocket anywhere, so there the server has to look: our own pages (by `Host`, or by
 * the public address where a proxy changes it), the packed kiosk, and programs, which send no Origin.
 */
export function mayConnect(request: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined || origin === packedKioskOrigin) return true;
  return origin === new URL(publicUrl).origin || origin === `http://${host}` || origin === `https://${host}`;
}

/**
 * Browsers let any page send a form anywhere. Ours send their origin (`Referrer-Policy` in plain-page.ts). `Origin: null`
 * is what a browser sends that keeps its referrers to itself, and what a foreign sandboxed frame sends: only
 * `Sec-Fetch-Site`, which no page can set, tells the two apart. Programs send neither header.
 */
export function isOwnForm({ headers }: IncomingMessage, publicUrl: string): boolean {
  const { host, origin } = headers;
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site') return false;
  if (origin === undefined) return site === undefined || site === 'same-origin';
  if (origin === 'null') return site === 'same-origin';
  return origin === new URL(publicUrl).origin || origin === `http://${host}` || origin === `https://${host}`;
}
