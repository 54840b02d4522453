/**
 * A call as a script makes it, without a session and without the stateless era: one message, one answer as JSON.
 *
 * A call of a tool is answered without the protocol's library: it costs 1.5 times the CPU by way of the library (0.53
 * against 0.36 ms for a list of 25, 22 November 2026; bench row F4). Every other method takes the library.
 */
import type { Request, Response } from 'express';
import { isObject } from '#shared/base/json.ts';
import { answerJsonText } from '../../http/answer-json.ts';
import { answerAlone } from './answer-alone.ts';
import { makeServer, type ServerParts } from './make-server.ts';
import { authOf, refuseRpc } from './request-scene.ts';
import { runTool } from './run-tool.ts';
import type { Scene } from './scene.ts';
import { messageOf } from './tool-result.ts';

/** Whether the request names neither a session nor an era: the library is then not asked which one the message belongs to. */
export function isBare({ body, headers }: Request): boolean {
  if (headers['mcp-protocol-version'] !== undefined || headers['mcp-session-id'] !== undefined) return false;
  if (!isObject(body) || body['method'] === 'initialize') return false;
  const { params } = body;
  return !isObject(params) || params['_meta'] === undefined;
}

/** @returns the answer to a call of one of our tools; null for every other message */
async function callOwnTool(
  { extras, log }: ServerParts,
  scene: Scene,
  { id, method, params }: Record<string, unknown>,
): Promise<string | null> {
  if (method !== 'tools/call' || !isObject(params)) return null;
  const { arguments: args = {}, name } = params;
  if (typeof name !== 'string' || !isObject(args)) return null;
  if (extras?.tools.some((tool) => tool.name === name)) return null;
  const result = await runTool(scene, name, args, log);
  return result && messageOf(id as string | number, result);
}

/** Without a handshake nothing was agreed on: a message that is not a request is accepted, and has no effect. */
export async function answerBare(parts: ServerParts, response: Response, scene: Scene, body: unknown): Promise<void> {
  if (Array.isArray(body)) {
    const message = 'Send a batch in a session, or one message at a time.';
    return refuseRpc(response, { status: 400, code: -32600, message });
  }
  if (!isObject(body) || !('method' in body) || !('id' in body)) {
    response.status(202).end();
    return;
  }
  const result = await callOwnTool(parts, scene, body);
  const text = result ?? JSON.stringify(await answerAlone(makeServer('legacy', parts), body, authOf(scene)));
  answerJsonText(response, text);
}
