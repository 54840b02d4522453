/** The stateless era (2026-07-28): each request stands alone; `subscriptions/listen` is one stream for one client. */
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import { isObject } from '#shared/base/json.ts';
import type { HoldStream } from './held-streams.ts';
import { type Listening, type ListenParts, listen, wantedUris } from './listen.ts';
import { makeServer, type ServerParts } from './make-server.ts';
import { headerMismatch, type Mismatch, paramMismatch } from './param-headers.ts';
import { followedMax } from './record-news.ts';
import { authOf, refuseRpc } from './request-scene.ts';
import type { Scene } from './scene.ts';
import { sendWeb } from './web-bridge.ts';

const invalidParams = -32602;

export interface StatelessParts {
  readonly server: ServerParts;
  readonly news: ListenParts;
  readonly hold: HoldStream;
  readonly onerror: (fault: Error) => void;
}

export interface StatelessRequests {
  serve(request: Request, response: Response, scene: Scene, web: globalThis.Request): Promise<void>;
  close(): Promise<void>;
}

interface ListedTool {
  readonly name: string;
  readonly inputSchema: unknown;
}

/** Finds the difference between the headers and the body of a tool call. */
function mismatchIn(scene: Scene, { body, headers }: Request, { extras }: ServerParts): Mismatch | null {
  const { method, params } = isObject(body) ? body : {};
  if (method !== 'tools/call' || !isObject(params)) return null;
  const tools = [...scene.tools().listed, ...(extras?.tools ?? [])] as readonly ListedTool[];
  const tool = tools.find(({ name }) => name === params['name']);
  return tool ? paramMismatch(tool.inputSchema, params['arguments'], headers) : null;
}

export function statelessRequests({ hold, news, onerror, server }: StatelessParts): StatelessRequests {
  const make = () => makeServer('modern', server);
  const alone = createMcpHandler(make, { legacy: 'reject', onerror });

  async function serveListen(
    request: Request,
    response: Response,
    scene: Scene,
    web: globalThis.Request,
  ): Promise<void> {
    const uris = wantedUris(request.body);
    if (uris.length > followedMax) {
      const message = `A stream can follow at most ${followedMax} resources.`;
      return refuseRpc(response, { status: 400, code: invalidParams, message }, request.body);
    }
    let listening: Listening | null = null;
    let finish = () => response.end();
    const release = hold(
      request,
      scene.caller.actor,
      () => void finish(),
      (actor) => listening?.become(actor),
    );
    try {
      listening = await listen(news, scene.caller.actor, uris);
      const handler = createMcpHandler(make, { legacy: 'reject', onerror, bus: listening.bus });
      finish = () => {
        void handler.close();
        return response;
      };
      await sendWeb(await handler.fetch(web, { authInfo: authOf(scene), parsedBody: request.body }), response);
    } finally {
      listening?.stop();
      release();
    }
  }

  return {
    async serve(request, response, scene, web) {
      const { body } = request;
      if (isObject(body) && body['method'] === 'subscriptions/listen')
        return serveListen(request, response, scene, web);
      const mismatch = mismatchIn(scene, request, server);
      if (mismatch) {
        const { header, message } = mismatch;
        return refuseRpc(
          response,
          { status: 400, code: headerMismatch, message, data: { mismatch: { header } } },
          body,
        );
      }
      await sendWeb(await alone.fetch(web, { authInfo: authOf(scene), parsedBody: body }), response);
    },
    close: () => alone.close(),
  };
}
