/**
 * The one way in from the network: request id, security headers, identity, limits, body, errors. It mounts what it is given and
 * knows no surface. `request.identity` is set on every route that has the step `identified`.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { Network } from '#shared/base/network-address.ts';
import { createServer } from '../core/node-http.ts';
import type { Caller, Platform } from '../core/platform.ts';
import type { Identify } from '../identity/identify.ts';
import { methodsByPath } from './allowed-methods.ts';
import { answerErrors } from './answer-errors.ts';
import { limitBodyTime } from './body-timeout.ts';
import { answerBrokenRequests } from './broken-requests.ts';
import type { Identity } from './caller-of.ts';
import { addressOf, readClientAddresses } from './client-address.ts';
import type { Log } from './log.ts';
import { allowOrigins, withTenantOrigins } from './origins.ts';
import { type PagesHostParts, splitHosts } from './pages-host.ts';
import type { RateLimit } from './rate-limit.ts';
import { readJsonBody } from './read-body.ts';
import { RefusalError, refusal } from './refusal-error.ts';
import type { Repeats } from './repeats.ts';
import { headProblem, placeOf } from './request-head.ts';
import { logRequests } from './request-log.ts';
import { indexRoutes } from './route-index.ts';
import { securityHeaders } from './security-headers.ts';

declare module 'express-serve-static-core' {
  interface Request {
    id: string;
    /** The request came in by the sandbox address. */
    sandbox: boolean;
    /** Its body may take as long as it needs: the route watches that bytes keep coming. */
    hasOwnBodyTimeout?: boolean;
    /** Set by the step `identified`; handlers read it by `callerOf` or `identityOf`. */
    identity?: Identity;
  }
}

export interface Mount {
  /** Name in the log of what was mounted. */
  readonly name: string;
  readonly mount: (app: Express, steps: RouteSteps) => void;
}

export interface RouteSteps {
  /** Puts `identity` on the request and counts it against the plan (a kiosk's is not counted); refuses with 401, 403 or 429. */
  readonly identified: RequestHandler;
  readonly json: RequestHandler;
}

export interface RequestHandlerParts {
  readonly identify: Identify;
  readonly platform: Pick<Platform, 'as'>;
  readonly rateLimit: RateLimit;
  readonly statusOf: (code: string) => number;
  readonly log: Log;
  /** Public address of the server; absent: an answer of 401 does not say who gives tokens. */
  readonly publicUrl?: string;
  /** Absent: one host serves all. */
  readonly pagesHost?: PagesHostParts;
  /** Proxies whose word on the client's address is taken; absent: none. */
  readonly trustedProxies?: readonly Network[];
  /** Takes the address of a peer that speaks of other clients without being trusted. */
  readonly onProxyNotSet?: (peer: string) => void;
  /** Answers what is only repeated, before all steps; absent: nothing is. */
  readonly repeats?: Repeats;
  /** `SANDBOX_HOST`, in lower case: every path there is the sandbox's. Null or absent: no host. */
  readonly sandboxHost?: string | null;
  /** Time limits, for tests of slow clients; absent: the constant `patience`. */
  readonly patience?: Patience;
}

/** Time limits for a client, in ms. */
export interface Patience {
  readonly headersTimeout: number;
  /** Time for a body from the head of the request on; a timer of each request limits it (body-timeout.ts). */
  readonly requestTimeout: number;
  /** Interval between two checks of all connections by Node, for `headersTimeout` and the limit of uploads. */
  readonly connectionsCheckingInterval: number;
}

/** The longest a body may take whose route watches it: an upload over a slow connection. */
const uploadTimeoutMs = 6 * 60 * 60_000;

const patience: Patience = { headersTimeout: 20_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 };
/** Longer than a proxy keeps a quiet connection: closed here first, it would be closed under a request on its way. */
const keepAliveTimeoutMs = 75_000;
const connectionsMax = 10_000;
/** The load balancer has taken note of the stop when no request came for so long. */
const quietMs = 1_000;
/** Time without a request after the end of listening, in ms: a connection taken before may still bring its request. */
const lastQuietMs = 100;
/** Probes ask them, also during a stop. */
const watchedPaths: ReadonlySet<string> = new Set(['/readyz', '/healthz']);
/** Requests still running after this are cut, so that a stop always ends. */
const stopTimeoutMs = 10_000;
/** Interval between two checks of a stop whether anything is left, in ms. */
const lookMs = 25;

export interface OpenRequestHandler {
  readonly app: Express;
  readonly server: Server;
  /**
   * Answers on, and asks every client to come back by another connection: the next server's, if there is one.
   *
   * @param isKnown whether a probe has been answered that the server is stopping
   * @returns resolves when it is known, no request came for a second since and all answers have begun, or after
   *   `maxMs`; no connection is taken any more then
   */
  drain(maxMs: number, isKnown: () => boolean): Promise<void>;
  /** Takes no further request, waits for those in progress (10 s at most), then every connection is closed. */
  close(): Promise<void>;
}

