/**
 * Live subscriptions as server-sent events: `GET /api/v1/{collection}/changes?where…&since=`. A change is an event
 * without a name, its data the frame, its id its place in the log: an EventSource that lost its line goes on behind it
 * (`Last-Event-ID`). Other frames are events of their `type`, but for a position, which is an id alone.
 */
import type { Request, RequestHandler, Response } from 'express';
import { must } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import type { Refusal } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import type { ServerFrame, SubscribeFrame } from '#shared/live/frames.ts';
import { parseQueryString } from '#shared/query/query-string.ts';
import { answerJson } from '../../http/answer-json.ts';
import type { Mount } from '../../http/door.ts';
import { faultFields } from '../../http/log.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import { frameTexts } from './encode-batch.ts';
import type { LiveSocketParts } from './live-socket.ts';
import { noKiosks, tooManyLines } from './no-line.ts';
import { openSession, type Session } from './session.ts';
import type { Tickets } from './tickets.ts';
import { roomIn, type Wire, waitingBytesMax } from './wire.ts';

const path = '/api/v1/:collection/changes';
const ticketsPath = '/api/v1/live/tickets';
/** A line that nothing passes over for long is cut by proxies. */
const quietMs = 12_000;
const reconnectMs = 1_000;
const parameters = ['where', 'since', 'log', 'ticket'];

export interface ChangesParts extends Omit<LiveSocketParts, 'charge'> {
  readonly tickets: Tickets;
}

function place(text: unknown, what: string, code: 'invalid_header' | 'invalid_value'): number {
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text);
  throw refusal(code, `${what} is a place in the log: a whole number from 0.`, { path: what });
}

interface Asked {
  readonly frame: SubscribeFrame & { readonly dialect: 'url' };
  /** An EventSource on its way back: what it cannot be given it is told as an event, it sees no status. */
  readonly isReturning: boolean;
}

function asked(request: Request): Asked {
  const tree: Readonly<Record<string, unknown>> = valueOrRefusal(parseQueryString(queryTextOf(request)));
  const stranger = Object.keys(tree).find((name) => !parameters.includes(name));
  if (stranger !== undefined) {
    const name = stranger.slice(0, 100);
    throw refusal('unknown_parameter', `There is no parameter ${name} here.`, {
      path: name,
      detail: { allowed: parameters },
    });
  }
  const { log, since, where } = tree;
  const collection = String(request.params['collection']);
  const last = request.headers['last-event-id'];
  const isReturning = last !== undefined && last !== '';
  const from = isReturning ? place(last, 'Last-Event-ID', 'invalid_header') : since;
  return {
    isReturning,
    frame: {
      type: 'subscribe',
      id: collection,
      collection,
      dialect: 'url',
      ...(where === undefined ? {} : { where }),
      ...(from === undefined ? {} : { since: typeof from === 'number' ? from : place(from, 'since', 'invalid_value') }),
      ...(typeof log === 'string' ? { log } : {}),
    },
  };
}

function eventOf(frame: ServerFrame): string {
  const data = `data: ${JSON.stringify(frame)}\n\n`;
  switch (frame.type) {
    case 'subscribed':
      return `retry: ${reconnectMs}\nid: ${frame.seq}\nevent: subscribed\n${data}`;
    case 'position':
      return `id: ${frame.seq}\n\n`;
    case 'resync':
      return `${frame.since === null ? '' : `id: ${frame.since}\n`}event: resync\n${data}`;
    case 'error':
      // `error` is what an EventSource calls its own.
      return `event: closed\n${data}`;
    default:
      return `event: ${frame.type}\n${data}`;
  }
}

function wireOf(response: Response): Wire {
  const isOpen = () => !response.closed && !response.destroyed && !response.writableEnded;
  const hasRoom = () => response.writableLength < waitingBytesMax;
  return {
    hasRoom,
    room: roomIn(response),
    send(frame) {
      if (isOpen()) response.write(eventOf(frame));
    },
    sendChanges(id, batch) {
      let sent = 0;
      if (!isOpen()) return batch.changes.length;
      response.cork();
      for (const text of frameTexts(id, batch)) {
        if (!hasRoom()) break;
        response.write(`id: ${batch.changes[sent]?.seq}\ndata: ${text}\n\n`);
        sent += 1;
      }
      response.uncork();
      return sent;
    },
  };
}

