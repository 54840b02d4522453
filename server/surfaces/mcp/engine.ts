/**
 * Serves every version of the protocol at one address: requests that stand alone (2026-07-28), sessions (2025-03-26 to
 * 2025-11-25), HTTP+SSE (2024-11-05), and a bare call, as a script makes it. The protocol's library says which era a
 * message belongs to.
 */
import { isLegacyRequest } from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import { faultFields } from '../../http/log.ts';
import { answerBare, isBare } from './bare-call.ts';
import { holdStreams } from './held-streams.ts';
import type { McpParts } from './mcp-parts.ts';
import { aborting, sceneOf } from './request-scene.ts';
import { openSessionMemory } from './session-memory.ts';
import { sessionRequests } from './session-requests.ts';
import { type SseRequests, sseRequests } from './sse-requests.ts';
import { statelessRequests } from './stateless-requests.ts';
import { webRequest } from './web-bridge.ts';

export interface Engine extends SseRequests {
  post(request: Request, response: Response): Promise<void>;
  /** A session's own stream: what the server sends without being asked. */
  stream(request: Request, response: Response): Promise<void>;
  remove(request: Request, response: Response): Promise<void>;
  close(): Promise<void>;
}

export function createEngine(parts: McpParts): Engine {
  const { clock, cursors, lines, log, newId, platform, registryTail, source, tails } = parts;
  const server = { log, stamps: cursors, extras: parts.extras ?? null };
  const onFault = (fault: unknown) => log.warn('mcp news not sent', faultFields(fault));
  const onerror = (fault: Error) => log.debug('mcp', faultFields(fault));
  const memory = openSessionMemory({ source, onFault });
  const news = { platform, clock, log, tails, registryTail, onFault, memory };
  const hold = holdStreams(lines);
  const stateless = statelessRequests({ server, news, hold, onerror });
  const sessions = sessionRequests({ ...server, clock, newId, memory, news, hold });
  return {
    ...sseRequests({ scene: parts, server, news, newId, hold, onerror }),
    async post(request, response) {
      const scene = await sceneOf(parts, request);
      if (isBare(request)) return answerBare(server, response, scene, request.body);
      const web = webRequest(request, aborting(response));
      if (!(await isLegacyRequest(web, request.body))) return stateless.serve(request, response, scene, web);
      const isServed = await sessions.post(request, response, scene, web);
      if (!isServed) await answerBare(server, response, scene, request.body);
    },
    stream: async (request, response) => sessions.stream(request, response, await sceneOf(parts, request)),
    remove: async (request, response) => sessions.remove(request, response, await sceneOf(parts, request)),
    async close() {
      await Promise.all([stateless.close(), sessions.close()]);
    },
  };
}
