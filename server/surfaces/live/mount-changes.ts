/**
 * Live subscriptions as server-sent events: `GET /api/v1/{collection}/changes?where…&since=`. A change is an event
 * without a name, its data the frame, its id `<place>@<log>`: an EventSource that lost its connection continues after it,
 * and is notified where the log is another one now. Other frames are events of their `type`; a position is an id alone.
 */
import type { Request, Response } from 'express';
import type { Refusal } from '#shared/base/result.ts';
import type { ServerFrame } from '#shared/live/frames.ts';
import { callerOf } from '../../http/caller-of.ts';
import { faultFields } from '../../http/log.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import { readChangesRequest } from './changes-request.ts';
import { beginEvents, eventOf, eventWire, keepOpen } from './event-wire.ts';
import type { LiveSocketParts } from './live-socket.ts';
import type { Tickets } from './live-tickets.ts';
import { tooManyLines } from './no-line.ts';
import { openSession, type Session } from './session.ts';
import { issueTicket, takeTicket } from './ticket-requests.ts';
import type { Wire } from './wire.ts';

export interface ChangesParts extends Omit<LiveSocketParts, 'charge'> {
  readonly tickets: Tickets;
}

export function mountChanges(parts: ChangesParts): Mount {
  const { lines, log, tails, tickets } = parts;

  /** Answers an EventSource that reconnects with a position in another log: it continues from the end of this one. */
  async function startOver(request: Request, response: Response, { code, message }: Refusal): Promise<void> {
    const { actor } = await callerOf(request);
    const id = String(request.params['collection']);
    const tail = await tails.of(actor.tenant);
    const head = await tail.head();
    beginEvents(response);
    response.end(
      `id: ${head}@${tail.logId}\n${eventOf({ type: 'resync', id, code, message, since: null }, tail.logId)}`,
    );
  }

  async function stream(request: Request, response: Response): Promise<void> {
    const { actor } = await callerOf(request);
    const { frame, isReturning } = readChangesRequest(request);
    const plain = eventWire(response);
    let hasBegun = false;
    const wire: Wire = {
      ...plain,
      // The first frame says that there is a subscription: a refusal before it is an answer like any other.
      send(one) {
        if (!hasBegun) beginEvents(response);
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
      // The request handler has counted the request.
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

  return {
    name: 'live',
    mount(app, steps) {
      app.post('/api/v1/live/tickets', steps.identified, steps.json, issueTicket(tickets));
      app.get('/api/v1/:collection/changes', takeTicket(tickets), steps.identified, stream);
    },
  };
}
