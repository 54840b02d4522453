/**
 * The eras behind one address: requests that stand alone (2026-07-28), sessions (2025-03-26 to 2025-11-25), and a plain
 * call without either, as a script makes it. Which one a message belongs to, the protocol's own library says.
 */
import { type AuthInfo, createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import { isObject } from '#shared/base/json.ts';
import { toolRights } from '../../core/policy/visibility/tool-rights.ts';
import { allowanceOf } from '../../http/allowance-of.ts';
import { answerJsonText } from '../../http/answer-json.ts';
import { callerOf } from '../../http/caller-of.ts';
import { faultFields } from '../../http/log.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { refusal } from '../../http/refusal-error.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import { answerAlone } from './answer-alone.ts';
import { holdStreams } from './held-streams.ts';
import { type Listening, listen, wantedUris } from './listen.ts';
import { makeServer } from './make-server.ts';
import type { McpParts } from './mcp-parts.ts';
import { headerMismatch, type Mismatch, paramMismatch } from './param-headers.ts';
import { followedMax, type RecordNews } from './record-news.ts';
import { runTool } from './run-tool.ts';
import { readWishes, type Scene, toolSet } from './scene.ts';
import { openSseSessions } from './serve-sse.ts';
import { openSessionMemory } from './session-memory.ts';
import { type StreamNews, tellLists, tellNews } from './session-stream.ts';
import { openSessions, type Session } from './sessions.ts';
import { messageOf } from './told.ts';
import { sendWeb, webRequest } from './web-bridge.ts';

export interface Engine {
  post(request: Request, response: Response): Promise<void>;
  /** A session's own stream, for what is no answer. */
  stream(request: Request, response: Response): Promise<void>;
  remove(request: Request, response: Response): Promise<void>;
  openSse(request: Request, response: Response): Promise<void>;
  postSse(request: Request, response: Response): Promise<void>;
  close(): Promise<void>;
}

const invalidParams = -32602;
const sessionUnknown = -32001;
const sessionHeader = 'mcp-session-id';
const versionOtherwise = '2025-11-25';

function headerOf(request: Request, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function refuseRpc(
  response: Response,
  status: number,
  code: number,
  message: string,
  body?: unknown,
  data?: Readonly<Record<string, unknown>>,
): void {
  const id = isObject(body) ? (body['id'] ?? null) : null;
  response.status(status).json({ jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } });
}

interface ListedTool {
  readonly name: string;
  readonly inputSchema: unknown;
}

/** Neither a session nor an era is spoken of: the library need not be asked whose message it is. */
function isBare({ body, headers }: Request): boolean {
  if (headers['mcp-protocol-version'] !== undefined || headers[sessionHeader] !== undefined) return false;
  if (!isObject(body) || body['method'] === 'initialize') return false;
  const { params } = body;
  return !isObject(params) || params['_meta'] === undefined;
}

export function createEngine(parts: McpParts): Engine {
  const { clock, cursors, lines, log, newId, platform, registryTail, source, tails } = parts;
  const serverParts = { log, stamps: cursors, extras: parts.extras ?? null };
  const onFault = (fault: unknown) => log.warn('mcp news not sent', faultFields(fault));
  const memory = openSessionMemory({ source, onFault });
  const newsParts = { platform, clock, log, tails, registryTail, onFault, memory };
  const sessions = openSessions({ ...serverParts, clock, newId, memory });
  const sse = openSseSessions({ ...serverParts, ...newsParts, newId });
  const hold = holdStreams(lines);
  const onerror = (fault: Error) => log.debug('mcp', faultFields(fault));
  const alone = createMcpHandler(() => makeServer('modern', serverParts), { legacy: 'reject', onerror });

  async function sceneOf(request: Request, words = queryTextOf(request)): Promise<Scene> {
    const caller = await callerOf(request);
    const { actor, registry } = caller;
    const wishes = valueOrRefusal(readWishes(words));
    const rights = toolRights(actor);
    return {
      caller,
      cursors,
      rights,
      wishes,
      tools: () => toolSet(registry, actor, rights, wishes),
      allowance: allowanceOf(request),
    };
  }

  /** The credential itself is not handed on: nothing behind the door has use for it. */
  function authOf(scene: Scene): AuthInfo {
    return { token: '', clientId: scene.caller.actor.id, scopes: [], extra: { scene } };
  }

  function aborting(response: Response): AbortSignal {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    return gone.signal;
  }

  async function serveListen(
    request: Request,
    response: Response,
    scene: Scene,
    web: globalThis.Request,
  ): Promise<void> {
    const uris = wantedUris(request.body);
    if (uris.length > followedMax)
      return refuseRpc(
        response,
        400,
        invalidParams,
        `A stream can follow at most ${followedMax} resources.`,
        request.body,
      );
    let listening: Listening | null = null;
    let finish = () => response.end();
    const release = hold(
      request,
      () => void finish(),
      (actor) => listening?.become(actor),
    );
    try {
      listening = await listen(newsParts, scene.caller.actor, uris);
      const handler = createMcpHandler(() => makeServer('modern', serverParts), {
        legacy: 'reject',
        onerror,
        bus: listening.bus,
      });
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

  /** The answer to a call of one of our tools, for which the library need not be asked; null: it shall be. */
  async function plainCall(scene: Scene, { id, method, params }: Record<string, unknown>): Promise<string | null> {
    if (method !== 'tools/call' || !isObject(params)) return null;
    const { arguments: args = {}, name } = params;
    if (typeof name !== 'string' || !isObject(args)) return null;
    if (serverParts.extras?.tools.some((tool) => tool.name === name)) return null;
    const told = await runTool(scene, name, args, log);
    return told && messageOf(id as string | number, told);
  }

  /** Of a call in the stateless era: what its headers and its body say differently. */
  function mismatchIn(scene: Scene, { body, headers }: Request): Mismatch | null {
    const { method, params } = isObject(body) ? body : {};
    if (method !== 'tools/call' || !isObject(params)) return null;
    const tools = [...scene.tools().listed, ...(serverParts.extras?.tools ?? [])] as readonly ListedTool[];
    const tool = tools.find(({ name }) => name === params['name']);
    return tool ? paramMismatch(tool.inputSchema, params['arguments'], headers) : null;
  }

  /** Without a handshake nothing was agreed on: what is no request is taken note of, and nothing follows from it. */
  async function serveBare(response: Response, scene: Scene, body: unknown): Promise<void> {
    if (Array.isArray(body))
      return refuseRpc(response, 400, -32600, 'Send a batch in a session, or one message at a time.');
    if (!isObject(body) || !('method' in body) || !('id' in body)) {
      response.status(202).end();
      return;
    }
    const quick = await plainCall(scene, body);
    answerJsonText(
      response,
      quick ?? JSON.stringify(await answerAlone(makeServer('legacy', serverParts), body, authOf(scene))),
    );
  }

  /** @returns undefined: the request names none; null: it names one there is not */
  async function sessionOf(request: Request): Promise<Session | null | undefined> {
    const id = headerOf(request, sessionHeader);
    if (id === undefined) return undefined;
    const version = headerOf(request, 'mcp-protocol-version') ?? versionOtherwise;
    return sessions.find(id, (await callerOf(request)).actor, version);
  }

  function noSession(request: Request, response: Response): void {
    refuseRpc(response, 404, sessionUnknown, 'No such session exists. Initialize a new one.', request.body);
  }

  return {
    async post(request, response) {
      const scene = await sceneOf(request);
      const { body } = request;
      if (isBare(request)) return serveBare(response, scene, body);
      const web = webRequest(request, aborting(response));
      const authInfo = authOf(scene);
      if (!(await isLegacyRequest(web, body))) {
        if (isObject(body) && body['method'] === 'subscriptions/listen')
          return serveListen(request, response, scene, web);
        const mismatch = mismatchIn(scene, request);
        if (mismatch) {
          const { header, message } = mismatch;
          return refuseRpc(response, 400, headerMismatch, message, body, { mismatch: { header } });
        }
        return sendWeb(await alone.fetch(web, { authInfo, parsedBody: body }), response);
      }
      const session = await sessionOf(request);
      if (session === null) return noSession(request, response);
      const begins = isObject(body) && body['method'] === 'initialize';
      if (session === undefined && !begins) return serveBare(response, scene, body);
      const { transport } = session ?? (await sessions.begin(scene.caller.actor));
      await sendWeb(await transport.handleRequest(web, { authInfo, parsedBody: body }), response);
    },

    async stream(request, response) {
      const scene = await sceneOf(request);
      const session = await sessionOf(request);
      if (session === null) return noSession(request, response);
      if (session === undefined) {
        response.setHeader('Allow', 'POST');
        throw refusal('method_not_allowed', 'Only a session has a stream. Initialize one with POST.');
      }
      const end = () => response.end();
      let news: StreamNews | null = null;
      const release = hold(request, end, (actor) => news?.become(actor));
      try {
        const web = webRequest(request, aborting(response));
        const answered = await session.transport.handleRequest(web, { authInfo: authOf(scene) });
        news = await tellNews(newsParts, scene.caller.actor, session, end);
        await sendWeb(answered, response);
      } finally {
        news?.stop();
        release();
      }
    },

    async remove(request, response) {
      const scene = await sceneOf(request);
      const session = await sessionOf(request);
      if (!session) return noSession(request, response);
      valueOrRefusal(await memory.end(session.name));
      const web = webRequest(request, aborting(response));
      await sendWeb(await session.transport.handleRequest(web, { authInfo: authOf(scene) }), response);
    },

    async openSse(request, response) {
      const { actor, registry } = (await sceneOf(request)).caller;
      let news: RecordNews | null = null;
      const release = hold(
        request,
        () => response.end(),
        (now) => news?.become(now),
      );
      response.once('close', release);
      const opened = await sse.open(actor, request.sandbox, queryTextOf(request), response);
      news = opened.news;
      const { server } = opened;
      const changed = () => void tellLists(server).catch(onerror);
      const stop = registryTail.subscribe(actor.tenant, changed, registry);
      if (response.closed) stop();
      else response.once('close', stop);
    },

    async postSse(request, response) {
      const query = new URLSearchParams(queryTextOf(request));
      const id = query.get('sessionId') ?? '';
      query.delete('sessionId');
      const scene = await sceneOf(request, query.toString());
      const taken = sse.post(id, scene.caller.actor, request.body, { authInfo: authOf(scene) });
      if (taken === false) return noSession(request, response);
      if (taken === null) return refuseRpc(response, 400, -32600, 'The message cannot be read.', request.body);
      response.status(202).end('Accepted');
    },

    async close() {
      await Promise.all([alone.close(), sessions.close()]);
    },
  };
}
