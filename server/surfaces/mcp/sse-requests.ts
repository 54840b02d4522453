/** HTTP+SSE of 2024-11-05: the stream is the session, and messages come by other requests. */
import type { Request, Response } from 'express';
import { queryTextOf } from '../../http/query-of.ts';
import type { HoldStream } from './held-streams.ts';
import type { ListenParts } from './listen.ts';
import type { ServerParts } from './make-server.ts';
import type { RecordNews } from './record-news.ts';
import { authOf, refuseRpc, type SceneParts, sceneOf } from './request-scene.ts';
import { openSseSessions } from './serve-sse.ts';
import { refuseUnknownSession } from './session-requests.ts';
import { sendListChanges } from './session-stream.ts';

export interface SseRequestParts {
  readonly scene: SceneParts;
  readonly server: ServerParts;
  readonly news: ListenParts;
  readonly newId: () => string;
  readonly hold: HoldStream;
  readonly onerror: (fault: Error) => void;
}

export interface SseRequests {
  openSse(request: Request, response: Response): Promise<void>;
  postSse(request: Request, response: Response): Promise<void>;
}

export function sseRequests({ hold, newId, news, onerror, scene: sceneParts, server }: SseRequestParts): SseRequests {
  const sessions = openSseSessions({ ...server, ...news, newId });
  return {
    async openSse(request, response) {
      const { actor, registry } = (await sceneOf(sceneParts, request)).caller;
      let following: RecordNews | null = null;
      const release = hold(
        request,
        actor,
        () => response.end(),
        (now) => following?.become(now),
      );
      response.once('close', release);
      const opened = await sessions.open(actor, request.sandbox, queryTextOf(request), response);
      following = opened.news;
      const changed = () => void sendListChanges(opened.server).catch(onerror);
      const stop = news.registryTail.subscribe(actor.tenant, changed, registry);
      if (response.closed) stop();
      else response.once('close', stop);
    },

    async postSse(request, response) {
      const query = new URLSearchParams(queryTextOf(request));
      const id = query.get('sessionId') ?? '';
      query.delete('sessionId');
      const scene = await sceneOf(sceneParts, request, query.toString());
      const taken = sessions.post(id, scene.caller.actor, request.body, { authInfo: authOf(scene) });
      if (taken === false) return refuseUnknownSession(request, response);
      if (taken === null) {
        const message = 'The message cannot be read.';
        return refuseRpc(response, { status: 400, code: -32600, message }, request.body);
      }
      response.status(202).end('Accepted');
    },
  };
}
