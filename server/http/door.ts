/**
 * The one door: request id, security headers, body, identity, limits, errors. Mounts what it is given and knows no
 * surface. `request.actor` is there for every route that asked for it by `identified`.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { Actor } from '../access/actor.ts';
import type { Identify } from '../access/identify.ts';
import type { TenantRecord } from '../tenants/control.ts';
import { faultFields, type Log } from './log.ts';
import type { RateLimit } from './rate-limit.ts';
import { readJsonBody } from './read-body.ts';
import { RefusalError, refusal } from './refusal-error.ts';

declare module 'express-serve-static-core' {
  interface Request {
    id: string;
    /** The request came in by the sandbox address. */
    sandbox: boolean;
    actor?: Actor;
    tenant?: TenantRecord;
  }
}

export interface Mount {
  /** For the log of what was mounted. */
  readonly name: string;
  readonly mount: (app: Express, door: Door) => void;
}

export interface Door {
  /** Puts `actor` and `tenant` on the request, counts it against the plan, or answers 401 / 429. */
  readonly identified: RequestHandler;
  readonly json: RequestHandler;
}

export interface DoorParts {
  readonly identify: Identify;
  readonly rateLimit: RateLimit;
  readonly statusOf: (code: string) => number;
  readonly log: Log;
}

const headersTimeoutMs = 20_000;
const requestTimeoutMs = 60_000;
const connectionsMax = 10_000;
export const packedKioskOrigin = 'app://kiosk';

export function openDoor(parts: DoorParts, mounts: readonly Mount[]): { app: Express; server: Server } {
  const { log, statusOf } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', false);
  app.set('etag', false);
  app.use(nameRequest(log));
  app.use(secure);
  app.use(sandboxAddress);
  app.use(allowOrigins);
  const door: Door = { identified: identified(parts), json: readJsonBody };
  for (const { mount } of mounts) mount(app, door);
  app.use((request: Request) => {
    throw refusal('route_unknown', `There is nothing at ${request.method} ${request.path.slice(0, 200)}.`);
  });
  app.use(answerErrors(log, statusOf));
  const server = createServer({ headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs }, app);
  server.maxConnections = connectionsMax;
  return { app, server };
}

function nameRequest(log: Log): RequestHandler {
  return (request, response, next) => {
    request.id = randomUUID();
    request.sandbox = false;
    response.setHeader('X-Request-Id', request.id);
    const startedAt = performance.now();
    response.on('finish', () => {
      log.debug('request', {
        id: request.id,
        method: request.method,
        // Paths of public pages carry their secret: they are never logged whole.
        path: request.path.replace(/^\/t\/[^/]+/, '/t/…').slice(0, 200),
        status: response.statusCode,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        ...(request.actor ? { actor: `${request.actor.kind}:${request.actor.id}`, tenant: request.actor.tenant } : {}),
      });
    });
    next();
  };
}

const secure: RequestHandler = (_request, response, next) => {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  // An answer of the API is never a document: whatever a browser makes of it may load and run nothing.
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  next();
};

/** `/sandbox/…` is the same house with other doors: the prefix is taken off, and the credential must be a sandbox one. */
const sandboxAddress: RequestHandler = (request, _response, next) => {
  if (request.url === '/sandbox' || request.url.startsWith('/sandbox/')) {
    request.sandbox = true;
    request.url = request.url.slice('/sandbox'.length) || '/';
  }
  next();
};

/**
 * Pages of other origins may not call the API: what they hold is not ours to answer for. The one exception is the
 * packed kiosk, whose pages have an origin of their own. There are no cookies, and `Allow-Credentials` is never given.
 */
const allowOrigins: RequestHandler = (request, response, next) => {
  const { origin } = request.headers;
  response.vary('Origin');
  if (origin !== packedKioskOrigin) return next();
  response.setHeader('Access-Control-Allow-Origin', origin);
  if (request.method === 'OPTIONS' && request.headers['access-control-request-method']) return preflight(response);
  next();
};

function preflight(response: Response): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PATCH, DELETE');
  response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match');
  response.setHeader('Access-Control-Max-Age', '600');
  response.status(204).end();
}

function identified({ identify, rateLimit }: DoorParts): RequestHandler {
  return async (request: Request, response: Response, next: NextFunction) => {
    const found = await identify(request.headers.authorization, request.sandbox);
    if (!found.ok) throw new RefusalError(found.errors, { headers: { 'WWW-Authenticate': 'Bearer' } });
    request.actor = found.value.actor;
    request.tenant = found.value.tenant;
    if (request.actor.kind !== 'kiosk') rateLimit.count(found.value.tenant.id, found.value.tenant.plan, response);
    next();
  };
}

function answerErrors(log: Log, statusOf: (code: string) => number): ErrorRequestHandler {
  return (fault: unknown, request, response, _next) => {
    if (response.headersSent) {
      log.error('answer broken off', { id: request.id, ...faultFields(fault) });
      response.destroy();
      return;
    }
    const known = knownRefusal(fault);
    if (!known) log.error('request failed', { id: request.id, method: request.method, ...faultFields(fault) });
    const { errors, headers, status } =
      known ??
      new RefusalError([
        { code: 'internal_error', message: `Something broke on our side. Try again; if it stays, tell us the request id ${request.id}.` },
      ]);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    // What was not read of a refused body would be taken for the next request.
    if (!request.complete) response.setHeader('Connection', 'close');
    response.status(status ?? statusOf(errors[0].code)).json({ errors });
  };
}

function knownRefusal(fault: unknown): RefusalError | null {
  if (fault instanceof RefusalError) return fault;
  if (fault instanceof URIError) return refusal('invalid_path', 'The path holds a broken percent code.');
  const code = fault instanceof Error && 'code' in fault ? fault.code : undefined;
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') return refusal('invalid_body', 'The body broke off.');
  const status = fault instanceof Error && 'status' in fault ? fault.status : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new RefusalError([{ code: 'invalid_path', message: 'The request cannot be read.' }], { status });
  return null;
}
