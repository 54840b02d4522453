/**
 * Live subscriptions as server-sent events: `GET /api/v1/{collection}/changes?where…&since=`. A change is an event
 * without a name, its data the frame, its id `<place>@<log>`: an EventSource that lost its line goes on behind it, and is
 * told where the log is another one now. Other frames are events of their `type`, but for a position, an id alone.
 */
import type { Request, RequestHandler, Response } from 'express';
import { must } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import type { Refusal } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import type { ServerFrame, SubscribeFrame } from '#shared/live/frames.ts';
import { parseQueryString } from '#shared/query/query-string.ts';
import { answerJson } from '../../http/answer-json.ts';
import { callerOf } from '../../http/caller-of.ts';
import type { Mount } from '../../http/door.ts';
import { faultFields } from '../../http/log.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import { frameTexts } from './encode-batch.ts';
import type { LiveSocketParts } from './live-socket.ts';
import { tooManyLines } from './no-line.ts';
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

function place(text: unknown): number {
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text);
  throw refusal('invalid_value', '`since` must be a whole number from 0.', { path: 'since' });
}

/** As an event of ours is called; a place alone, by whoever keeps only that. */
function lastEvent(id: string): { readonly since: number; readonly log?: string } {
  const [, seq, log] = /^(\d{1,15})(?:@([\w-]{1,100}))?$/.exec(id) ?? [];
  if (seq === undefined)
    throw refusal('invalid_header', 'Last-Event-ID must be the ID of an event from this server.', {
      path: 'Last-Event-ID',
    });
  return { since: Number(seq), ...(log === undefined ? {} : { log }) };
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
    throw refusal('unknown_parameter', `Unknown parameter ${name}.`, {
      path: name,
      detail: { allowed: parameters },
    });
  }
  const { log, since, where } = tree;
  const collection = String(request.params['collection']);
  const last = request.headers['last-event-id'];
  const isReturning = last !== undefined && last !== '';
  return {
    isReturning,
    frame: {
      type: 'subscribe',
      id: collection,
      collection,
      dialect: 'url',
      ...(where === undefined ? {} : { where }),
      ...(typeof log === 'string' ? { log } : {}),
      ...(since === undefined || isReturning ? {} : { since: place(since) }),
      ...(isReturning ? lastEvent(String(last)) : {}),
    },
  };
}

/** @param log the subscription's */
function eventOf(frame: ServerFrame, log: string): string {
  const data = `data: ${JSON.stringify(frame)}\n\n`;
  switch (frame.type) {
    case 'subscribed':
      return `retry: ${reconnectMs}\nid: ${frame.seq}@${log}\nevent: subscribed\n${data}`;
    case 'position':
      return `id: ${frame.seq}@${log}\n\n`;
    case 'resync':
      return `${frame.since === null ? '' : `id: ${frame.since}@${log}\n`}event: resync\n${data}`;
    case 'error':
      // `error` is what an EventSource calls its own.
      return `event: closed\n${data}`;
    default:
      return `event: ${frame.type}\n${data}`;
  }
}

function wireOf(response: Response): Wire {
  let log = '';
  const isOpen = () => !response.closed && !response.destroyed && !response.writableEnded;
  const hasRoom = () => response.writableLength < waitingBytesMax;
  return {
    hasRoom,
    room: roomIn(response),
    send(frame) {
      if (frame.type === 'subscribed') log = frame.log;
      if (isOpen()) response.write(eventOf(frame, log));
    },
    sendChanges(id, batch) {
      let sent = 0;
      if (!isOpen()) return batch.changes.length;
      response.cork();
      for (const text of frameTexts(id, batch)) {
        if (!hasRoom()) break;
        response.write(`id: ${batch.changes[sent]?.seq}@${log}\ndata: ${text}\n\n`);
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
  const { lines, log, tails, tickets } = parts;

  const ticketed: RequestHandler = (request, _response, next) => {
    const given = new URLSearchParams(queryTextOf(request)).getAll('ticket');
    if (given.length > 0 && request.headers.authorization === undefined) {
      const ticket = given.length === 1 ? tickets.read(given[0] ?? '') : null;
      if (ticket?.collection !== request.params['collection'] || ticket?.sandbox !== request.sandbox)
        throw refusal('credential_expired', 'This ticket is not valid here or has expired. Request a new one.');
      request.headers.authorization = must(ticket, 'a ticket that fits').authorization;
    }
    next();
  };

  /** What an EventSource that comes back is told of a log that its place is not of: it goes on from the end of this one. */
  async function startOver(request: Request, response: Response, { code, message }: Refusal): Promise<void> {
    const { actor } = await callerOf(request);
    const id = String(request.params['collection']);
    const tail = await tails.of(actor.tenant);
    const head = await tail.head();
    begin(response);
    response.end(
      `id: ${head}@${tail.logId}\n${eventOf({ type: 'resync', id, code, message, since: null }, tail.logId)}`,
    );
  }

  async function stream(request: Request, response: Response): Promise<void> {
    const { actor } = await callerOf(request);
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
      end: (code) => finish({ type: 'error', code, message: 'The credential is no longer valid.' }),
      leave: () => finish(null),
      changed: (other) =>
        void session?.become(other).catch((fault: unknown) => {
          log.error('live connection not checked', faultFields(fault));
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
    const caller = await callerOf(request);
    const body: unknown = request.body;
    const collection = isObject(body) ? body['collection'] : undefined;
    if (typeof collection !== 'string' || !/^\w{1,100}$/.test(collection))
      throw refusal('invalid_value', '`collection` must be the name of a collection.', { path: 'collection' });
    valueOrRefusal(await caller.follow().visibilityOf(collection));
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
