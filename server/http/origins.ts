/**
 * Decides which pages of other origins may call: the packed kiosk, whose pages have an origin of their own, and those that a
 * tenant allows, with a bearer token. There are no cookies, and `Access-Control-Allow-Credentials` is never sent: a page that
 * is not allowed has no token to call with, and could read no answer.
 */
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Field } from '#shared/schema/field.ts';
import { RefusalError } from './refusal-error.ts';

/** Origins that a tenant allows, as they are sent and as they are described. */
export const originFields = [
  {
    name: 'origins',
    type: 'array',
    of: 'text',
    required: true,
    maxItems: 50,
    maxLength: 300,
    note: 'Each must be an origin as the browser sends it, e.g. https://app.example.org: no path, no slash at the end, no wildcard.',
  },
] as const satisfies readonly Field[];

export const packedKioskOrigin = 'app://kiosk';

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
/** The request headers that callers may send besides those that need no permission. */
const requestHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Tus-Resumable',
  'Upload-Checksum',
  'Upload-Concat',
  'Upload-Defer-Length',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'X-HTTP-Method-Override',
].join(', ');
/** The response headers that scripts may read besides those that they always may. */
const answerHeaders = [
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
].join(', ');
const preflightSeconds = 600;

/** Whether the text is the origin of an http or https page, written as a browser writes it. */
export function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[a-z0-9.:[\]-]+$/.test(text) || !URL.canParse(text)) return false;
  return new URL(text).origin === text;
}

function allow(response: Response, origin: string): void {
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', answerHeaders);
}

/** Paths that a tenant's pages may call. */
const open = /^\/(?:sandbox\/)?(?:api|events|graphql)(?:[/?]|$)/;

/**
 * Lets the packed kiosk read every answer, and answers preflights. They carry no credential, so that they cannot say which
 * tenant is meant: on paths that a tenant's pages may call, every origin receives what the interface accepts, which is
 * public. Whether a page may read an answer is decided by the call itself.
 */
export const allowOrigins: RequestHandler = (request, response, next) => {
  const { origin } = request.headers;
  response.vary('Origin');
  if (origin === undefined) return next();
  const ours = origin === packedKioskOrigin;
  if (ours) allow(response, origin);
  const asks = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  if (!asks || !(ours || (isOrigin(origin) && open.test(request.url)))) return next();
  allow(response, origin);
  response.setHeader('Access-Control-Allow-Methods', methods);
  response.setHeader('Access-Control-Allow-Headers', requestHeaders);
  response.setHeader('Access-Control-Max-Age', String(preflightSeconds));
  response.status(204).end();
};

/** A tenant's own list, once the request is identified. */
function allowByTenant({ headers, identity, url }: Request, response: Response): void {
  const { origin } = headers;
  if (origin !== undefined && open.test(url) && identity?.tenant.allowedOrigins?.includes(origin))
    allow(response, origin);
}

/**
 * Lets pages of the origins that the tenant allows read the answer. That a credential is not good (401) any page may
 * read: it says nothing of any tenant, and an app has to know when to log in again.
 */
export function withTenantOrigins(identified: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    try {
      await identified(request, response, (fault?: unknown) => {
        allowByTenant(request, response);
        next(fault);
      });
    } catch (fault) {
      const { origin } = request.headers;
      const unknown = fault instanceof RefusalError && request.identity === undefined;
      if (unknown && origin !== undefined && isOrigin(origin) && open.test(request.url)) allow(response, origin);
      else allowByTenant(request, response);
      throw fault;
    }
  };
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
export function isFromOwnPage({ headers }: IncomingMessage, publicUrl: string): boolean {
  const { host, origin } = headers;
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site') return false;
  if (origin === undefined) return site === undefined || site === 'same-origin';
  if (origin === 'null') return site === 'same-origin';
  return origin === new URL(publicUrl).origin || origin === `http://${host}` || origin === `https://${host}`;
}
