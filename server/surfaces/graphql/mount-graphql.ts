/**
 * GraphQL over HTTP at `/graphql`: POST, GET for queries, server-sent events, and GraphiQL for browsers. Knows no module.
 * GraphQL's library is loaded at the first request, so that a server without GraphQL clients runs without it.
 */
import type { Request, Response } from 'express';
import type { Caller } from '../../core/platform.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import { allowanceOf } from '../../http/allowance-of.ts';
import { answerTagged } from '../../http/answer-outcome.ts';
import { callerOf } from '../../http/caller-of.ts';
import { etagOfText } from '../../http/etag.ts';
import type { Log } from '../../http/log.ts';
import type { Lines } from '../../http/open-connections.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { refusal } from '../../http/refusal-error.ts';
import type { Mount, RouteSteps } from '../../http/request-handler.ts';
import { answerEvents } from './answer-events.ts';
import type { GraphqlParts } from './context.ts';
import type { Engine, GraphqlRequest, Prepared, RefusedRequest, Result } from './engine.ts';
import { answerType, eventsType, fromBody, fromQuery, jsonType, responseType } from './request-parts.ts';

const path = '/graphql';

/** Draws requests from the tenant's minute; throws the 429 when it was one too many. */
export type Charge = (tenant: TenantRecord, response: Response, requests: number) => Promise<void>;

export interface GraphqlHttp {
  readonly engine: () => Promise<Engine>;
  readonly charge: Charge;
  readonly lines: Lines;
}

/** One engine for HTTP, event streams and WebSockets, made at the first request. */
export function lazyEngine(parts: GraphqlParts, log: Log): () => Promise<Engine> {
  let made: Promise<Engine> | null = null;
  return () => {
    made ??= import('./engine.ts').then(({ createEngine }) => createEngine(parts, log));
    return made;
  };
}

/** Returns the sequence number of the last event that reached an EventSource; null: the header was not sent. */
function lastEvent(request: Request): number | null {
  const given = request.headers['last-event-id'];
  if (given === undefined) return null;
  const seq = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : null;
  if (seq === null) throw refusal('invalid_header', 'Last-Event-ID must be the ID of an event from this server.');
  return seq;
}

function send(response: Response, type: typeof jsonType | typeof responseType, status: number, result: Result): void {
  response.status(status);
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.end(JSON.stringify(result));
}

/** GraphQL over HTTP: clients of `application/json` look at the body alone, where the document was at fault. */
function statusOf(type: string, refused: RefusedRequest['reason'] | null): number {
  if (refused === null || (refused === 'invalid' && type === jsonType)) return 200;
  return 400;
}

export function mountGraphql({ engine, charge, lines }: GraphqlHttp): Mount {
  async function run(request: Request, response: Response, asked: GraphqlRequest): Promise<void> {
    const caller = await callerOf(request);
    const { execute, formatted, prepare } = await engine();
    const wanted = answerType(request);
    const type = wanted === responseType ? responseType : jsonType;
    const prepared = await prepare(caller, asked, {
      allowance: allowanceOf(request),
      resumeAfter: lastEvent(request),
    });
    if ('reason' in prepared) {
      const result = formatted(prepared);
      if (wanted === eventsType && prepared.reason === 'invalid') return answerEvents(response, [result]);
      return send(response, type, statusOf(type, prepared.reason), result);
    }
    if (prepared.kind !== 'query' && request.method !== 'POST') {
      if (prepared.kind === 'mutation' || wanted !== eventsType) {
        response.setHeader('Allow', 'POST');
        throw refusal('method_not_allowed', 'GET supports queries only. Send this with POST.');
      }
    }
    // The request handler has counted one.
    if (prepared.requests > 1) await charge(caller.tenant, response, prepared.requests - 1);
    if (wanted === eventsType) return stream(request, response, prepared, caller);
    if (prepared.kind === 'subscription')
      throw refusal('invalid_request', 'Subscribe with Accept: text/event-stream, or over a WebSocket.');
    const result = await execute(prepared.args);
    send(response, type, 'data' in result || type === jsonType ? 200 : 400, result);
  }

  async function stream(request: Request, response: Response, prepared: Prepared, { actor }: Caller): Promise<void> {
    const { execute, subscribe } = await engine();
    if (prepared.kind !== 'subscription') return answerEvents(response, [await execute(prepared.args)]);
    const results = await subscribe(prepared.args);
    if (!('next' in results)) return answerEvents(response, [results]);
    let last: Result | null = null;
    const release = lines.hold({
      actor,
      authorization: request.headers.authorization,
      sandbox: request.sandbox,
      end(code) {
        last = { errors: [{ message: 'The credential is no longer valid. Log in again.', extensions: { code } }] };
        void results.return();
      },
      leave: () => void results.return(),
    });
    if (!release) {
      await results.return();
      throw refusal('overloaded', 'This tenant has too many open connections. Close some, then try again.');
    }
    try {
      await answerEvents(response, results, () => last);
    } finally {
      release();
    }
  }

  async function graphiql(request: Request, response: Response): Promise<void> {
    const { page, pageCsp } = await import('./graphiql-page.ts');
    if (request.path.endsWith('/')) return response.redirect(308, `${request.sandbox ? '/sandbox' : ''}${path}`);
    response.setHeader('Content-Security-Policy', pageCsp);
    response.type('html').end(page);
  }

  const isPage = (request: Request) =>
    answerType(request) === 'text/html' && !new URLSearchParams(queryTextOf(request)).has('query');

  return {
    name: 'graphql',
    mount(app, steps: RouteSteps) {
      app.get(path, async (request, response, next) => (isPage(request) ? graphiql(request, response) : next()));
      app.get(path, steps.identified, (request, response) => run(request, response, fromQuery(request)));
      app.post(path, steps.identified, steps.json, (request, response) =>
        run(request, response, fromBody(request.body)),
      );
      app.get(`${path}/:file`, async (request, response) => {
        const { pageFiles } = await import('./graphiql-page.ts');
        const file = pageFiles.get(String(request.params['file']));
        if (!file) throw refusal('route_unknown', 'Nothing was found at this address.');
        response.setHeader('Content-Type', file.type);
        answerTagged(request, response, etagOfText(file.text), () => response.end(file.text));
      });
    },
  };
}