export function openRequestHandler(parts: RequestHandlerParts, mounts: readonly Mount[]): OpenRequestHandler {
  const { log, statusOf } = parts;
  let came = 0;
  const running = new Set<Response>();
  let state: 'open' | 'draining' | 'closing' = 'open';
  const app = express();
  app.disable('x-powered-by');
  app.enable('case sensitive routing');
  app.set('query parser', false);
  app.set('etag', false);
  app.use(logRequests(log));
  app.use(securityHeaders(parts.publicUrl));
  app.use(readHead(parts.sandboxHost ?? null));
  if (parts.pagesHost) app.use(splitHosts(parts.pagesHost));
  app.use(allowOrigins);
  app.use((request, response, next) => {
    if (!watchedPaths.has(request.path)) {
      came += 1;
      running.add(response);
      response.once('close', () => running.delete(response));
    }
    if (state !== 'open') response.setHeader('Connection', 'close');
    if (state !== 'closing') return next();
    const message = 'The server is stopping. Send the request again in a moment.';
    throw new RefusalError([{ code: 'overloaded', message }], { headers: { 'Retry-After': '1' } });
  });
  const steps: RouteSteps = { identified: withTenantOrigins(identified(parts)), json: readJsonBody };
  const before = app.router.stack.length;
  for (const { mount } of mounts) mount(app, steps);
  indexRoutes(app, before);
  app.use(nothingHere(methodsByPath(app)));
  app.use(answerErrors(log, statusOf));

  const server = createServer(
    { ...patience, ...parts.patience, requestTimeout: uploadTimeoutMs },
    (request: IncomingMessage, response: ServerResponse) => {
      if (state !== 'open' || !parts.repeats?.answered(request, response)) app(request, response);
    },
  );
  limitBodyTime(server, (parts.patience ?? patience).requestTimeout);
  readClientAddresses(server, parts.trustedProxies ?? [], parts.onProxyNotSet ?? (() => {}));
  server.keepAliveTimeout = keepAliveTimeoutMs;
  server.maxConnections = connectionsMax;
  answerBrokenRequests(server);

  let closed: Promise<unknown> | null = null;
  function stopListening(): Promise<unknown> {
    closed ??= new Promise((resolve) => server.close(resolve));
    return closed;
  }

  /** Counted in looks: a process that got no processor for a second has not seen what came in that second. */
  async function quiet(ms: number, until: number, isKnown: () => boolean): Promise<void> {
    const looks = ms / lookMs;
    let seen = came;
    for (let left = looks; left > 0 && performance.now() < until; ) {
      await wait(lookMs);
      // Timers come first in a turn of the event loop; what the network brought is read after them.
      await turn();
      // An answer that has begun (an event stream) may last: the close waits a little for it.
      const isUnanswered = [...running].some(({ headersSent }) => !headersSent);
      left = isKnown() && came === seen && !isUnanswered ? left - 1 : looks;
      seen = came;
    }
  }

  return {
    app,
    server,
    async drain(maxMs, isKnown) {
      if (state === 'open') state = 'draining';
      const until = performance.now() + maxMs;
      await quiet(quietMs, until, isKnown);
      void stopListening();
      await quiet(lastQuietMs, until, isKnown);
    },
    async close() {
      state = 'closing';
      const ended = stopListening();
      // A connection kept alive is idle only after its last answer: looked for until none is left.
      const idle = setInterval(() => server.closeIdleConnections(), lookMs);
      const cut = setTimeout(() => server.closeAllConnections(), stopTimeoutMs);
      await ended;
      clearInterval(idle);
      clearTimeout(cut);
    },
  };
}

function readHead(sandboxHost: string | null): RequestHandler {
  return (request, _response, next) => {
    const problem = headProblem(request);
    if (problem) throw new RefusalError([problem], { headers: { Connection: 'close' } });
    const { sandbox, url } = placeOf(request.url, request.headers.host, sandboxHost);
    request.sandbox = sandbox;
    request.url = url;
    next();
  };
}

/** RFC 6750 section 3, RFC 9728 section 5.1: a refused client learns who gives tokens. */
function challengeOf({ headers, sandbox }: Request, publicUrl: string | undefined): string {
  const failed = headers.authorization === undefined ? '' : ', error="invalid_token"';
  const base = publicUrl === undefined ? null : publicUrl + (sandbox ? '/sandbox' : '');
  const metadata = base === null ? '' : `, resource_metadata="${base}/.well-known/oauth-protected-resource"`;
  return `Bearer realm="gatehouse"${failed}${metadata}`;
}

/** `METHOD path` as it is mounted; undefined outside a single route. */
function routeOf({ method, baseUrl, route }: Request): string | undefined {
  const path: unknown = route?.path;
  return typeof path === 'string' ? `${method} ${baseUrl}${path}` : undefined;
}

function identified({ identify, platform, rateLimit, publicUrl }: RequestHandlerParts): RequestHandler {
  return async (request: Request, response: Response, next: NextFunction) => {
    const found = await identify(request.headers.authorization, request.sandbox, routeOf(request));
    if (!found.ok)
      throw new RefusalError(found.errors, { headers: { 'WWW-Authenticate': challengeOf(request, publicUrl) } });
    const acceptLanguage = request.headers['accept-language'];
    const actor = {
      ...found.value.actor,
      from: addressOf(request),
      ...(acceptLanguage !== undefined && { acceptLanguage }),
    };
    const { tenant } = found.value;
    let made: Promise<Caller> | null = null;
    // What `callerOf` returns to a surface, made at the first use.
    const caller = () => {
      made ??= platform.as(actor, tenant);
      return made;
    };
    request.identity = { actor, tenant, caller };
    const { id, plan, requestsPerMinute } = tenant;
    if (actor.kind !== 'kiosk') await rateLimit.count(id, plan, response, requestsPerMinute);
    next();
  };
}

function nothingHere(methodsOf: (path: string) => readonly string[]): RequestHandler {
  return (request, response) => {
    const allowed = methodsOf(request.path).join(', ');
    if (allowed === '') throw refusal('route_unknown', `Nothing was found at ${request.path.slice(0, 200)}.`);
    response.setHeader('Allow', allowed);
    if (request.method !== 'OPTIONS')
      throw refusal('method_not_allowed', `${request.method.slice(0, 20)} is not allowed here; use ${allowed}.`);
    response.status(204).end();
  };
}