function begin(response: Response): void {
  response.status(200);
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  response.setHeader('X-Accel-Buffering', 'no');
  response.flushHeaders();
}

function keepOpen(response: Response): void {
  const beating = setInterval(() => {
    if (!response.writableNeedDrain && !response.writableEnded) response.write(':\n\n');
  }, quietMs);
  beating.unref();
  response.once('close', () => clearInterval(beating));
}

export function mountChanges(parts: ChangesParts): Mount {
  const { lines, log, platform, tails, tickets } = parts;

  const ticketed: RequestHandler = (request, _response, next) => {
    const given = new URLSearchParams(queryTextOf(request)).getAll('ticket');
    if (given.length > 0 && request.headers.authorization === undefined) {
      const ticket = given.length === 1 ? tickets.read(given[0] ?? '') : null;
      if (ticket?.collection !== request.params['collection'] || ticket?.sandbox !== request.sandbox)
        throw refusal('credential_expired', 'This ticket is not good here, or no longer. Ask for another one.');
      request.headers.authorization = must(ticket, 'a ticket that fits').authorization;
    }
    next();
  };

  /** What an EventSource that comes back is told of a log that its place is not of: it goes on from the end of this one. */
  async function startOver(request: Request, response: Response, { code, message }: Refusal): Promise<void> {
    const { tenant } = must(request.actor, 'an identified request');
    const id = String(request.params['collection']);
    const head = await (await tails.of(tenant)).head();
    begin(response);
    response.end(`id: ${head}\n${eventOf({ type: 'resync', id, code, message, since: null })}`);
  }

  async function stream(request: Request, response: Response): Promise<void> {
    const actor = must(request.actor, 'an identified request');
    if (actor.kind === 'kiosk') throw new RefusalError([noKiosks]);
    const { frame, isReturning } = asked(request);
    const plain = wireOf(response);
    let hasBegun = false;
    const wire: Wire = {
      ...plain,
      // Its first frame says that there is a subscription: a refusal before that is an answer like any other.
      send(one) {
        if (!hasBegun) begin(response);
        hasBegun = true;
        plain.send(one);
      },
    };
    let session: Session | null = null;
    const finish = (last: ServerFrame | null) => {
      session?.close();
      if (last) wire.send(last);
      response.end();
    };
    const release = lines.hold({
      actor,
      authorization: request.headers.authorization,
      sandbox: request.sandbox,
      end: (code) => finish({ type: 'error', code, message: 'The credential is no longer good.' }),
      leave: () => finish(null),
      changed: (other) =>
        void session?.become(other).catch((fault: unknown) => {
          log.error('live line not looked at', faultFields(fault));
          finish(null);
        }),
    });
    if (!release) throw new RefusalError([tooManyLines]);
    response.once('close', () => {
      session?.close();
      release();
    });
    session = openSession({
      ...parts,
      wire,
      actor,
      // The door has counted the request.
      charge: async () => {},
      onAbuse: () => finish(null),
      onEnded: () => finish(null),
    });
    const done = await session.subscribe(frame);
    if (!done.ok) {
      session.close();
      release();
      const [error] = done.errors;
      if (isReturning && error.code === 'log_changed') return startOver(request, response, error);
      throw new RefusalError(done.errors);
    }
    if (request.method === 'HEAD') return finish(null);
    keepOpen(response);
  }

  async function issue(request: Request, response: Response): Promise<void> {
    const actor = must(request.actor, 'an identified request');
    if (actor.kind === 'kiosk') throw new RefusalError([noKiosks]);
    const body: unknown = request.body;
    const collection = isObject(body) ? body['collection'] : undefined;
    if (typeof collection !== 'string' || !/^\w{1,100}$/.test(collection))
      throw refusal('invalid_value', 'collection is the name of a collection.', { path: 'collection' });
    valueOrRefusal(await (await platform.follow(actor)).sightOf(collection));
    const authorization = must(request.headers.authorization, 'an identified request');
    const { expiresAtMs, ticket } = tickets.issue({ authorization, collection, sandbox: request.sandbox });
    response.status(201);
    answerJson(response, { data: { ticket, expiresAt: isoTime(expiresAtMs) }, meta: {} });
  }

  return {
    name: 'live',
    mount(app, door) {
      app.post(ticketsPath, door.identified, door.json, issue);
      app.get(path, ticketed, door.identified, stream);
    },
  };
}
