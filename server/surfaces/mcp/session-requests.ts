/**
 * Requests of the protocol's versions of 2025, which have sessions: a message in a session, the session's stream, and
 * its end.
 */
import type { Request, Response } from 'express';
import { isObject } from '#shared/base/json.ts';
import { callerOf } from '../../http/caller-of.ts';
import { refusal } from '../../http/refusal-error.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import type { HoldStream } from './held-streams.ts';
import type { ListenParts } from './listen.ts';
import { aborting, authOf, refuseRpc } from './request-scene.ts';
import type { Scene } from './scene.ts';
import type { SessionMemory } from './session-memory.ts';
import { type StreamNews, sendNews } from './session-stream.ts';
import { openSessions, type Session, type SessionParts } from './sessions.ts';
import { sendWeb, webRequest } from './web-bridge.ts';

const sessionUnknown = -32001;
/** The version of a request that names a session but no version. */
const defaultVersion = '2025-11-25';

export interface SessionRequestParts extends SessionParts {
  readonly news: ListenParts & { readonly memory: SessionMemory };
  readonly hold: HoldStream;
}

export interface SessionRequests {
  /** @returns false where the message belongs to no session and begins none */
  post(request: Request, response: Response, scene: Scene, web: globalThis.Request): Promise<boolean>;
  stream(request: Request, response: Response, scene: Scene): Promise<void>;
  remove(request: Request, response: Response, scene: Scene): Promise<void>;
  close(): Promise<void>;
}

function headerOf(request: Request, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

export function refuseUnknownSession(request: Request, response: Response): void {
  const message = 'No such session exists. Initialize a new one.';
  refuseRpc(response, { status: 404, code: sessionUnknown, message }, request.body);
}

export function sessionRequests(parts: SessionRequestParts): SessionRequests {
  const { hold, memory, news } = parts;
  const sessions = openSessions(parts);

  /** @returns undefined: the request names no session; null: it names an unknown one */
  async function sessionOf(request: Request): Promise<Session | null | undefined> {
    const id = headerOf(request, 'mcp-session-id');
    if (id === undefined) return undefined;
    const version = headerOf(request, 'mcp-protocol-version') ?? defaultVersion;
    return sessions.find(id, (await callerOf(request)).actor, version);
  }

  return {
    async post(request, response, scene, web) {
      const { body } = request;
      const session = await sessionOf(request);
      if (session === null) {
        refuseUnknownSession(request, response);
        return true;
      }
      const begins = isObject(body) && body['method'] === 'initialize';
      if (session === undefined && !begins) return false;
      const { transport } = session ?? (await sessions.begin(scene.caller.actor));
      await sendWeb(await transport.handleRequest(web, { authInfo: authOf(scene), parsedBody: body }), response);
      return true;
    },

    async stream(request, response, scene) {
      const session = await sessionOf(request);
      if (session === null) return refuseUnknownSession(request, response);
      if (session === undefined) {
        response.setHeader('Allow', 'POST');
        throw refusal('method_not_allowed', 'Only a session has a stream. Initialize one with POST.');
      }
      const end = () => response.end();
      let following: StreamNews | null = null;
      const release = hold(request, scene.caller.actor, end, (actor) => following?.become(actor));
      try {
        const web = webRequest(request, aborting(response));
        const answered = await session.transport.handleRequest(web, { authInfo: authOf(scene) });
        following = await sendNews(news, scene.caller.actor, session, end);
        await sendWeb(answered, response);
      } finally {
        following?.stop();
        release();
      }
    },

    async remove(request, response, scene) {
      const session = await sessionOf(request);
      if (!session) return refuseUnknownSession(request, response);
      valueOrRefusal(await memory.end(session.name));
      const web = webRequest(request, aborting(response));
      await sendWeb(await session.transport.handleRequest(web, { authInfo: authOf(scene) }), response);
    },

    close: () => sessions.close(),
  };
}
